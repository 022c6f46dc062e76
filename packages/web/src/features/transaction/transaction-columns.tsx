// The columns of the transactions table, as specified; long descriptions are truncated at 28 characters and shown in
// full on hover and focus. Source: docs/rules/trading.md, "Transactions".
import { sentenceCase } from '@clubfolio/domain'
import type { Transaction } from '@clubfolio/contract'
import { CutText } from '../../ui/cut-text.tsx'
import { formatDateTime } from '../../ui/format/date.ts'
import { moneyColumn, textColumn, type Column } from '../../ui/table/column.tsx'
import classes from './transaction.module.css'

export const shownDescriptionCharacters = 28

/** The amount as decimal text, which the money formats parse exactly. */
export const netText = ({ netAmount }: Transaction): string => String(netAmount)

export const transactionTime = ({ transactionDate }: Transaction): number => Date.parse(transactionDate)

/**
 * Returns the trade date, with the time of day if it was booked on that day: "2026-03-04 15:00:00 ET", or "2026-03-04"
 * alone.
 */
export function tradeTimeText(row: Transaction): string {
  const booked = formatDateTime(transactionTime(row))
  return booked.startsWith(row.tradeDate) ? booked : row.tradeDate
}

/** Column ids are the server's sort keys; the account is the same in every row and not sortable. */
export const transactionColumns: readonly Column<Transaction>[] = [
  textColumn({
    id: 'transactionId',
    header: 'Transaction ID',
    value: (row) => row.transactionId,
    isCode: true,
    isFixed: true,
  }),
  textColumn({
    id: 'type',
    header: 'Type',
    value: (row) => row.type,
    render: (row) => <span title={row.type}>{sentenceCase(row.type)}</span>,
  }),
  moneyColumn({ id: 'netAmount', header: 'Net Amount', value: netText, format: { isSigned: true } }),
  textColumn({
    id: 'description',
    header: 'Description',
    value: (row) => row.description,
    render: (row) => <CutText text={row.description} characters={shownDescriptionCharacters} />,
  }),
  textColumn({ id: 'orderId', header: 'Order ID', value: (row) => row.orderId }),
  {
    id: 'transactionDate',
    header: 'Transaction Date',
    render: (row) => (
      <span className={classes['time']} title={`Booked ${formatDateTime(transactionTime(row))}`}>
        {tradeTimeText(row)}
      </span>
    ),
    sortValue: (row) => `${row.tradeDate} ${row.transactionDate}`,
    text: tradeTimeText,
  },
  { id: 'number', header: 'Account', render: (row) => row.number, text: (row) => row.number },
]
