// Positions that are not in all figures, each with the reason, so that no total reads as complete when it is not.
import type { PortfolioRisk } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { Panel } from '../../ui/panel.tsx'
import { riskRowId } from './position-columns.tsx'
import { describeGap } from './risk-words.ts'
import classes from './risk.module.css'

export function LeftOutPanel({ risk }: { readonly risk: PortfolioRisk }) {
  const rows = risk.positions.flatMap((position) =>
    position.gap === null ? [] : [{ position, words: describeGap(position.gap, position, risk.leastReturns) }],
  )
  if (rows.length === 0) return null
  return (
    <Panel title={`Left out of beta, the move of SPY and correlation: ${rows.length} of ${risk.positions.length}`}>
      <ul className={classes['leftOut']} aria-label="Left out">
        {rows.map(({ position, words }) => (
          <li key={riskRowId(position)}>
            <strong>{formatCode(position.code)}</strong>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
