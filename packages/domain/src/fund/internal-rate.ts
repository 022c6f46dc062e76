// The money-weighted return (XIRR, act/365): the yearly rate at which the present values of all flows and the end value
// sum to zero. Handles the cases where several such rates exist, or none.
import { calendarDaysBetween } from '../calendar/market-day.ts'
import type { Cents, MarketDay } from '../kind.ts'

/** Money paid in (positive) or taken out (negative) on a day. */
export interface CashFlow {
  readonly day: MarketDay
  readonly amountCents: Cents
}

export type InternalRate =
  | { readonly kind: 'rate'; readonly rate: number }
  /** A yearly rate is meaningless for less than 30 days. */
  | { readonly kind: 'too-short'; readonly days: number }
  /** No rate makes the present values sum to zero. */
  | { readonly kind: 'not-available' }

const shortestDays = 30
/** exp() of larger exponents would overflow when summed. */
const largestExponent = 600
const largestLogRate = 200

interface TimedFlow {
  readonly years: number
  readonly amount: number
}

/**
 * Computes the XIRR from the first flow to the as-of day, on which everything is worth `endCents`. Roots are bracketed
 * on a grid in log(1 + rate) that runs outward from 0 on both sides, then bisected; of several roots, the one nearest
 * to 0 is returned. Flows after the as-of day are ignored.
 * Example: 1,000.00 paid in on 2024-01-01 and worth 1,100.00 on 2024-12-31 (365 days) is 10 %.
 * Source: docs/rules/fund.md, "Performance figures".
 */
export function internalRate(flows: readonly CashFlow[], endCents: bigint, asOf: MarketDay): InternalRate {
  const seen = flows.filter((flow) => flow.day <= asOf)
  const first = seen.map((flow) => flow.day).sort()[0]
  if (first === undefined) return { kind: 'not-available' }
  const days = calendarDaysBetween(first, asOf)
  if (days < shortestDays) return { kind: 'too-short', days }
  const timed = timedFlows(seen, endCents, first, asOf)
  if (timed.every((flow) => flow.amount === 0)) return { kind: 'not-available' }
  const logRate = rootNearestZero(
    (x) => presentValue(timed, x),
    Math.min(largestLogRate, largestExponent / (days / 365)),
  )
  return logRate === undefined ? { kind: 'not-available' } : { kind: 'rate', rate: Math.expm1(logRate) }
}

/** Returns the flows from the investor's view, one per day: paid in is negative, the end value positive. */
function timedFlows(flows: readonly CashFlow[], endCents: bigint, first: MarketDay, asOf: MarketDay): TimedFlow[] {
  const byDay = new Map<MarketDay, bigint>([[asOf, endCents]])
  for (const flow of flows) byDay.set(flow.day, (byDay.get(flow.day) ?? 0n) - flow.amountCents)
  return [...byDay].map(([day, amount]) => ({ years: calendarDaysBetween(first, day) / 365, amount: Number(amount) }))
}

function presentValue(flows: readonly TimedFlow[], logRate: number): number {
  return flows.reduce((sum, flow) => sum + flow.amount * Math.exp(-logRate * flow.years), 0)
}

/**
 * Returns the root of `valueAt` nearest to zero within the limit, or undefined if no grid cell has a change of sign.
 */
function rootNearestZero(valueAt: (x: number) => number, limit: number): number | undefined {
  if (valueAt(0) === 0) return 0
  let distance = 0
  while (distance < limit) {
    const next = Math.min(limit, distance + 0.002 + distance * 0.01)
    const above = rootBetween(valueAt, distance, next)
    const below = rootBetween(valueAt, -distance, -next)
    if (above !== undefined && (below === undefined || above <= -below)) return above
    if (below !== undefined) return below
    distance = next
  }
  return undefined
}

/** Bisects until the ends are adjacent floats; undefined when the sign is the same at both ends. */
function rootBetween(valueAt: (x: number) => number, from: number, to: number): number | undefined {
  const signAtStart = Math.sign(valueAt(from))
  if (Math.sign(valueAt(to)) === signAtStart) return undefined
  let left = from
  let right = to
  for (;;) {
    const middle = (left + right) / 2
    if (middle === left || middle === right) return right
    if (Math.sign(valueAt(middle)) === signAtStart) left = middle
    else right = middle
  }
}
