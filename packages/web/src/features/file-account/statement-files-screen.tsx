// Statement Files: what the transactions of an account from files come from. Uploads, the list of statements, what
// they lack, and the review of one before it is imported. Source: docs/rules/accounts.md, "Accounts from files".
import type { Account, FileAccountState } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconCoins } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useChosenAccount, type ChosenAccount } from '../../kernel/chosen-account.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { FailedQuery } from '../../ui/state/failed-query.tsx'
import { FailedState } from '../../ui/state/failed-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useStatements } from './api.ts'
import classes from './file-account.module.css'
import { MissingPanels } from './missing-panels.tsx'
import { NewFileAccountModal } from './new-file-account-modal.tsx'
import { RatesModal } from './rates-modal.tsx'
import { StatementReview } from './statement-review.tsx'
import { StatementTable } from './statement-table.tsx'
import { UploadPanel } from './upload-panel.tsx'

const title = 'Statement Files'
const Place = z.object({ statement: z.string().catch('') })

export function StatementFilesScreen() {
  useDocumentTitle(title)
  const chosen = useChosenAccount()
  const { account } = chosen
  if (account?.broker === 'files') return <AccountStatements key={account.id} account={account} />
  return (
    <>
      <PageHead title={title} />
      <Panel>
        <NoFileAccount chosen={chosen} />
      </Panel>
    </>
  )
}

function AccountStatements({ account }: { readonly account: Account }) {
  const statements = useStatements(account.id)
  const [{ statement: shownId }, setPlace] = useUrlState(Place)
  const [isAddingRates, setAddingRates] = useState(false)
  const show = (statement: string) => setPlace({ statement })
  const { data, error } = statements
  const addRates = () => setAddingRates(true)
  return (
    <div className={classes['page']}>
      <PageHead
        title={title}
        fact={`${account.number} · ${account.brokerName} · ${account.currency}`}
        actions={
          shownId === '' ? (
            <Button variant="default" leftSection={<IconCoins size={16} stroke={1.6} />} onClick={addRates}>
              Import rates
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} stroke={1.6} />}
              onClick={() => setPlace({ statement: '' })}
            >
              All statements
            </Button>
          )
        }
      />
      {shownId === '' ? (
        <>
          <UploadPanel accountId={account.id} onSent={show} />
          {error && !data ? (
            <Panel title="Statements">
              <FailedQuery query={statements} title="The statements could not be loaded" />
            </Panel>
          ) : (
            <StatementTable
              accountId={account.id}
              statements={data?.statements}
              isRefreshing={statements.isFetching}
              onShow={show}
            />
          )}
          {data ? <MissingPanels state={data} onAddRates={addRates} /> : null}
        </>
      ) : (
        <StatementReview
          key={shownId}
          account={account}
          statementId={shownId}
          others={data?.statements ?? []}
          onShow={show}
          onLeave={() => setPlace({ statement: '' })}
          onAddRates={addRates}
        />
      )}
      {isAddingRates ? (
        <RatesModal account={account} missing={missingOf(data)} onClose={() => setAddingRates(false)} />
      ) : null}
    </div>
  )
}

const missingOf = (state: FileAccountState | undefined): FileAccountState['missingRates'] => state?.missingRates ?? []

const purpose =
  'An account from files gets its trades, deposits and dividends from the statement files of its broker, uploaded here.'

function NoFileAccount({ chosen }: { readonly chosen: ChosenAccount }) {
  const [isCreating, setCreating] = useState(false)
  if (chosen.failure)
    return (
      <FailedState
        title="The accounts could not be loaded"
        why={chosen.failure.message}
        onRetry={chosen.retry}
        isRetrying={chosen.isRetrying}
      />
    )
  const fromFiles = chosen.choices?.filter(({ broker }) => broker === 'files') ?? []
  const { account } = chosen
  return (
    <>
      <EmptyState
        title={fromFiles.length > 0 ? 'Select an account from files' : 'No account from files'}
        words={
          account
            ? `${purpose} Account ${account.number} is connected to its brokerage, which reports its transactions.`
            : purpose
        }
        actions={
          <>
            {fromFiles.map(({ id, number }) => (
              <Button key={id} variant="default" onClick={() => chosen.choose(id)}>
                {number}
              </Button>
            ))}
            <Button onClick={() => setCreating(true)}>New account from files</Button>
          </>
        }
      />
      {isCreating ? <NewFileAccountModal onClose={() => setCreating(false)} /> : null}
    </>
  )
}
