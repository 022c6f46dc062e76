// What earned the money on a phone: a row of two lines for each, with what matters first, and nothing to scroll
// sideways.
import type { Attribution, AttributionLine } from '@clubfolio/contract'
import { Change } from '../../../ui/figure/change.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { type FigureOpener, LineName, lineId, OpeningFigure } from './attribution-columns.tsx'
import classes from './attribution.module.css'

export interface AttributionStackProps {
  readonly lines: readonly AttributionLine[]
  readonly total: Attribution['total']
  readonly canChart: boolean
  readonly opener: FigureOpener
}

export function AttributionStack({ lines, total, canChart, opener }: AttributionStackProps) {
  return (
    <ul className={classes['stack']} aria-label="What earned the money">
      {lines.map((line) => (
        <li key={lineId(line)}>
          <LineName line={line} canChart={canChart} />
          <OpeningFigure name="Profit" onOpen={opener(line, 'profit')}>
            <Change money={line.profit} />
          </OpeningFigure>
          <span className={classes['second']}>{describeEffects(line)}</span>
          <span className={classes['second']}>
            <OpeningFigure name="Contribution" onOpen={opener(line, 'contribution')}>
              <Change percent={line.contribution} />
            </OpeningFigure>
          </span>
        </li>
      ))}
      <li data-total>
        <strong>Total</strong>
        <Change money={total.profit} />
        <span className={classes['second']}>Time-weighted return</span>
        <span className={classes['second']}>
          <Change percent={total.contribution} />
        </span>
      </li>
    </ul>
  )
}

function describeEffects({ kind, weight, daysHeld, excess }: AttributionLine): string {
  const parts = [
    ...(weight === null ? [] : [`Weight ${formatPercent(weight)}`]),
    ...(kind === 'LINES' ? [`${daysHeld} ${daysHeld === 1 ? 'day' : 'days'} held`] : []),
    ...(excess === null ? [] : [`Excess ${formatPercent(excess, { isSigned: true })}`]),
  ]
  return parts.join(' · ')
}
