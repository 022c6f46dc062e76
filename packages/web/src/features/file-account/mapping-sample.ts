// What the first rows of a table become by the meanings chosen so far, read as the import reads them. Pure.
import type { ColumnMeanings, MappingSample } from '@clubfolio/contract'
import { watchDateOrder, type DateOrder } from '@clubfolio/domain'
import { actionWord, previewRow } from '@clubfolio/statement-files/browser'

/** Headings are the first line; a title above them shifts the lines of the file, so rows are counted from 1. */
const firstRow = 1

export type SampleLine = ReturnType<typeof previewRow>

export interface SampleReading {
  readonly lines: readonly SampleLine[]
  /** Every date of the sample reads with the month and with the day first; the whole file decides. */
  readonly isDateOrderOpen: boolean
}

export function readSample({ rows }: Pick<MappingSample, 'rows'>, meanings: ColumnMeanings): SampleReading {
  const order = dateOrderOf(rows, meanings)
  return {
    lines: rows.map((cells, index) =>
      previewRow(cells, meanings, { line: index + firstRow, dateOrder: order ?? 'mdy' }),
    ),
    isDateOrderOpen: order === undefined,
  }
}

function dateOrderOf(
  rows: MappingSample['rows'],
  { columns, dateOrder }: ColumnMeanings,
): DateOrder | 'ymd' | undefined {
  if (dateOrder !== 'fromFile') return dateOrder
  const watch = watchDateOrder()
  const column = columns.date
  if (column !== undefined) for (const [index, cells] of rows.entries()) watch.note(cells[column] ?? '', index)
  const decision = watch.decide()
  return 'order' in decision ? decision.order : undefined
}

/** Returns the different words of the column of the action, in small letters; empty without such a column. */
export function actionWords(
  { rows, words }: Pick<MappingSample, 'rows' | 'words'>,
  column: number | undefined,
): string[] {
  if (column === undefined) return []
  const found = words[column] ?? rows.map((cells) => actionWord(cells[column] ?? ''))
  return [...new Set(found)].filter((word) => word !== '')
}

/** Returns the name of a column: its heading, or its place where it has none. */
export const columnTitle = (head: readonly string[], index: number): string => {
  const heading = head[index]?.trim() ?? ''
  return heading === '' ? `Column ${index + 1}` : heading
}
