// Compares a fund with a benchmark in two ways: as a percent line from a common start, and as a replay that invests the
// same flows in the benchmark on the same days. The line is in percent and uses plain numbers; the replay yields money
// and is exact.
import { Decimal } from 'decimal.js'
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import { internalRate, type CashFlow, type InternalRate } from './internal-rate.ts'

/** Enough digits that a division never loses as much as a cent. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN })

/** Official closing prices of the benchmark, by day. */
export interface BenchmarkClose {
  readonly day: MarketDay
  readonly close: number
}

export interface BenchmarkReplay {
  readonly endValueCents: Cents
  readonly internalRate: InternalRate
}

/**
 * Returns the change in percent since the close on `from` (or the last one before it): 12.5 is 12.5 % up. Empty if
 * there is no such close.
 */
export function rebasedLine(
  closes: readonly BenchmarkClose[],
  from: MarketDay,
): Array<readonly [day: MarketDay, percent: number]> {
  const base = closeOn(closes, from)
  if (base === undefined) return []
  return closes.filter((one) => one.day >= from).map((one) => [one.day, (one.close / base - 1) * 100] as const)
}

/**
 * Invests the same flows in the benchmark, each at that day's close (or the last one before it if the day has none),
 * and returns the value on the as-of day, rounded half-even once. Undefined when prices do not reach back to the first
 * flow.
 * Example: 1,000.00 in at a close of 400, at 440 it is worth 1,100.00. Source: docs/rules/fund.md, "Performance
 * figures".
 */
export function replayBenchmark(
  flows: readonly CashFlow[],
  closes: readonly BenchmarkClose[],
  asOf: MarketDay,
): BenchmarkReplay | undefined {
  let shares = new Exact(0)
  for (const flow of flows.filter((one) => one.day <= asOf)) {
    const price = closeOn(closes, flow.day)
    if (price === undefined) return undefined
    shares = shares.plus(new Exact(flow.amountCents.toString()).div(price))
  }
  const last = closeOn(closes, asOf)
  if (last === undefined) return undefined
  const endValueCents = toCents(BigInt(shares.times(last).toFixed(0)))
  return { endValueCents, internalRate: internalRate(flows, endValueCents, asOf) }
}

/** Returns the close of a day or of the last session before it; `closes` are sorted by day. */
function closeOn(closes: readonly BenchmarkClose[], day: MarketDay): number | undefined {
  let low = 0
  let high = closes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.day ?? '') <= day) low = middle + 1
    else high = middle
  }
  const price = closes[low - 1]?.close ?? 0
  return price > 0 ? price : undefined
}
