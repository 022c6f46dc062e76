// In a ticket: the account it is for takes no entries until the next session.
import type { Account } from '@clubfolio/contract'
import { Note } from './order-effect.tsx'
import { describeStoppedAccount } from './limit-words.ts'
import classes from './order-ticket.module.css'
import { useLimitState } from './use-limit-state.ts'

export function TicketStopped({ account }: { readonly account: Account | undefined }) {
  const { data } = useLimitState(account?.isActive && !account.isReadOnly ? account.number : undefined)
  if (!data?.stopped) return null
  return (
    <ul className={classes['stopped']} aria-label="Daily loss reached">
      <Note text={describeStoppedAccount(data.stopped)} isReject />
    </ul>
  )
}
