// The end of an account's access: double-click or Enter renews it; from two days ahead a chip prompts for renewal.
import type { Account } from '@clubfolio/contract'
import { IconClockExclamation } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { accessLeft, endlessAccess } from './access-left.ts'
import classes from './account.module.css'

export interface AccessExpiryProps {
  readonly account: Account
  readonly nowMs: number
  /** Undefined for users who may not renew. */
  readonly onRenew: ((account: Account) => void) | undefined
}

export function AccessExpiry({ account, nowMs, onRenew }: AccessExpiryProps) {
  const { accessExpirationDate, number, isActive } = account
  if (accessExpirationDate === null) return <span className={classes['expiry']}>{endlessAccess(account)}</span>
  const shown = formatDateTime(accessExpirationDate, false)
  const left = accessLeft(accessExpirationDate, nowMs)
  const isLapsed = left.kind === 'lapsed'
  if (!onRenew) {
    const soon = left.kind === 'soon' ? left.words : undefined
    return (
      <span className={classes['expiry']}>
        <span>{shown}</span>
        {isLapsed ? <Chip>Lapsed</Chip> : soon === undefined ? null : <Chip>{soon}</Chip>}
      </span>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'F2') return
    event.preventDefault()
    onRenew(account)
  }
  return (
    <span className={classes['expiry']}>
      <span
        role="button"
        tabIndex={0}
        data-editable
        className={classes['date']}
        aria-label={`Access to ${number} ends ${shown}. Press Enter to renew it`}
        title="Double-click or Enter to renew the access"
        onDoubleClick={() => onRenew(account)}
        onKeyDown={onKeyDown}
      >
        {shown}
      </span>
      {left.kind === 'soon' && isActive ? (
        <Chip tone="warn" icon={IconClockExclamation} onClick={() => onRenew(account)}>{`${left.words} · Renew`}</Chip>
      ) : null}
      {isLapsed && isActive ? (
        <Chip tone="warn" icon={IconClockExclamation} onClick={() => onRenew(account)}>
          Lapsed · Renew
        </Chip>
      ) : null}
      {isLapsed && !isActive ? <Chip>Lapsed</Chip> : null}
    </span>
  )
}
