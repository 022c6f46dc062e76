// The columns of what earned the money, with the totals of the period.
import type { Attribution, AttributionLine } from '@clubfolio/contract'
import { isOptionCode } from '@clubfolio/domain'
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
}

export function attributionColumns({ total, header, canChart }: AttributionColumnParts): Column<AttributionLine>[] {
  return [
    textColumn({
      id: 'name',
      header,
      isFixed: true,
      total: 'Total',
      value: ({ name }) => name,
      render: (line) => <LineName line={line} canChart={canChart} />,
    }),
    profitColumn({
      id: 'profit',
      header: 'Profit',
      help: 'Price, income and fees together.',
      value: ({ profit }) => profit,
      total: total && <Change money={total.profit} />,
    }),
    percentColumn({
      id: 'contribution',
      header: 'Contribution',
      help: 'What the line added to the return of the period. All contributions are the time-weighted return.',
      isChange: true,
      value: ({ contribution }) => contribution,
      total: total && <Change percent={total.contribution} />,
    }),
    moneyColumn({
      id: 'price',
      header: 'Price',
      help: 'Realised gains before fees, and the change of unrealised ones.',
      value: ({ price }) => price,
      total: total && <Money value={total.price} />,
    }),
    moneyColumn({
      id: 'income',
      header: 'Income',
      help: 'Dividends and interest received, less dividends and interest charged.',
      value: ({ income }) => income,
      total: total && <Money value={total.income} />,
    }),
    moneyColumn({
      id: 'fees',
      header: 'Fees',
      value: ({ fees }) => fees,
      total: total && <Money value={total.fees} />,
    }),
    percentColumn({
      id: 'weight',
      header: 'Avg. Weight',
      help: 'Mean of the market value at the close before, in percent of the whole; short positions are negative.',
      value: ({ weight }) => weight,
    }),
    countColumn({
      id: 'daysHeld',
      header: 'Days Held',
      help: 'Sessions at whose close it was held.',
      value: ({ kind, daysHeld }) => (kind === 'LINES' ? daysHeld : null),
    }),
  ]
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
