// Account numbers on papers that are handed to members: the last four digits.
import { maskNumber } from '@clubfolio/domain'
import type { ReportColumnDefinition, ReportRow } from './report-table.ts'

/** The column of every report that holds account numbers. */
export const accountField = 'accountNumber'

/**
 * Returns the rows with masked account numbers. Two accounts that end alike are numbered, so that a graph does not take
 * them for one: "•••• 4821 (1)" and "•••• 4821 (2)".
 */
export function maskAccounts(
  columns: readonly Pick<ReportColumnDefinition, 'field'>[],
  rows: readonly ReportRow[],
): readonly ReportRow[] {
  const place = columns.findIndex(({ field }) => field === accountField)
  if (place < 0) return rows
  const numbers = [...new Set(rows.flatMap((row) => row[place] ?? []))].sort()
  const masked = new Map(
    numbers.map((number) => {
      const alike = numbers.filter((other) => maskName(other) === maskName(number))
      const mark = alike.length > 1 ? ` (${alike.indexOf(number) + 1})` : ''
      return [number, `${maskName(number)}${mark}`]
    }),
  )
  return rows.map((row) => row.map((cell, index) => (index === place ? (masked.get(cell ?? '') ?? cell) : cell)))
}

/** Masks the number of an account and keeps what its name says beside it: "•••• 4821 · Paper". */
function maskName(name: string): string {
  const [number = '', ...marks] = name.split(' · ')
  return [maskNumber(number), ...marks].join(' · ')
}
