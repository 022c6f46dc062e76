// The columns of the operations, as specified, with the profit of the day and the shield between profit and stop, and
// their totals.
import type { Operation } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { UnstyledButton } from '@mantine/core'
import { openGraph } from '../../kernel/graph-modal.ts'
import { Change } from '../../ui/figure/change.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { describeTrail } from '../order-text/fill-words.ts'
import { ProtectionMark } from '../../ui/protection-mark.tsx'
import {
  Absent,
  countColumn,
  moneyColumn,
  percentColumn,
  profitColumn,
  textColumn,
  type Column,
} from '../../ui/table/column.tsx'
import { heldQuantity, signedQuantity, typeOf, type OperationSummary } from '../open-operation/live-operation.ts'
import classes from './operation.module.css'

const priceText = (value: number | null): string | null => (value === null ? null : String(value))
const decimalsOf = (value: number | null): number => (value !== null && value < 1 ? 4 : 2)

function priceColumn(
  id: string,
  header: string,
  value: (row: Operation) => number | null,
  render?: (row: Operation) => Column<Operation>['render'] extends (row: Operation) => infer Node ? Node : never,
): Column<Operation> {
  return {
    ...moneyColumn<Operation>({ id, header, value: (row) => priceText(value(row)), format: { decimals: 4 } }),
    render: render ?? ((row) => <Price value={value(row)} />),
  }
}

/** Explains the totals of the columns below. */
export const totalsNote =
  'Totals are sums. P/L % of the total is its P/L Open divided by its Investment; Risk % is the average of the rows ' +
  'with a stop. Risk Qty counts covered shares only.'

const plDayMeaning =
  'What the shares held now gained since the prior close; those opened today since their own price. Shares closed ' +
  'today are not in it.'
const plDayUnknown = 'Unknown: a prior close, a price of today or a booking of the brokerage is missing.'

/** Says how many positions the profit of the day leaves out; undefined if none. Example: `without 2 of 6 positions` */
export const plDayGap = ({ plDayUnknown: left }: OperationSummary, count: number): string | undefined =>
  left === 0 ? undefined : `without ${left} of ${count} ${count === 1 ? 'position' : 'positions'}`

/** What matters first where few columns fit. */
const phoneFirst: readonly string[] = ['code', 'qty', 'plOpen', 'stopLossPrice', 'plDay', 'plPercent', 'protection']

export interface OperationColumnParts {
  readonly summary: OperationSummary | undefined
  /** Number of positions. */
  readonly count?: number
  /** Code, quantity, profit and stop come first. */
  readonly isPhone?: boolean
  /**
   * Opens the proposed repair, from the mark of a position whose stops do not match it. Absent where the account takes
   * no orders.
   */
  readonly onRepair: ((code: string) => void) | undefined
}

