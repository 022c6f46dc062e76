// The column types in PostgreSQL: what a computed row is cast to, and the exact text a cell is read as.
import type { ReportColumnType } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ReportColumnDefinition } from './report-table.ts'

const sqlTypes: Readonly<Record<ReportColumnType, 'text' | 'date' | 'timestamptz' | 'numeric'>> = {
  TEXT: 'text',
  CODE: 'text',
  INSTRUMENT_CODE: 'text',
  MONTH: 'text',
  DATE: 'date',
  DATE_TIME: 'timestamptz',
  INTEGER: 'numeric',
  QUANTITY: 'numeric',
  UNITS: 'numeric',
  UNIT_VALUE: 'numeric',
  DOLLAR: 'numeric',
  PRICE_DOLLAR: 'numeric',
  PERCENT: 'numeric',
}

/** Decimals that a cell is rounded to; those of dollars and percentages are always written. */
const decimals: Partial<Record<ReportColumnType, number>> = {
  INTEGER: 0,
  QUANTITY: 8,
  UNITS: 8,
  UNIT_VALUE: 10,
  DOLLAR: 2,
  PRICE_DOLLAR: 4,
  PERCENT: 2,
}
const fixed: ReadonlySet<ReportColumnType> = new Set(['INTEGER', 'DOLLAR', 'PERCENT'])

/** Rounds a number to what its column shows. */
export const shownNumber = (type: ReportColumnType, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round((${value})::numeric, ${sql.lit(decimals[type] ?? 0)})`

/** Returns a value as the text of a cell. */
export function cellSql(type: ReportColumnType, value: RawBuilder<unknown>): RawBuilder<string | null> {
  if (decimals[type] !== undefined)
    return fixed.has(type) ? sql`${shownNumber(type, value)}::text` : sql`trim_scale(${shownNumber(type, value)})::text`
  return type === 'DATE_TIME'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
    : sql`(${value})::text`
}

/** Returns the sort key of a value: words case-insensitively, by code points so that every server orders alike. */
export const sortKey = (type: ReportColumnType, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sqlTypes[type] === 'text' ? sql`lower(${value}::text) collate "C"` : value

/** Returns the tie breaker between equal rows: any order will do, so the cheapest. */
export const tieKey = (type: ReportColumnType, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sqlTypes[type] === 'text' ? sql`${value}::text collate "C"` : value

/** A value in a computed row; a bigint is whole cents and must be converted to decimal text first. */
export type ComputedValue = string | number | null
/** A row with a value for each of the columns: a field that is missing, or is none of theirs, does not compile. */
export type ComputedRow<Columns extends readonly ReportColumnDefinition[]> = Readonly<
  Record<Columns[number]['field'], ComputedValue>
>

/**
 * Returns rows computed by the application as a select statement, so that the database orders, pages and sums every
 * report. Numbers travel as text where they must stay exact.
 */
export function computedRows<Field extends string>(
  columns: readonly ReportColumnDefinition<Field>[],
  rows: readonly Readonly<Record<NoInfer<Field>, ComputedValue>>[],
): RawBuilder<unknown> {
  // One array per column: several times faster than a JSON document of rows.
  const arrays = sql.join(
    columns.map(({ field, type }) => sql`${rows.map((row) => textOf(row[field]))}::${sql.raw(sqlTypes[type])}[]`),
  )
  return sql`select * from unnest(${arrays}) as computed(${sql.join(columns.map(({ field }) => sql.id(field)))})`
}

const textOf = (value: ComputedValue): string | null => (value === null ? null : String(value))
