// The Accounts screen: the specified table, the round add button, linking and renewing through the broker's page, and
// the health of each account. Source: docs/rules/accounts.md, "Accounts screen".
import { type Account, allows, featureAccess } from '@clubfolio/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import { useChosenColumns } from '../../kernel/chosen-columns.ts'
import { useFormRequest } from '../../kernel/form-request.ts'
import { useCan } from '../../kernel/session.ts'
import { useUrlState } from '../../kernel/url-state.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { failureOf } from '../../ui/state/failure-of.ts'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { NewFileAccountModal } from '../file-account/new-file-account-modal.tsx'
import { AccountHealth } from './account-health.tsx'
import { accountColumns } from './account-columns.tsx'
import classes from './account.module.css'
import { useAcceptDifference, useAccounts, useSyncNow, useToggleDefault, useUpdateInitialBalance } from './api.ts'
import { BrokerageChoice } from './brokerage-choice.tsx'
import { ImportFundModal } from './import-fund-modal.tsx'
import { LinkCallback, useCallbackOutcome } from './link-callback.tsx'
import { isCallback } from './linking.ts'
import { LinkingDialog } from './linking-dialog.tsx'
import { useChangeActive } from './use-change-active.ts'
import { useLinking } from './use-linking.ts'
import { useMoneyScope } from './use-money-scope.tsx'
import { KeyPairModal } from './key-pair-modal.tsx'
import { useRenewal } from './use-renewal.ts'
import { useNow } from './use-now.ts'

export function AccountScreen() {
  useDocumentTitle('Accounts')
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const [outcome, leave] = useCallbackOutcome(search)
  if (outcome !== undefined) return <LinkCallback outcome={outcome} onLeave={leave} />
  return isCallback(search) ? null : <AccountList />
}

const Place = z.object({
  sort: z.string().catch('number'),
  order: z.enum(['up', 'down']).catch('up'),
  start: z.coerce.number().int().min(0).catch(0),
  count: z.coerce.number().int().min(1).max(200).catch(20),
})

/** Renewing asks for the same permission as linking. */
const linkRule = featureAccess.accountLink
const noAccounts: readonly Account[] = []
const accountId = (account: Account) => account.id

