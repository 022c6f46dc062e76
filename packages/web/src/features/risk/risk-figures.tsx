// The risk of an account in two figures, for screens about something else; the Risk screen has the rest.
import type { Account } from '@clubfolio/contract'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../ui/figure/figure.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { usePortfolioRisk, usualRisk } from './api.ts'
import { formatShares } from './risk-words.ts'
import classes from './risk.module.css'

const none: readonly string[] = []

/** Two figures of a row: "Net exposure 62.10%" and "Beta-weighted delta +140.3 SPY". Nothing before they are known. */
export function RiskFigures({ account }: { readonly account: Account | undefined }) {
  const { data } = usePortfolioRisk(account ? [account.id] : none, usualRisk)
  if (!data || data.positions.length === 0) return null
  const { exposure, betaWeighted } = data
  return (
    <>
      <Figure label="Net exposure">
        <Link to="/risk" className={classes['toRisk']}>
          {formatPercent(exposure.netPercent)}
        </Link>
      </Figure>
      {betaWeighted.shares === null ? null : (
        <Figure label="Beta-weighted delta">
          <Link to="/risk" className={classes['toRisk']}>
            {formatShares(betaWeighted.shares)} SPY
          </Link>
        </Figure>
      )}
    </>
  )
}
