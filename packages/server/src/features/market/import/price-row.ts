// The fields of a row of prices: those after the last needed one may be missing, and empty ones state nothing.
import type { DailyColumns } from './file-kind.ts'

export interface PriceRow {
  readonly columns: DailyColumns
  readonly columnCount: number
  readonly delimiter: string
}

/**
 * Returns the fault of a row with too few or too many fields, or undefined. Missing fields at the end count as missing
 * only when one of them is needed; further fields are a fault unless they are empty, because then columns have moved.
 */
export function columnsFault(fields: readonly string[], { columns, columnCount }: PriceRow): string | undefined {
  const { date, open, high, low, close, symbol = 0 } = columns
  const isShort = fields.length <= Math.max(date, open, high, low, close, symbol)
  const isLong = fields.length > columnCount && fields.slice(columnCount).some((field) => field.trim() !== '')
  return isShort || isLong ? `has ${fields.length} columns, the header has ${columnCount}` : undefined
}

/** Returns the text of a column that a file or a row may lack. */
export const optionalField = (fields: readonly string[], column: number | undefined, absent: string): string =>
  (column === undefined ? '' : (fields[column]?.trim() ?? '')) || absent
