// Arithmetic of the pager: which five numbers it shows and where its moves lead.
// Source: docs/rules/interface.md, "Pager".

/** Page sizes of every list unless its screen sets others. */
export const pageSizes = [10, 20, 50, 100, 200] as const

const buttonCount = 5

export interface PagerState {
  /** Index of the first row of the page, from 0. */
  readonly start: number
  /** Rows per page. */
  readonly count: number
  /** Total number of rows. */
  readonly total: number
}

export interface PagerWindow {
  /** Page numbers on the buttons, from 1: at most five, in blocks of five. */
  readonly pages: readonly number[]
  readonly current: number
  readonly lastPage: number
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** For example "21–40 of 64". */
  readonly range: string
}

/**
 * Returns the page buttons for a position. Numbers come in blocks of five: next past the fifth button shows the
 * following five with the first selected, previous from the first button shows the five before with the fifth selected.
 * `pagerWindow({ start: 100, count: 20, total: 164 }).pages` is `[6, 7, 8, 9]` with `current` 6.
 */
export function pagerWindow({ start, count, total }: PagerState): PagerWindow {
  const lastPage = Math.max(1, Math.ceil(total / count))
  const current = Math.min(lastPage, Math.floor(start / count) + 1)
  const blockStart = Math.floor((current - 1) / buttonCount) * buttonCount
  const pages = Array.from(
    { length: Math.min(buttonCount, lastPage - blockStart) },
    (_page, index) => blockStart + index + 1,
  )
  const from = (current - 1) * count
  return {
    pages,
    current,
    lastPage,
    hasPrevious: current > 1,
    hasNext: current < lastPage,
    range: total === 0 ? '0 of 0' : `${from + 1}–${Math.min(from + count, total)} of ${total}`,
  }
}

/** Returns the start of a page from its number: `pageStart(3, 20)` is 40. */
export function pageStart(page: number, count: number): number {
  return (page - 1) * count
}

/**
 * Returns the start after a change of page size, so that the first visible row stays visible: `startForCount(45, 20)`
 * is 40.
 */
export function startForCount(start: number, count: number): number {
  return Math.floor(start / count) * count
}