export function operationColumns(parts: OperationColumnParts): readonly Column<Operation>[] {
  const columns = specifiedOrder(parts)
  if (parts.isPhone !== true) return columns
  const placeOf = ({ id }: Column<Operation>) => phoneFirst.indexOf(id) + 1 || phoneFirst.length + 1
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function specifiedOrder({ summary, count = 0, onRepair }: OperationColumnParts): readonly Column<Operation>[] {
  const gap = summary && plDayGap(summary, count)
  return [
    textColumn({
      id: 'code',
      header: 'Code',
      isFixed: true,
      total: 'Total',
      value: (row) => row.code,
      render: (row) => <CodeButton row={row} />,
    }),
    textColumn({ id: 'type', header: 'Type', value: typeOf }),
    countColumn({ id: 'qty', header: 'Qty', value: heldQuantity }),
    priceColumn('averagePrice', 'Avg Price', (row) => row.averagePrice),
    moneyColumn({
      id: 'investment',
      header: 'Investment',
      value: (row) => row.investment,
      total: summary && <Money value={summary.investment} />,
    }),
    priceColumn('lastPrice', 'Last Price', (row) => row.lastPrice),
    moneyColumn({
      id: 'floatCap',
      header: 'Float Cap.',
      value: (row) => row.floatCap,
      total: summary && <Money value={summary.floatCap} />,
    }),
    moneyColumn({
      id: 'realCap',
      header: 'Real Cap.',
      value: (row) => row.realCap,
      total: summary && <Money value={summary.realCap} />,
    }),
    profitColumn({
      id: 'plOpen',
      header: 'P/L Open',
      value: (row) => row.plOpen,
      total: summary && <Change money={summary.plOpen} />,
    }),
    {
      ...percentColumn<Operation>({
        id: 'plPercent',
        header: 'P/L %',
        value: (row) => row.plPercent,
        total: summary && <Change percent={summary.plPercent} isBare />,
      }),
      render: (row) => <Change percent={row.plPercent} isBare />,
    },
    {
      ...profitColumn<Operation>({
        id: 'plDay',
        header: 'P/L Day',
        value: (row) => row.plDay,
        total: summary && (
          <span title={gap === undefined ? plDayMeaning : `${plDayMeaning} The total is ${gap}: theirs is unknown.`}>
            <Change money={summary.plDay} />
            {gap === undefined ? null : <span className={classes['gap']}>{gap}</span>}
          </span>
        ),
      }),
      render: (row) => (
        <span title={row.plDay === null ? plDayUnknown : plDayMeaning}>
          <Change money={row.plDay} />
        </span>
      ),
    },
    {
      id: 'protection',
      header: 'Protection',
      align: 'center',
      render: (row) => <Shield row={row} onRepair={onRepair} />,
      sortValue: (row) => (row.coveredQty / heldQuantity(row)) * (row.protection === 'TOO_LARGE' ? 0.5 : 1),
      text: (row) => row.protection,
    },
    priceColumn(
      'stopLossPrice',
      'Stop Price',
      (row) => row.stopLossPrice,
      (row) =>
        row.protection === 'NONE' ? (
          <span className={row.lacksStop ? classes['warn'] : classes['dimmed']}>no stop</span>
        ) : (
          <StopPrice row={row} />
        ),
    ),
    {
      ...countColumn<Operation>({
        id: 'stopLossQty',
        header: 'Stop Qty',
        value: (row) => (row.protection === 'NONE' ? null : row.stopLossQty),
      }),
      render: (row) => <StopQuantity row={row} />,
    },
    {
      ...percentColumn<Operation>({
        id: 'riskPercent',
        header: 'Risk %',
        value: (row) => row.riskPercent,
        total: summary && (
          <span title="Average of the rows with a stop">
            {summary.riskPercent === null ? null : <span className={classes['dimmed']}>avg </span>}
            {formatPercent(summary.riskPercent)}
          </span>
        ),
      }),
    },
    moneyColumn({
      id: 'riskQty',
      header: 'Risk Qty',
      value: (row) => row.riskQty,
      total: summary && <Money value={summary.riskQty} />,
    }),
  ]
}

/** Source: docs/rules/trading.md, "Operations". */
function CodeButton({ row }: { readonly row: Operation }) {
  return (
    <UnstyledButton
      className={classes['code']}
      title={row.name}
      aria-label={`Graph of ${row.code}, ${row.name}`}
      onClick={() => openGraph({ title: 'Graph', code: row.code, timing: 'MONTH' })}
    >
      {row.code}
    </UnstyledButton>
  )
}

function Shield({ row, onRepair }: { readonly row: Operation; readonly onRepair: OperationColumnParts['onRepair'] }) {
  const mark = <ProtectionMark covered={row.stopLossQty} held={heldQuantity(row)} isMarkOnly />
  if (!row.repair || onRepair === undefined) return <span className={classes['shield']}>{mark}</span>
  return (
    <UnstyledButton
      className={classes['shield']}
      aria-label={`Repair the protection of ${formatCode(row.code)}`}
      title="Shows the repair"
      onClick={() => onRepair(row.code)}
    >
      {mark}
    </UnstyledButton>
  )
}

function Price({ value }: { readonly value: number | null }) {
  return <Money value={priceText(value)} decimals={decimalsOf(value)} />
}

function StopPrice({ row: { stopLossPrice: price, stopTrail: trail } }: { readonly row: Operation }) {
  if (trail === null) return <Price value={price} />
  return (
    <>
      {price === null ? null : (
        <>
          <Price value={price} />{' '}
        </>
      )}
      <span className={classes['dimmed']}>{describeTrail(trail)}</span>
    </>
  )
}

function StopQuantity({ row }: { readonly row: Operation }) {
  if (row.protection === 'NONE') return <Absent />
  const held = heldQuantity(row)
  return (
    <>
      {formatCount(row.stopLossQty)}
      {row.stopLossQty === held ? null : <span className={classes['dimmed']}> of {formatCount(held)}</span>}
    </>
  )
}

/** Rows are green or red by open profit. Source: docs/rules/trading.md, "Operations". */
export const toneOf = (row: Operation) => (row.plOpen > 0n ? 'profit' : row.plOpen < 0n ? 'loss' : undefined)
export const rowIdOf = (row: Operation): string => `${row.code} ${Math.sign(signedQuantity(row))}`
