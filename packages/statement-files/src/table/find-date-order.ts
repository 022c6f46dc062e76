// Decides from the whole file whether its dates have the month or the day first.
import { watchDateOrder, type DateOrder } from '@clubfolio/domain'
import { dateOrderOf } from '../date-order-of.ts'
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
 * Returns how the dates of a table are written, `ymd` if none has its year last. Refuses a file whose dates read in
 * both orders or contradict each other, unless `stated` decides.
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
  return dateOrderOf(watch.decide(stated))
}

const isDateHeading = (cell: string): boolean =>
  cell.length < 40 && !/\d/.test(cell) && /date|time/.test(columnName(cell))
