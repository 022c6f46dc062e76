// Decides from the whole file whether its dates have the month or the day first.
import { watchDateOrder, type DateOrder } from '@clubfolio/domain'
import { StatementFileError } from '../statement-file-error.ts'
import { columnName } from './table-row.ts'
import { tableRows } from './table-rows.ts'

interface DateOrderOptions {
  readonly delimiter: string
  readonly headRow: number
  readonly stated: DateOrder | undefined
  /** The columns that hold dates; by default those that say so in their heading. */
  readonly columns: readonly number[] | undefined
}

/**
 * Returns how the dates of a table are written, `ymd` if none has its year last. Refuses a file whose dates read in both
 * orders or contradict each other, unless `stated` decides.
 */
export async function findDateOrder(
  texts: () => AsyncIterable<string>,
  { delimiter, headRow, stated, columns }: DateOrderOptions,
): Promise<DateOrder | 'ymd'> {
  const watch = watchDateOrder()
  let at = 0
  let dated: readonly number[] = columns ?? []
  for await (const { cells, line } of tableRows(texts(), delimiter)) {
    if (columns === undefined && cells.some((cell) => isDateHeading(cell)))
      dated = cells.flatMap((cell, index) => (isDateHeading(cell) ? [index] : []))
    if (at++ <= headRow) continue
    for (const index of dated) watch.note(cells[index] ?? '', line)
  }
  const decision = watch.decide(stated)
  if ('order' in decision) return decision.order
  if (decision.fault === 'AMBIGUOUS')
    throw new StatementFileError(
      'undecidedDates',
      'Every date of this file reads both with the month first and with the day first. Choose how its dates are written.',
    )
  if (decision.fault === 'CONTRADICTED')
    throw new StatementFileError(
      'contradictoryDates',
      `The date ${decision.by.text} on line ${decision.by.line} does not read in the chosen order. Choose the other one.`,
      decision.by.line,
    )
  const { monthFirst, dayFirst } = decision
  throw new StatementFileError(
    'contradictoryDates',
    `${monthFirst.text} on line ${monthFirst.line} has the month first, ${dayFirst.text} on line ${dayFirst.line} the day first. Export the file again with one kind of dates.`,
    monthFirst.line,
  )
}

const isDateHeading = (cell: string): boolean =>
  cell.length < 40 && !/\d/.test(cell) && /date|time/.test(columnName(cell))
