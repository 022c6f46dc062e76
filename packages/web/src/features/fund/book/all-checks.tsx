// For administrators: the latest nightly check of every fund's books, with accounts masked.
import { Panel } from '../../../ui/panel.tsx'
import { useAllChecks } from './books-api.ts'
import { CheckResult } from './check-view.tsx'
import classes from '../fund.module.css'

export function AllChecks() {
  const checks = useAllChecks()
  if (!checks.data || checks.data.length === 0) return null
  const broken = checks.data.filter((one) => !one.isHeld).length
  return (
    <div className={classes['allChecks']}>
      <Panel
        title={broken === 0 ? 'Nightly check of all funds' : `Nightly check of all funds: ${broken} broken`}
        isPadded
      >
        {checks.data.map((check) => (
          <div key={check.accountId} className={classes['checkedFund']}>
            <strong>{check.accountNumber}</strong>
            <CheckResult check={check} />
          </div>
        ))}
      </Panel>
    </div>
  )
}
