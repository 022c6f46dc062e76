// Growth of one unit of money in an account: between closes by the unit value of its books, elsewhere value by value,
// counting flows at the close before their day, as the books deal them. So a deposit is no gain and a withdrawal no
// loss, and every screen, statement and report counts the same (docs/returns.md).
import type { Fraction, MarketDay } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { ValueAt } from './history-point.ts'

export interface Flow {
  readonly day: MarketDay
  readonly amountCents: bigint
}

/** The unit values of an account's books at its closes. */
export type UnitRates = ReadonlyMap<string, Fraction>

export interface GrowthAt {
  readonly value: ValueAt
  /** 1 at the first value. */
  readonly growth: Decimal
}

const Exact = Decimal.clone({ precision: 40 })

/**
 * Returns the growth since the first of `values`, which are in order of time. Undefined when the books had no positive
 * unit value within them: then there is no meaningful return. A step that starts from zero gains nothing. Example: 100,
 * then 165 on the day of a deposit of 50: 165 / 150 is 1.1.
 */
export function growthHistory(
  values: readonly ValueAt[],
  flows: readonly Flow[],
  rates: UnitRates,
): GrowthAt[] | undefined {
  const [first] = values
  if (!first) return []
  if (values.some(({ day, isClose }) => isClose && isSpent(rates.get(day)))) return undefined
  let anchor: GrowthAt = { value: first, growth: new Exact(1) }
  return values.map((value, index) => {
    if (index === 0) return anchor
    const here = { value, growth: anchor.growth.times(factorBetween(anchor.value, value, flows, rates)) }
    if (value.isClose) anchor = here
    return here
  })
}

const isSpent = (rate: Fraction | undefined): boolean => rate !== undefined && rate.numerator <= 0n

function factorBetween(before: ValueAt, after: ValueAt, flows: readonly Flow[], rates: UnitRates): Decimal {
  const [start, end] = [
    before.isClose ? rates.get(before.day) : undefined,
    after.isClose ? rates.get(after.day) : undefined,
  ]
  if (start && end)
    return new Exact(String(end.numerator * start.denominator)).div(String(end.denominator * start.numerator))
  const moved = flows
    .filter(({ day }) => day > before.day && day <= after.day)
    .reduce((sum, { amountCents }) => sum + amountCents, 0n)
  const base = before.valueCents + moved
  return base > 0n && after.valueCents >= 0n ? new Exact(String(after.valueCents)).div(String(base)) : new Exact(1)
}

/**
 * Combines several accounts: each day every account gains on what it held, so the whole gains their weighted mean. An
 * account that starts later enters at its first value, which is no gain.
 */
export function combineGrowth(histories: readonly (readonly GrowthAt[])[]): GrowthAt[] {
  const all = histories
    .flatMap((points, account) => points.map((point) => ({ account, point })))
    .sort((a, b) => a.point.value.atMs - b.point.value.atMs)
  const last = new Map<number, GrowthAt>()
  const combined: GrowthAt[] = []
  for (let from = 0, to = 0; from < all.length; from = to) {
    const { value } = all[from]!.point
    while (to < all.length && all[to]!.point.value.atMs === value.atMs) to += 1
    const arrived = new Map(all.slice(from, to).map(({ account, point }) => [account, point]))
    const growth = (combined.at(-1)?.growth ?? new Exact(1)).times(factorOf(last, arrived))
    for (const [account, point] of arrived) last.set(account, point)
    const valueCents = [...last.values()].reduce((sum, point) => sum + point.value.valueCents, 0n)
    combined.push({ value: { ...value, valueCents }, growth })
  }
  return combined
}

/**
 * Returns the current value of the accounts that already existed, divided by the base it grew from: their value before,
 * flows included.
 */
function factorOf(last: ReadonlyMap<number, GrowthAt>, arrived: ReadonlyMap<number, GrowthAt>): Decimal {
  let [begun, now] = [new Exact(0), new Exact(0)]
  for (const [account, before] of last) {
    const after = arrived.get(account) ?? before
    const value = new Exact(String(after.value.valueCents))
    now = now.plus(value)
    begun = begun.plus(
      after.growth.isPositive() && !after.growth.isZero()
        ? value.times(before.growth).div(after.growth)
        : String(before.value.valueCents),
    )
  }
  return begun.greaterThan(0) && now.greaterThanOrEqualTo(0) ? now.div(begun) : new Exact(1)
}

/** The exact figure: charts start their lines again at zero on any day, so it keeps more digits than anyone reads. */
export const percentOf = (growth: Decimal): number =>
  growth.minus(1).times(100).toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN).toNumber()
