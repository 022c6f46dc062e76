// The risk of an account in two figures, for screens about something else; the Risk screen has the rest. Their place is
// taken from the start, so that nothing moves when they arrive.
import type { Account } from '@clubfolio/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Figure, FigureRow } from '../../ui/figure/figure.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatPercent } from '../../ui/format/percent.ts'
import { usePortfolioRisk, usualRisk } from './api.ts'
import { formatShares } from './format-shares.ts'
import classes from './risk-summary.module.css'

export interface RiskSummaryProps {
  readonly account: Account
  /** In a row of their own; otherwise they continue the row around them. */
  readonly isRow?: boolean
}

/** "Net exposure 62.10%" and "Beta-weighted delta +140.3 SPY". */
export function RiskSummary({ account, isRow = false }: RiskSummaryProps) {
  const { data } = usePortfolioRisk([account.id], usualRisk)
  const weighted = data?.betaWeighted
  const figures = (
    <>
      <Figure label="Net exposure">
        <ToRisk>{formatPercent(data?.exposure.netPercent)}</ToRisk>
      </Figure>
      <Figure label="Beta-weighted delta">
        <ToRisk>
          {weighted && weighted.shares === null ? (
            <Money value={weighted.dollars} />
          ) : (
            `${formatShares(weighted?.shares ?? null)} SPY`
          )}
        </ToRisk>
      </Figure>
    </>
  )
  return isRow ? <FigureRow label="Risk of the account">{figures}</FigureRow> : figures
}

function ToRisk({ children }: { readonly children: ReactNode }) {
  return (
    <Link to="/risk" className={classes['link']}>
      {children}
    </Link>
  )
}
