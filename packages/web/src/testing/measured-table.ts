// What the benchmark of long tables asks of its page (table-page.tsx).

export type TableKind = 'ours' | 'example'

export interface TablePage {
  /** Draws a new table and returns the milliseconds until its rows are painted. */
  readonly mount: (kind: TableKind, count: number) => Promise<number>
  /** Clicks the header of a column and returns the milliseconds until another first row is painted. */
  readonly sort: (header: string) => Promise<number>
  /** Scrolls by most of a page, `frames` times, and returns the milliseconds of a frame with its new rows. */
  readonly scroll: (frames: number) => Promise<number>
  /** Rows in the page. */
  readonly drawn: () => number
  readonly unmount: () => void
}
