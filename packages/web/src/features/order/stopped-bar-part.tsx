// Below the top bar on every screen while the daily loss of the account in view is reached.
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import classes from './stopped-bar.module.css'
import { StoppedNotice } from './stopped-notice.tsx'
import { useLimitState } from './use-limit-state.ts'

export function StoppedBarPart() {
  const { account } = useChosenAccount()
  const { data } = useLimitState(account?.isActive && !account.isReadOnly ? account.number : undefined)
  if (!account || !data?.stopped) return null
  return (
    <section className={classes['bar']} aria-label="Daily loss reached">
      <StoppedNotice accountNumber={account.number} stopped={data.stopped} />
    </section>
  )
}
