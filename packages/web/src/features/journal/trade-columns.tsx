// The columns of the list of trades. Their ids are the server's orders; columns without one cannot be sorted.
// Source: docs/rules/trading.md, "Journal".
import { tradeOrders, type TradeOrder, type TradeRow } from '@clubfolio/contract'
import { IconNote } from '@tabler/icons-react'
import { Money } from '../../ui/figure/money.tsx'
import { absent, formatMoney } from '../../ui/format/money.ts'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatCount } from '../../ui/format/number.ts'
import { Absent, percentColumn, profitColumn, type Column } from '../../ui/table/column.tsx'
import {
  describeCodes,
  describeHolding,
  excursionHelp,
  formatTradePrice,
  missingRWords,
  rHelp,
  sideWords,
} from './journal-words.ts'
import classes from './journal.module.css'
import { RValue } from './r-value.tsx'

export const isTradeOrder = (id: string): id is TradeOrder => tradeOrders.some((order) => order === id)

/** The cell opens its trade, so that keyboard and screen reader find it by its name. */
function CodeCell({ row, onOpen }: { readonly row: TradeRow; readonly onOpen: (row: TradeRow) => void }) {
  return (
    <span className={classes['code']}>
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open ${describeCodes(row)}, entered ${row.openedDay ?? 'before the first transaction'}`}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(row)
        }}
      >
        {describeCodes(row)}
      </button>
      {row.hasNote ? <IconNote size={14} stroke={1.6} aria-label="Has a note" /> : null}
    </span>
  )
}

const dayOf = (at: number | null): string => (at === null ? '' : formatDateTime(at, false))
/** R in files is a plain number. */
const rColumn = (id: string, header: string, value: (row: TradeRow) => number | null): Column<TradeRow> => ({
  id,
  header,
  align: 'right',
  render: (row) => <RValue r={value(row)} />,
  ...sortable(value),
  text: (row) => value(row)?.toFixed(2) ?? '',
})
const sortable = (value: (row: TradeRow) => string | number | null) => ({ sortValue: value })

export interface TradeColumnsOptions {
  readonly onOpen: (row: TradeRow) => void
  /** Names the account of a row; undefined where all rows are of one. */
  readonly accountOf: ((row: TradeRow) => string) | undefined
}

export function tradeColumns({ onOpen, accountOf }: TradeColumnsOptions): Column<TradeRow>[] {
  const price = (id: string, header: string, value: (row: TradeRow) => number | null): Column<TradeRow> => ({
    id,
    header,
    align: 'right',
    render: (row) => formatTradePrice(value(row)),
    text: (row) => formatTradePrice(value(row)).replaceAll(/[,]/g, '').replace(absent, ''),
  })
  const instant = (id: string, header: string, value: (row: TradeRow) => number | null): Column<TradeRow> => ({
    id,
    header,
    render: (row) => (value(row) === null ? <Absent /> : <span className={classes['time']}>{dayOf(value(row))}</span>),
    ...sortable(value),
    text: (row) => dayOf(value(row)),
  })
  return [
    {
      id: 'code',
      header: 'Symbol',
      isFixed: true,
      render: (row) => <CodeCell row={row} onOpen={onOpen} />,
      ...sortable(describeCodes),
      text: describeCodes,
    },
    { id: 'side', header: 'Side', render: (row) => sideWords[row.side], text: (row) => sideWords[row.side] },
    {
      id: 'quantity',
      header: 'Qty',
      align: 'right',
      render: (row) => formatCount(row.quantity),
      ...sortable((row) => row.quantity),
      text: (row) => String(row.quantity),
    },
    instant('opened', 'Opened', (row) => row.openedAt),
    {
      ...instant('closed', 'Closed', (row) => row.closedAt),
      render: (row) =>
        row.closedAt === null ? 'Open' : <span className={classes['time']}>{dayOf(row.closedAt)}</span>,
    },
    {
      id: 'held',
      header: 'Held',
      align: 'right',
      render: describeHolding,
      ...sortable(({ openedAt, closedAt }) => (openedAt === null || closedAt === null ? null : closedAt - openedAt)),
      text: (row) => describeHolding(row).replace(absent, ''),
    },
    price('entry', 'Entry', (row) => row.entryPrice),
    price('exit', 'Exit', (row) => row.exitPrice),
    profitColumn({ id: 'result', header: 'Result', value: (row) => row.result }),
    percentColumn({ id: 'percent', header: 'Result %', value: (row) => row.resultPercent, isChange: true }),
    {
      ...rColumn('r', 'R', (row) => row.r),
      help: rHelp,
      render: (row) => <RValue r={row.r} title={row.missingR === null ? undefined : missingRWords[row.missingR]} />,
    },
    profitColumn({ id: 'best', header: 'Best', help: excursionHelp('highest'), value: (row) => row.best }),
    profitColumn({ id: 'worst', header: 'Worst', help: excursionHelp('lowest'), value: (row) => row.worst }),
    { ...rColumn('bestR', 'Best R', (row) => row.bestR), isHiddenByDefault: true },
    { ...rColumn('worstR', 'Worst R', (row) => row.worstR), isHiddenByDefault: true },
    { id: 'setup', header: 'Setup', render: (row) => row.setup, text: (row) => row.setup },
    { id: 'tags', header: 'Tags', render: (row) => row.tags.join(', '), text: (row) => row.tags.join(', ') },
    ...(['risk', 'fees'] as const).map((id): Column<TradeRow> => ({
      id,
      header: id === 'risk' ? 'Risk (1 R)' : 'Fees',
      align: 'right',
      isHiddenByDefault: true,
      isAmount: true,
      render: (row) => <Money value={row[id]} />,
      text: (row) => (row[id] === null ? '' : formatMoney(row[id], { isPlain: true }).replaceAll(',', '')),
    })),
    ...(accountOf === undefined
      ? []
      : [{ id: 'account', header: 'Account', render: accountOf, text: accountOf } satisfies Column<TradeRow>]),
  ]
}
