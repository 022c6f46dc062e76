// The type of one forward-only migration of the brokerage's tables.

/** One numbered step: plain SQL for one purpose, run once in its own transaction and never changed afterwards. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}
