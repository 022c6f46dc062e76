// One line per active account: when it was last read, how long its access lasts, what is wrong, and a one-click fix.
import type { Account, AccountDifference } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react'
import { formatMoney } from '../../ui/format/money.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatementsLink } from '../file-account/statements-link.tsx'
import { accessLeft, lapsedSince } from './access-left.ts'
import { AccountDifferences } from './account-differences.tsx'
import { AccountName } from './paper-mark.tsx'
import classes from './account.module.css'
import { describeSyncFailure, momentOf } from './sync-words.ts'

export interface AccountHealthProps {
  readonly accounts: readonly Account[]
  readonly nowMs: number
  /** The account that is currently being read. */
  readonly readingId: string | undefined
  readonly onRead: (account: Account) => void
  /** Undefined for users who may not renew. */
  readonly onRenew: ((account: Account) => void) | undefined
  /** Undefined when this user may not change accounts. */
  readonly onAccept: ((account: Account, difference: AccountDifference) => void) | undefined
}

export function AccountHealth({ accounts, nowMs, readingId, onRead, onRenew, onAccept }: AccountHealthProps) {
  const active = accounts.filter(({ isActive }) => isActive)
  if (active.length === 0) return null
  return (
    <Panel title="Readings and access">
      <ul className={classes['health']}>
        {active.map((account) => (
          <li key={account.id}>
            <strong>
              <AccountName {...account} />
            </strong>
            <Condition account={account} nowMs={nowMs} />
            <Remedy
              account={account}
              nowMs={nowMs}
              isReading={readingId === account.id}
              onRead={onRead}
              onRenew={onRenew}
            />
            <AccountDifferences account={account} onAccept={onAccept} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Condition({ account, nowMs }: { readonly account: Account; readonly nowMs: number }) {
  const { syncFailure, syncedAt, accessExpirationDate } = account
  const left = accessLeft(accessExpirationDate, nowMs)
  const read = syncedAt === null ? 'not read yet' : `values as of ${momentOf(syncedAt, nowMs)}`
  const difference = differenceWords(account)
  if (!syncFailure && difference === undefined) {
    return (
      <span className={classes['condition']}>
        <IconCircleCheck size={14} stroke={1.8} className={classes['good']} aria-hidden />
        <span>
          {`${read.charAt(0).toUpperCase()}${read.slice(1)} · ` +
            (account.broker === 'files'
              ? 'from statement files'
              : account.broker === 'archive'
                ? 'the past of an imported fund'
                : accessExpirationDate === null
                  ? 'access until revoked'
                  : left.kind === 'lapsed'
                    ? 'access lapsed'
                    : `access for ${left.words}`)}
        </span>
      </span>
    )
  }
  return (
    <span className={classes['condition']}>
      <IconAlertTriangle size={14} stroke={1.8} className={classes['bad']} aria-hidden />
      <span>
        {[describeSyncFailure(account, nowMs), difference, read].filter((part) => part !== undefined).join(' · ')}
      </span>
    </span>
  )
}

/** Summarises the differences; the figures themselves are on separate lines below. */
function differenceWords({ differences, unexplainedCash, currency }: Account): string | undefined {
  if (differences.length > 0)
    return differences.length === 1
      ? 'one figure differs from our record'
      : `${differences.length} figures differ from our record`
  return unexplainedCash
    ? `${formatMoney(unexplainedCash, { isSigned: true, currency })} of cash that no transaction explains`
    : undefined
}

interface RemedyProps extends Pick<AccountHealthProps, 'onRead' | 'onRenew' | 'nowMs'> {
  readonly account: Account
  readonly isReading: boolean
}

function Remedy({ account, nowMs, isReading, onRead, onRenew }: RemedyProps) {
  const isLapsed = lapsedSince(account, nowMs) !== undefined
  if (account.broker === 'files') return <StatementsLink account={account} />
  if (account.broker === 'archive') return null
  if (isLapsed) {
    if (!onRenew) return null
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={`Renew the access to ${account.number}`}
        onClick={() => onRenew(account)}
      >
        Renew
      </Button>
    )
  }
  return (
    <Button
      variant="subtle"
      size="xs"
      className={classes['quiet'] ?? ''}
      leftSection={<IconRefresh size={14} stroke={1.6} />}
      loading={isReading}
      aria-label={`Read now: ${account.number}`}
      onClick={() => onRead(account)}
    >
      Read now
    </Button>
  )
}
