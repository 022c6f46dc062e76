// The definition of a table column, and factories for the usual kinds. Numbers and their headers are right-aligned,
// text is left-aligned, switches are centred.
import type { ReactNode } from 'react'
import { Change } from '../figure/change.tsx'
import { Money } from '../figure/money.tsx'
import { absent, formatMoney, withCurrency, type MoneyFormat, type MoneyValue } from '../format/money.ts'
import { formatPercent } from '../format/percent.ts'
import { formatCount } from '../format/number.ts'
import { formatDateTime } from '../format/date.ts'

export type SortValue = string | number | bigint | boolean | null | undefined

export interface Column<Row extends object> {
  readonly id: string
  readonly header: string
  readonly render: (row: Row) => ReactNode
  /** Value to sort by; a column without it cannot be sorted. Absent values come last in both directions. */
  readonly sortValue?: (row: Row) => SortValue
  /** The cell as text for the CSV file; a column without it is omitted from the file. */
  readonly text?: (row: Row) => string
  /** Its text is an amount in the currency of the screen, which files name in the header. */
  readonly isAmount?: boolean
  readonly align?: 'left' | 'right' | 'center'
  /** What the column means, shown with its header; for columns that can be sorted. */
  readonly help?: string
  /** In pixels or CSS; columns without it share the remaining width. */
  readonly width?: number | string
  /** Cannot be hidden. */
  readonly isFixed?: boolean
  readonly isHiddenByDefault?: boolean
  /** The last column, with the row's actions: it stays visible at the right edge while the others scroll underneath. */
  readonly isAction?: boolean
  /** Cell of the totals row. */
  readonly total?: ReactNode
}

interface ColumnBase<Row extends object> extends Pick<
  Column<Row>,
  'id' | 'header' | 'help' | 'width' | 'isFixed' | 'isHiddenByDefault' | 'total' | 'align'
> {}

/** Text column; `isCode` sets tickers, account numbers and names of people in weight 600. */
export function textColumn<Row extends object>(
  column: ColumnBase<Row> & {
    readonly value: (row: Row) => string | null | undefined
    readonly isCode?: boolean
    readonly render?: (row: Row) => ReactNode
  },
): Column<Row> {
  const { value, isCode = false, render, ...base } = column
  return {
    ...base,
    render: render ?? ((row) => (isCode ? <strong>{value(row) ?? absent}</strong> : (value(row) ?? <Absent />))),
    sortValue: (row) => value(row)?.toLowerCase(),
    text: (row) => value(row) ?? '',
  }
}

/** Returns the column without sorting, for a list in an order of the server's. */
export const unsorted = <Row extends object>({ sortValue: _sortValue, ...column }: Column<Row>): Column<Row> => column

/** Money in text colour. */
export function moneyColumn<Row extends object>(
  column: ColumnBase<Row> & {
    readonly value: (row: Row) => MoneyValue | null | undefined
    readonly format?: MoneyFormat
    /** ISO code of the row's currency; dollars without it. */
    readonly currency?: (row: Row) => string
  },
): Column<Row> {
  const { value, format, currency, ...base } = column
  return {
    align: 'right',
    ...base,
    render: (row) => <Money value={value(row)} {...format} {...(currency ? { currency: currency(row) } : {})} />,
    sortValue: (row) => moneySortValue(value(row)),
    isAmount: currency === undefined,
    text: (row) => {
      const plain = plainMoney(value(row), format?.decimals)
      const code = currency?.(row) ?? 'USD'
      return plain === '' || code === 'USD' ? plain : withCurrency(plain, code)
    },
  }
}

/** Profit and loss in money, with triangle, sign and colour. */
export function profitColumn<Row extends object>(
  column: ColumnBase<Row> & { readonly value: (row: Row) => MoneyValue | null | undefined },
): Column<Row> {
  const { value, ...base } = column
  return {
    align: 'right',
    isAmount: true,
    ...base,
    render: (row) => <Change money={value(row)} />,
    sortValue: (row) => moneySortValue(value(row)),
    text: (row) => plainMoney(value(row)),
  }
}

/** Percentages; `isChange` adds triangle, sign and colour. */
export function percentColumn<Row extends object>(
  column: ColumnBase<Row> & { readonly value: (row: Row) => number | null | undefined; readonly isChange?: boolean },
): Column<Row> {
  const { value, isChange = false, ...base } = column
  return {
    align: 'right',
    ...base,
    render: (row) => (isChange ? <Change percent={value(row)} /> : formatPercent(value(row))),
    sortValue: value,
    text: (row) => formatPercent(value(row)).replaceAll(/[%,]/g, '').replace(absent, ''),
  }
}

export function countColumn<Row extends object>(
  column: ColumnBase<Row> & { readonly value: (row: Row) => number | bigint | null | undefined },
): Column<Row> {
  const { value, ...base } = column
  return {
    align: 'right',
    ...base,
    render: (row) => formatCount(value(row)),
    sortValue: value,
    text: (row) => String(value(row) ?? ''),
  }
}

/**
 * An instant in 12 px, so that two fit next to each other; `isStackable` puts the time below the day where the table is
 * tight.
 */
export function instantColumn<Row extends object>(
  column: ColumnBase<Row> & { readonly value: (row: Row) => number | null | undefined; readonly isStackable?: boolean },
): Column<Row> {
  const { value, isStackable = false, ...base } = column
  return {
    ...base,
    render: (row) => (
      <span style={{ fontSize: 12, whiteSpace: isStackable ? 'normal' : 'nowrap' }}>
        {value(row) ? <Instant words={formatDateTime(value(row))} /> : <Absent />}
      </span>
    ),
    sortValue: value,
    text: (row) => (value(row) ? formatDateTime(value(row)) : ''),
  }
}

/** Wraps only between day and time, never at the hyphens of a day. */
export function Instant({ words }: { readonly words: string }) {
  const [day, ...time] = words.split(' ')
  return (
    <>
      <span style={{ whiteSpace: 'nowrap' }}>{day}</span> <span style={{ whiteSpace: 'nowrap' }}>{time.join(' ')}</span>
    </>
  )
}

/** Returns the header of a column in a file or on paper, where cells are plain numbers: "Net Amount (EUR)". */
export const fileHeader = (
  { header, isAmount }: Pick<Column<never>, 'header' | 'isAmount'>,
  currency: string,
): string => (isAmount && currency !== 'USD' ? `${header} (${currency})` : header)

/** Placeholder for an absent value. */
export function Absent() {
  return <span style={{ color: 'var(--cf-dimmed)' }}>{absent}</span>
}

function plainMoney(value: MoneyValue | null | undefined, decimals = 2): string {
  return value === null || value === undefined
    ? ''
    : formatMoney(value, { isPlain: true, decimals }).replaceAll(',', '')
}

/** Returns a bigint in ten-thousandths as sort key for decimal text. */
function moneySortValue(value: MoneyValue | null | undefined): bigint | undefined {
  if (value === null || value === undefined) return undefined
  return BigInt(formatMoney(value, { isPlain: true, decimals: 4 }).replaceAll(/[,.]/g, ''))
}
