// Shows under the top bar that the account in view no longer exists or its access has lapsed, and what to do about it.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { lapsedSince } from './access-left.ts'
import classes from './account-menu.module.css'
import { useNow } from './use-now.ts'

export function AccountNoticePart() {
  const { account, lost } = useChosenAccount()
  const nowMs = useNow()
  if (lost) {
    const words =
      lost.number === undefined
        ? 'The account in this address is not one of your accounts.'
        : `Account ${lost.number} is no longer one of your accounts.`
    return (
      <section className={classes['notice']} aria-label="Account in view">
        <WarningBar>{words} Select another one in the top bar.</WarningBar>
      </section>
    )
  }
  const lapsedMs = account?.isActive ? lapsedSince(account, nowMs) : undefined
  if (!account || lapsedMs === undefined) return null
  return (
    <section className={classes['notice']} aria-label="Account in view">
      <WarningBar
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/account/activate" {...props} />}>
            Renew the access
          </Button>
        }
      >
        {`Access to account ${account.number} ended ${formatDateTime(lapsedMs)}. Its figures ` +
          'are as last read, and orders cannot be placed.'}
      </WarningBar>
    </section>
  )
}
