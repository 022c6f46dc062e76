// What each instrument paid over a period, by kind, with its yields and what it is expected to pay.
import { incomeKinds, type Income, type IncomeLine } from '@clubfolio/contract'
import { isOptionCode, keysOf } from '@clubfolio/domain'
import { openGraph } from '../../../kernel/graph-modal.ts'
import { CodeButton } from '../../../ui/code-button.tsx'
import { Change } from '../../../ui/figure/change.tsx'
import { Money } from '../../../ui/figure/money.tsx'
import { moneyColumn, percentColumn, profitColumn, textColumn, type Column } from '../../../ui/table/column.tsx'
import { Estimate } from './income-months.tsx'
import classes from './income.module.css'

export const payerId = ({ code }: IncomeLine): string => code ?? 'CASH'

const reasons = {
  NOT_HELD: 'Not held',
  FEW_PAYMENTS: 'Fewer than 2 payments',
  NO_INSTRUMENT: 'Not estimated',
} as const

export function payerColumns(total: Income['total'], canChart: boolean): Column<IncomeLine>[] {
  const kinds = keysOf(incomeKinds).filter((kind) => total.kinds[kind] !== 0n)
  return [
    textColumn({
      id: 'name',
      header: 'Instrument',
      isFixed: true,
      total: 'Total',
      value: ({ name }) => name,
      render: (line) => <PayerName line={line} canChart={canChart} />,
    }),
    profitColumn({
      id: 'received',
      header: 'Received',
      help: 'All kinds together; negative where more was paid.',
      value: ({ received }) => received,
      total: <Change money={total.received} />,
    }),
    ...kinds.map((kind) =>
      moneyColumn<IncomeLine>({
        id: kind,
        header: incomeKinds[kind],
        value: ({ kinds: own }) => (own[kind] === 0n ? null : own[kind]),
        total: <Money value={total.kinds[kind]} />,
      }),
    ),
    percentColumn({
      id: 'yieldOnCost',
      header: 'Yield on Cost',
      help: 'Each payment over the cost of the lots at the close before, added up. Of the period, not of a year.',
      value: ({ yieldOnCost }) => yieldOnCost,
    }),
    percentColumn({
      id: 'yieldOnValue',
      header: 'Yield on Value',
      help: 'Each payment over the market value at the close before, added up. Of the period, not of a year.',
      value: ({ yieldOnValue }) => yieldOnValue,
    }),
    {
      ...moneyColumn<IncomeLine>({
        id: 'expected',
        header: 'Next 12 Months',
        help: 'An estimate: the payments of the last twelve months, repeated on the quantity held now.',
        value: ({ expected }) => expected,
        total: total.expected === null ? undefined : <Estimate value={total.expected} />,
      }),
      render: (line) => <Expected line={line} />,
    },
  ]
}

function Expected({ line: { expected, noEstimate, leftOut } }: { readonly line: IncomeLine }) {
  const left = leftOut.length === 0 ? undefined : `Without the payments of ${leftOut.join(', ')}`
  if (expected !== null)
    return (
      <span title={left}>
        <Estimate value={expected} />
      </span>
    )
  return (
    <span className={classes['dimmed']} title={left}>
      {noEstimate === null ? null : reasons[noEstimate]}
    </span>
  )
}

export function PayerName({ line, canChart }: { readonly line: IncomeLine; readonly canChart: boolean }) {
  const { code, name, detail } = line
  return (
    <span className={classes['name']}>
      {canChart && code !== null && !isOptionCode(code) ? (
        <CodeButton
          code={code}
          name={detail ?? code}
          title={detail ?? undefined}
          onOpen={() => openGraph({ title: 'Graph', code, timing: 'YEAR' })}
        />
      ) : code === null ? (
        <span>{name}</span>
      ) : (
        <strong>{name}</strong>
      )}
      {detail === null ? null : <span className={classes['detail']}>{detail}</span>}
    </span>
  )
}
