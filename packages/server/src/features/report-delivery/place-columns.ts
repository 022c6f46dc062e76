// Column widths of a printed table: figures as wide as they need, words share the rest, and the page turns to landscape
// when necessary.
import type { ReportColumnType } from '@clubfolio/contract'

export interface MeasuredColumn {
  readonly type: ReportColumnType
  /** The widest line, and the widest word, in points at size 1. */
  readonly line: number
  readonly word: number
}

export interface Placing {
  readonly isLandscape: boolean
  readonly size: number
  /** One per column, in points. */
  readonly widths: readonly number[]
}

/**
 * Text sizes tried in turn; below the last one nothing would be legible, so words and in the end figures are broken.
 */
const sizes = [8.5, 7.5, 6.5, 5.5] as const
/** No column of words requests more than this many times the text's size before it wraps. */
const mostWords = 26
const leastWords = 6
/** A table narrower than its page is widened, but only this far, so that its figures do not drift apart. */
const mostStretch = 1.7
export const cellGap = 8

/** `room` is the width between the margins of a portrait and a landscape page. */
export function placeColumns(
  columns: readonly MeasuredColumn[],
  room: { readonly portrait: number; readonly landscape: number },
): Placing {
  const pages = [
    [false, room.portrait],
    [true, room.landscape],
  ] as const
  for (const size of sizes) {
    const wanted = columns.map((column) => wantedWidth(column) * size + cellGap)
    const least = columns.map((column) => leastWidth(column) * size + cellGap)
    for (const [isLandscape, width] of size === sizes[0] ? pages : pages.slice(1)) {
      if (sum(wanted) <= width) return { isLandscape, size, widths: stretch(wanted, width) }
    }
    // Wrapped words on a landscape page are easier to read than smaller figures.
    if (sum(least) <= room.landscape) return { isLandscape: true, size, widths: share(wanted, least, room.landscape) }
  }
  const size = sizes.at(-1)!
  const least = columns.map((column) => leastWidth(column) * size + cellGap)
  const scale = room.landscape / sum(least)
  return { isLandscape: true, size, widths: least.map((width) => width * scale) }
}

const isWrapped = ({ type }: MeasuredColumn): boolean => type === 'TEXT' || type === 'CODE'
const wantedWidth = (column: MeasuredColumn): number =>
  isWrapped(column) ? Math.min(column.line, mostWords) : column.line
const leastWidth = (column: MeasuredColumn): number =>
  isWrapped(column) ? Math.min(column.line, Math.max(leastWords, Math.min(column.word, mostWords / 2))) : column.line
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function stretch(wanted: readonly number[], room: number): number[] {
  const factor = Math.min(mostStretch, room / sum(wanted))
  return wanted.map((width) => width * factor)
}

/** The room above the minimum is distributed in proportion to how much more each column wants. */
function share(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const left = room - sum(least)
  const more = wanted.map((width, index) => width - least[index]!)
  const total = sum(more)
  return least.map((width, index) => (total === 0 ? width : width + (more[index]! / total) * left))
}
