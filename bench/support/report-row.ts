// How a benchmark tells what it found: one row a promise. A row is printed where the benchmark runs; `npm run bench` collects the rows
// of all of them for its table (scripts/bench.mjs) by the file that it names.
import { appendFileSync } from 'node:fs'

/** Where rows are written for the table, one JSON text a line; not set when a benchmark runs alone. */
const rowsVariable = 'CLUBFOLIO_BENCH_ROWS'

export interface BenchRow {
  /** What against what. */
  readonly what: string
  /** The figure that the bar is about, mostly a ratio; null where there is none and the words in `figures` are all. */
  readonly value: number | null
  /** What is promised; without a bar the figure is written down only. */
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number }
  readonly unit?: string
  /** Decimal places of the figure; 2 usually. */
  readonly digits?: number
  /** The absolute figures behind it. */
  readonly figures?: string
}

/**
 * Prints a row, hands it to the table, and answers whether the promise is kept; a broken one makes the process end with 1.
 *
 * @example `reportRow({ what: 'import against COPY', value: 1.9, bar: { atMost: 2.5 }, figures: '11.1 s / 6.5 s' })` answers true.
 */
export function reportRow(row: BenchRow): boolean {
  const { what, value, bar, unit, digits = 2, figures = '' } = row
  const isKept = bar === undefined || (value !== null && ('atMost' in bar ? value <= bar.atMost : value >= bar.atLeast))
  const figure = value === null ? '' : `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
  const promise = bar === undefined ? '' : 'atMost' in bar ? `at most ${bar.atMost}` : `at least ${bar.atLeast}`
  const outcome = bar === undefined ? 'written' : isKept ? 'kept' : 'BROKEN'
  hand({ what, figure, bar: promise, outcome, figures })
  console.log(`${outcome.padEnd(7)} ${[figure, promise && `(${promise})`, `${what}${figures && `: ${figures}`}`].filter((part) => part !== '').join(' ')}`)
  if (!isKept) process.exitCode = 1
  return isKept
}

/** A benchmark that cannot run here says what it needs; nothing is broken by that. */
export function reportSkipped(what: string, needs: string): void {
  hand({ what, figure: '', bar: '', outcome: 'SKIPPED', figures: needs })
  console.log(`SKIPPED ${what}: ${needs}`)
}

function hand(row: Readonly<Record<'what' | 'figure' | 'bar' | 'outcome' | 'figures', string>>): void {
  const file = process.env[rowsVariable]
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`)
}
