// The shape of one forward-only step of the brokerage's tables.

/** One numbered step: plain SQL of one purpose, run once inside a transaction of its own and never changed afterwards. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}
