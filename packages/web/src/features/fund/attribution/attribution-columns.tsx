// The columns of what earned the money, with the totals of the period.
import type { Attribution, AttributionLine, LineFigure } from '@clubfolio/contract'
import { isOptionCode } from '@clubfolio/domain'
import type { ReactNode } from 'react'
import { openGraph } from '../../../kernel/graph-modal.ts'
import { CodeButton } from '../../../ui/code-button.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import {
  countColumn,
  moneyColumn,
  percentColumn,
  profitColumn,
  textColumn,
  type Column,
} from '../../../ui/table/column.tsx'
import classes from './attribution.module.css'

export const lineId = ({ kind, name }: AttributionLine): string => `${kind} ${name}`

export interface AttributionColumnParts {
  readonly total: Attribution['total'] | undefined
  /** What the lines are: "Instrument". */
  readonly header: string
  /** Charts are for people who may open them. */
  readonly canChart: boolean
  /** Name of the benchmark beside it; without one there is no excess. */
  readonly benchmark: string | undefined
  /** Returns what opens where a figure comes from; undefined where there is no figure. */
  readonly opener: FigureOpener
  readonly openTotal: (figure: LineFigure) => void
}

export type FigureOpener = (line: AttributionLine, figure: LineFigure) => (() => void) | undefined

export function attributionColumns(parts: AttributionColumnParts): Column<AttributionLine>[] {
  const { total, header, canChart, benchmark, opener, openTotal } = parts
  const totalOf = (figure: LineFigure, name: string, shown: ReactNode): ReactNode =>
    total && (
      <OpeningFigure name={name} onOpen={() => openTotal(figure)}>
        {shown}
      </OpeningFigure>
    )
  const opening = (column: Column<AttributionLine> & { readonly id: LineFigure }): Column<AttributionLine> => ({
    ...column,
    render: (line) => (
      <OpeningFigure name={column.header} onOpen={opener(line, column.id)}>
        {column.render(line)}
      </OpeningFigure>
    ),
  })
  return [
    textColumn({
      id: 'name',
      header,
      isFixed: true,
      total: 'Total',
      value: ({ name }) => name,
      render: (line) => <LineName line={line} canChart={canChart} />,
    }),
    opening({
      ...profitColumn({
        header: 'Profit',
        id: 'profit',
        help: 'Price, income and fees together.',
        value: ({ profit }) => profit,
        total: totalOf('profit', 'Profit', <Change money={total?.profit} />),
      }),
      id: 'profit',
    }),
    opening({
      ...percentColumn({
        header: 'Contribution',
        id: 'contribution',
        help: 'What the line added to the return of the period. All contributions are the time-weighted return.',
        isChange: true,
        value: ({ contribution }) => contribution,
        total: totalOf('contribution', 'Contribution', <Change percent={total?.contribution} />),
      }),
      id: 'contribution',
    }),
    ...(benchmark === undefined
      ? []
      : [
          opening({
            ...percentColumn<AttributionLine>({
              id: 'excess',
              header: 'Excess contribution',
              help:
                `What the line added beyond ${benchmark} at the same weight. ` +
                `All together are the return less that of ${benchmark}.`,
              isChange: true,
              value: ({ excess }) => excess,
              total: totalOf('excess', 'Excess contribution', <Change percent={total?.excess} />),
            }),
            id: 'excess',
          }),
        ]),
    opening({
      ...moneyColumn({
        header: 'Price',
        id: 'price',
        help: 'Realised gains before fees, and the change of unrealised ones.',
        value: ({ price }) => price,
        total: totalOf('price', 'Price', <Money value={total?.price} />),
      }),
      id: 'price',
    }),
    opening({
      ...moneyColumn({
        header: 'Income',
        id: 'income',
        help: 'Dividends and interest received, less dividends and interest charged.',
        value: ({ income }) => income,
        total: totalOf('income', 'Income', <Money value={total?.income} />),
      }),
      id: 'income',
    }),
    opening({
      ...moneyColumn({
        header: 'Fees',
        id: 'fees',
        value: ({ fees }) => fees,
        total: totalOf('fees', 'Fees', <Money value={total?.fees} />),
      }),
      id: 'fees',
    }),
    opening({
      ...percentColumn({
        header: 'Avg. Weight',
        id: 'weight',
        help: 'Mean of the market value at the close before, in percent of the whole; short positions are negative.',
        value: ({ weight }) => weight,
      }),
      id: 'weight',
    }),
    opening({
      ...countColumn({
        header: 'Days Held',
        id: 'daysHeld',
        help: 'Sessions at whose close it was held.',
        value: ({ kind, daysHeld }) => (kind === 'LINES' ? daysHeld : null),
      }),
      id: 'daysHeld',
    }),
  ]
}

interface OpeningFigureProps {
  /** What the figure is: "Profit". */
  readonly name: string
  readonly onOpen: (() => void) | undefined
  readonly children: ReactNode
}

/** A figure that opens its derivation. */
export function OpeningFigure({ name, onOpen, children }: OpeningFigureProps) {
  if (onOpen === undefined) return children
  return (
    <button type="button" className={classes['opener']} title={`Where ${name} comes from`} onClick={onOpen}>
      {children}
    </button>
  )
}

export function LineName({ line, canChart }: { readonly line: AttributionLine; readonly canChart: boolean }) {
  const { kind, name, code, detail } = line
  const isChartable = canChart && code !== null && code === name && !isOptionCode(code)
  return (
    <span className={classes['name']}>
      {isChartable ? (
        <CodeButton
          code={code}
          name={detail ?? code}
          title={detail ?? undefined}
          onOpen={() => openGraph({ title: 'Graph', code, timing: 'YEAR' })}
        />
      ) : kind === 'LINES' ? (
        <strong>{name}</strong>
      ) : (
        <span>{name}</span>
      )}
      {detail === null ? null : <span className={classes['detail']}>{detail}</span>}
    </span>
  )
}