function AccountList() {
  const can = useCan()
  const accounts = useAccounts()
  const linking = useLinking()
  const nowMs = useNow()
  const { mutateAsync: updateInitialBalance } = useUpdateInitialBalance()
  const { mutateAsync: toggleDefault } = useToggleDefault()
  const syncNow = useSyncNow()
  const { mutate: acceptDifference } = useAcceptDifference()
  const { enable, disable } = useChangeActive()
  const [place, setPlace] = useUrlState(Place)
  const canLink = allows(linkRule, can)
  const canEdit = can('EMA')
  const rows = accounts.data
  const { scope, control } = useMoneyScope(rows)
  const { renew, keyed, setKeyed } = useRenewal(linking, canLink)
  const [isChoosing, setChoosing] = useState(false)
  const openChoice = () => setChoosing(true)
  const [isImportingFund, setImportingFund] = useState(false)
  const [isAddingFromFiles, setAddingFromFiles] = useState(false)
  const addFromFiles = useCallback(() => setAddingFromFiles(true), [])
  useFormRequest('fileAccount', addFromFiles)

  const columns = useMemo(
    () =>
      accountColumns(
        {
          canEdit,
          nowMs,
          onInitialBalance: ({ id }, initialBalance) => updateInitialBalance({ id, initialBalance }),
          onDefault: (account, isDefault) => toggleDefault({ accountId: account.id, isDefault }),
          onRenew: canLink ? renew : undefined,
          onEnable: enable,
          onDisable: disable,
        },
        rows ?? noAccounts,
        scope,
      ),
    [canEdit, canLink, nowMs, rows, updateInitialBalance, toggleDefault, renew, enable, disable, scope],
  )
  const view = useTableView({
    columns,
    rows,
    rowId: accountId,
    sort: { columnId: place.sort, isDescending: place.order === 'down' },
    onSort: ({ columnId, isDescending }) =>
      setPlace({ sort: columnId, order: isDescending ? 'down' : 'up' }, { replace: true }),
    ...useChosenColumns('account'),
  })
  const hasRows = rows !== undefined && rows.length > 0

  return (
    <>
      <PageHead
        title="Accounts"
        fact={rows ? factOf(rows) : undefined}
        actions={
          <>
            {hasRows ? control : null}
            {hasRows ? <ColumnChooser view={view} /> : null}
            {hasRows ? <CsvButton view={view} fileName="accounts" /> : null}
            {canLink ? (
              <ActionIcon
                variant="filled"
                color="ink"
                className={classes['add'] ?? ''}
                aria-label="Link an account"
                title="Link an account"
                onClick={openChoice}
              >
                <IconPlus size={18} stroke={1.8} />
              </ActionIcon>
            ) : null}
          </>
        }
      />
      <Panel isRefreshing={accounts.isFetching}>
        {can('VMA') ? (
          <>
            <DataTable
              view={view}
              label="Accounts"
              empty={<NoAccounts canLink={canLink} onLink={openChoice} onFromFiles={addFromFiles} />}
              failure={failureOf(accounts, 'The accounts could not be loaded')}
              hasTotals
              page={place}
              rowTone={({ isActive }) => (isActive ? undefined : 'dimmed')}
            />
            {hasRows ? (
              <Pager label="Accounts" start={place.start} count={place.count} total={rows.length} onMove={setPlace} />
            ) : null}
          </>
        ) : (
          <MissingPermission rule={featureAccess.accountList} purpose="see your accounts" />
        )}
      </Panel>
      {hasRows ? (
        <>
          <p className={classes['hint']}>{hintOf(canEdit, canLink)}</p>
          <div className={classes['gap']} />
          <AccountHealth
            accounts={rows}
            nowMs={nowMs}
            readingId={syncNow.isPending ? syncNow.variables : undefined}
            onRead={(account) => syncNow.mutate(account.id)}
            onRenew={canLink ? renew : undefined}
            onAccept={
              canEdit
                ? (account, difference) => acceptDifference({ accountId: account.id, differenceId: difference.id })
                : undefined
            }
          />
        </>
      ) : null}
      {isChoosing ? (
        <BrokerageChoice
          onClose={() => setChoosing(false)}
          onFund={() => {
            setChoosing(false)
            setImportingFund(true)
          }}
          onFiles={() => {
            setChoosing(false)
            addFromFiles()
          }}
          onChoose={(brokerage, way) => {
            setChoosing(false)
            if (way === 'popup') linking.link(brokerage)
            else setKeyed({ brokerage })
          }}
        />
      ) : null}
      {keyed ? <KeyPairModal target={keyed} onClose={() => setKeyed(undefined)} /> : null}
      {isAddingFromFiles ? <NewFileAccountModal onClose={() => setAddingFromFiles(false)} /> : null}
      {isImportingFund ? <ImportFundModal onClose={() => setImportingFund(false)} /> : null}
      <LinkingDialog attempt={linking.attempt} onCancel={linking.cancel} onReopen={linking.reopen} />
    </>
  )
}

function hintOf(canEdit: boolean, canLink: boolean): string | undefined {
  const edit = canEdit ? 'on an initial value to edit it' : undefined
  const renew = canLink ? 'on an expiry date to renew access' : undefined
  const places = [edit, renew].filter((place) => place !== undefined)
  return places.length === 0 ? undefined : `Double-click or press Enter ${places.join(', ')}.`
}

interface NoAccountsProps {
  readonly canLink: boolean
  readonly onLink: () => void
  readonly onFromFiles: () => void
}

function NoAccounts({ canLink, onLink, onFromFiles }: NoAccountsProps) {
  if (!canLink)
    return (
      <MissingPermission
        rule={linkRule}
        purpose="link one"
        about="No accounts yet. Your brokerage accounts appear here with their values."
      />
    )
  return (
    <EmptyState
      title="No accounts yet"
      words={
        'Your brokerage accounts appear here with their values, buying power and access. Link one to start: ' +
        'you sign in at the brokerage in a separate window and choose what Clubfolio may see. An account elsewhere ' +
        'can come from its statement files.'
      }
      actions={
        <>
          <Button onClick={onLink}>Link an account</Button>
          <Button variant="default" onClick={onFromFiles}>
            New account from files
          </Button>
        </>
      }
    />
  )
}

function factOf(accounts: readonly Account[]): string | undefined {
  if (accounts.length === 0) return undefined
  const active = accounts.filter(({ isActive }) => isActive).length
  return `${active} active, ${accounts.length - active} disabled`
}
