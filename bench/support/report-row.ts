// How a benchmark reports its findings: one row per promise. A row is printed where the benchmark runs; `npm run bench`
// collects the rows of all benchmarks for its table (scripts/bench.mjs) through the file that it names.
import { appendFileSync } from 'node:fs'

/** The file that collects rows for the table, one JSON text per line; unset when a benchmark runs alone. */
const rowsVariable = 'CLUBFOLIO_BENCH_ROWS'

export interface BenchRow {
  /** What is compared with what. */
  readonly what: string
  /** The figure that the limit applies to, usually a ratio; null where there is none and `figures` says everything. */
  readonly value: number | null
  /** The promise; without a limit the figure is only recorded. */
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number }
  readonly unit?: string
  /** Decimal places of the figure; 2 by default. */
  readonly digits?: number
  /** The absolute figures behind it. */
  readonly figures?: string
}

/**
 * Prints a row, adds it to the table, and returns whether the promise is kept; a broken one makes the process exit with
 * 1.
 *
 * @example `reportRow({ what: 'import against COPY', value: 1.9, bar: { atMost: 2.5 }, figures: '11.1 s / 6.5 s' })`
 * returns true.
 */
export function reportRow(row: BenchRow): boolean {
  const { what, value, bar, unit, digits = 2, figures = '' } = row
  const isKept = bar === undefined || (value !== null && ('atMost' in bar ? value <= bar.atMost : value >= bar.atLeast))
  const figure = value === null ? '' : `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
  const promise = bar === undefined ? '' : 'atMost' in bar ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`
  const outcome = bar === undefined ? 'written' : isKept ? 'kept' : 'BROKEN'
  hand({ what, figure, bar: promise, outcome, figures })
  console.log(
    `${outcome.padEnd(7)} ${[figure, promise && `(${promise})`, `${what}${figures && `: ${figures}`}`].filter((part) => part !== '').join(' ')}`,
  )
  if (!isKept) process.exitCode = 1
  return isKept
}

/** Reports what a benchmark needs when it cannot run here; this breaks no promise. */
export function reportSkipped(what: string, needs: string): void {
  hand({ what, figure: '', bar: '', outcome: 'SKIPPED', figures: needs })
  console.log(`SKIPPED ${what}: ${needs}`)
}

function hand(row: Readonly<Record<'what' | 'figure' | 'bar' | 'outcome' | 'figures', string>>): void {
  const file = process.env[rowsVariable]
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
