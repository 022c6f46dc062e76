// Activate Accounts: disabled accounts, and accounts whose access has lapsed or lapses within two days, each with its
// remedy.
// Source: docs/rules/accounts.md, "Activate accounts".
import { type Account, allows, featureAccess } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCan } from '../../kernel/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { MissingPermission } from '../../ui/state/missing-permission.tsx'
import { textColumn, type Column } from '../../ui/table/column.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useTableView } from '../../ui/table/use-table-view.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { failureOf } from '../../ui/state/failure-of.ts'
import { accessLeft } from './access-left.ts'
import { accountName, accountTypeWords } from './account-label.ts'
import { AccountName } from './paper-mark.tsx'
import classes from './account.module.css'
import { useAccounts } from './api.ts'
import { LinkingDialog } from './linking-dialog.tsx'
import { useChangeActive } from './use-change-active.ts'
import { useLinking } from './use-linking.ts'
import { KeyPairModal } from './key-pair-modal.tsx'
import { useRenewal } from './use-renewal.ts'
import { useNow } from './use-now.ts'

const accountId = (account: Account) => account.id

export function ActivateScreen() {
  useDocumentTitle('Activate Accounts')
  const can = useCan()
  const accounts = useAccounts()
  const linking = useLinking()
  const { enable } = useChangeActive()
  const nowMs = useNow()
  const canLink = allows(featureAccess.accountLink, can)
  const { renew, keyed, setKeyed } = useRenewal(linking, canLink)
  const rows = useMemo(() => accounts.data?.filter((account) => needsCare(account, nowMs)), [accounts.data, nowMs])
  const columns = useMemo(
    (): readonly Column<Account>[] => [
      textColumn({
        id: 'number',
        header: 'Number',
        value: accountName,
        render: (account) => (
          <strong>
            <AccountName {...account} />
          </strong>
        ),
        isFixed: true,
      }),
      textColumn({ id: 'type', header: 'Type', value: ({ type }) => accountTypeWords[type] }),
      textColumn({ id: 'why', header: 'Condition', value: (account) => conditionOf(account, nowMs) }),
      textColumn({
        id: 'access',
        header: 'Access Exp.',
        value: ({ accessExpirationDate: at }) => (at === null ? 'Until revoked' : formatDateTime(at, false)),
      }),
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        isAction: true,
        render: (account) => (
          <>
            {account.isActive ? null : (
              <Button
                variant="subtle"
                size="xs"
                className={classes['enable'] ?? ''}
                aria-label={`Enable ${account.number}`}
                onClick={() => enable(account)}
              >
                Enable
              </Button>
            )}
            {!canLink || accessLeft(account.accessExpirationDate, nowMs).kind === 'good' ? null : (
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Renew the access to ${account.number}`}
                onClick={() => renew(account)}
              >
                Renew
              </Button>
            )}
          </>
        ),
      },
    ],
    [canLink, nowMs, enable, renew],
  )
  const view = useTableView({
    columns,
    rows,
    rowId: accountId,
    defaultSort: { columnId: 'number', isDescending: false },
  })
  return (
    <>
      <PageHead title="Activate Accounts" fact={rows ? `${rows.length} to manage` : undefined} />
      <Panel isRefreshing={accounts.isFetching}>
        {can('VMA') ? (
          <DataTable
            view={view}
            label="Accounts to activate"
            failure={failureOf(accounts, 'The accounts could not be loaded')}
            empty={
              <EmptyState
                title="Nothing to activate"
                words="No account is disabled, and no access lapses within two days."
                actions={
                  <Button component={Link} to="/account" variant="default">
                    Go to the accounts
                  </Button>
                }
              />
            }
          />
        ) : (
          <MissingPermission rule={featureAccess.accountList} purpose="see your accounts" />
        )}
      </Panel>
      {keyed ? <KeyPairModal target={keyed} onClose={() => setKeyed(undefined)} /> : null}
      <LinkingDialog attempt={linking.attempt} onCancel={linking.cancel} onReopen={linking.reopen} />
    </>
  )
}

const needsCare = (account: Account, nowMs: number): boolean =>
  !account.isActive || accessLeft(account.accessExpirationDate, nowMs).kind !== 'good'

function conditionOf(account: Account, nowMs: number): string {
  const left = accessLeft(account.accessExpirationDate, nowMs)
  const access = left.kind === 'lapsed' ? 'access lapsed' : `access ends in ${left.words}`
  if (account.isActive) return access.charAt(0).toUpperCase() + access.slice(1)
  return left.kind === 'good' ? 'Disabled' : `Disabled, ${access}`
}
