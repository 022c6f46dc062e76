// What lines contribute beyond a benchmark at the same weight.
// Source: docs/rules/attribution.md, "Against a benchmark".
import { sessionOnOrBefore } from '../calendar/session.ts'
import { divideHalfEven, floorDivide } from '../money/fraction.ts'
import { roundByLargestRemainder } from '../money/largest-remainder.ts'
import type { MarketDay } from '../kind.ts'
import type { AttributedDay } from './attributed-day.ts'
import { shareDecimals } from './sum-lines.ts'

const scale = 10n ** BigInt(shareDecimals)
/** Closes are whole steps of it, so that the benchmark's growth is a fraction of two whole numbers. */
const priceSteps = 1e8

export interface BenchmarkPath {
  /** The return over the days, in steps of 1e-50. */
  readonly total: bigint
  /** For each day, its return x the growth from the start to the close before; together they are the total. */
  readonly steps: readonly bigint[]
}

/**
 * Follows a benchmark over the days, from the close before each to its own; times without units are left out, as the
 * return of a holder leaves them out. Closes are by session. Returns the first day without a close where there is one.
 * Example: closes of 100, 101 and 99.99 are the steps 1 % and -1.01 %, together -0.01 %.
 */
export function followBenchmark(
  days: readonly AttributedDay[],
  closes: ReadonlyMap<MarketDay, number>,
): BenchmarkPath | { readonly missingDay: MarketDay } {
  const steps: bigint[] = []
  let growth = scale
  /** The start of the stretch of days that follow each other, with the growth up to it. */
  let from: { readonly growth: bigint; readonly price: bigint } | undefined
  let last: MarketDay | undefined
  for (const { day, startDay, baseCents } of days) {
    if (baseCents.numerator === 0n) {
      steps.push(0n)
      continue
    }
    const [before, now] = [priceOn(closes, startDay), priceOn(closes, day)]
    if (before === undefined || now === undefined) return { missingDay: before === undefined ? startDay : day }
    if (from === undefined || startDay !== last) from = { growth, price: before }
    const next = divideHalfEven(from.growth * now, from.price)
    steps.push(next - growth)
    growth = next
    last = day
  }
  return { total: growth - scale, steps }
}

/** The close of the session, or of the last one before a day that is none. */
function priceOn(closes: ReadonlyMap<MarketDay, number>, day: MarketDay): bigint | undefined {
  const close = closes.get(sessionOnOrBefore(day))
  return close !== undefined && close > 0 ? BigInt(Math.round(close * priceSteps)) : undefined
}

/**
 * Returns what a cent of market value at the close before takes from a line's contribution on each day: the benchmark's
 * step / base. A line's excess contribution is its contribution less the sum of these; Cash has the rest of the steps.
 */
export const benchmarkPerCent = (days: readonly AttributedDay[], steps: readonly bigint[]): bigint[] =>
  days.map(({ baseCents: { numerator, denominator } }, index) =>
    numerator > 0n ? divideHalfEven((steps[index] ?? 0n) * denominator, numerator) : 0n,
  )

/**
 * Rounds excess contributions to hundredths of a percent so that they add up to the shown total; where what is shown of
 * other figures moves the total by more than a hundredth, the rest is left. Example: 0.304 % and -0.404 % that shall be
 * -0.10 % are 0.30 % and -0.40 %.
 */
export function roundExcess(parts: ReadonlyMap<string, bigint>, totalHundredths: bigint): Map<string, bigint> {
  const numerators = [...parts].map(([line, part]) => [line, part * 10_000n] as const)
  const exact = numerators.reduce((sum, [, part]) => sum + part, 0n)
  const floors = numerators.reduce((sum, [, part]) => sum + floorDivide(part, scale), 0n)
  const near = divideHalfEven(exact, scale)
  const wanted = within(totalHundredths, near - 1n, near + 1n)
  return roundByLargestRemainder(within(wanted, floors, floors + BigInt(parts.size)), numerators, scale)
}

const within = (value: bigint, least: bigint, most: bigint): bigint =>
  value < least ? least : value > most ? most : value
