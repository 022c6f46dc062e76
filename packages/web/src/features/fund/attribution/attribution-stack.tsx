// What earned the money on a phone: a row of two lines for each, with what matters first, and nothing to scroll
// sideways.
import type { Attribution, AttributionLine, LineFigure } from '@clubfolio/contract'
import { Change } from '../../../ui/figure/change.tsx'
import { formatPercent } from '../../../ui/format/percent.ts'
import { LabelButton } from '../../label/label-button.tsx'
import { type FigureOpener, LineName, lineId, OpeningFigure } from './attribution-columns.tsx'
import classes from './attribution.module.css'

export interface AttributionStackProps {
  readonly lines: readonly AttributionLine[]
  readonly total: Attribution['total']
  readonly canChart: boolean
  readonly opener: FigureOpener
  readonly openTotal: (figure: LineFigure) => void
}

export function AttributionStack({ lines, total, canChart, opener, openTotal }: AttributionStackProps) {
  return (
    <ul className={classes['stack']} aria-label="What earned the money">
      {lines.map((line) => (
        <li key={lineId(line)}>
          <LineName line={line} canChart={canChart} />
          <OpeningFigure name="Profit" onOpen={opener(line, 'profit')}>
            <Change money={line.profit} />
          </OpeningFigure>
          <span className={classes['secondFigures']}>
            {secondFigures(line).map(({ figure, name, words }) => (
              <OpeningFigure key={figure} name={name} onOpen={opener(line, figure)}>
                {words}
              </OpeningFigure>
            ))}
          </span>
          <span className={classes['second']}>
            <OpeningFigure name="Contribution" onOpen={opener(line, 'contribution')}>
              <Change percent={line.contribution} />
            </OpeningFigure>
          </span>
          {line.code === null ? null : (
            <span className={classes['action']}>
              <LabelButton symbol={line.code} />
            </span>
          )}
        </li>
      ))}
      <li data-total>
        <strong>Total</strong>
        <OpeningFigure name="Profit" onOpen={() => openTotal('profit')}>
          <Change money={total.profit} />
        </OpeningFigure>
        <span className={classes['second']}>Time-weighted return</span>
        <span className={classes['second']}>
          <OpeningFigure name="Contribution" onOpen={() => openTotal('contribution')}>
            <Change percent={total.contribution} />
          </OpeningFigure>
        </span>
      </li>
    </ul>
  )
}

interface SecondFigure {
  readonly figure: LineFigure
  readonly name: string
  readonly words: string
}

function secondFigures({ kind, weight, daysHeld, excess }: AttributionLine): readonly SecondFigure[] {
  return [
    ...(weight === null
      ? []
      : [{ figure: 'weight' as const, name: 'Avg. Weight', words: `Weight ${formatPercent(weight)}` }]),
    ...(kind === 'LINES'
      ? [
          {
            figure: 'daysHeld' as const,
            name: 'Days Held',
            words: `${daysHeld} ${daysHeld === 1 ? 'day' : 'days'} held`,
          },
        ]
      : []),
    ...(excess === null
      ? []
      : [
          {
            figure: 'excess' as const,
            name: 'Excess contribution',
            words: `Excess ${formatPercent(excess, { isSigned: true })}`,
          },
        ]),
  ]
}
