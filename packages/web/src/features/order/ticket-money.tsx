// Whose money a ticket is about, at a glance: paper in the colour of the paper mark, real money in the colour of a
// warning, with the brokerage that gets the order. For an account that takes no orders it says so instead.
import type { Account } from '@clubfolio/contract'
import { IconCoins, IconLock, IconSchool } from '@tabler/icons-react'
import classes from './order-ticket.module.css'

export function TicketMoney({ account }: { readonly account: Account | undefined }) {
  if (!account) return null
  const { isPaper, isReadOnly, brokerName } = account
  const Mark = isReadOnly ? IconLock : isPaper ? IconSchool : IconCoins
  return (
    <p className={classes['money']} data-money={isReadOnly ? 'none' : isPaper ? 'paper' : 'real'}>
      <Mark size={14} stroke={1.8} aria-hidden />
      {isReadOnly ? (
        <>
          <strong>Read only</strong> No orders can be sent from here. Place them at the broker of this account.
        </>
      ) : (
        <>
          <strong>{isPaper ? 'Paper' : 'Real money'}</strong> {brokerName}
        </>
      )}
    </p>
  )
}
