// A trade of the journal: one round trip, or the legs of a spread that one order opened, with its result in dollars,
// percent and R.
// Source: docs/rules/trading.md, "Journal".
import { dayMs } from '../calendar/market-day.ts'
import { type Cents, type EpochMs, type MarketDay, toCents, toEpochMs } from '../kind.ts'
import { divideHalfEven } from '../money/fraction.ts'
import { underlyingOf } from '../order/option-code.ts'
import type { Side } from '../trade/lot.ts'
import { riskAtStop, searchStops, type FirstStop, type KnownStop, type StopSearch } from './first-stop.ts'
import type { RoundTrip } from './round-trip.ts'
import { spreadRisk } from './spread-risk.ts'

export const missingRs = ['OPEN', 'NO_STOP', 'STOP_IN_PROFIT', 'SPREAD', 'UNKNOWN_COST'] as const
/** Why a trade has no R: `SPREAD` is a spread whose loss is not limited. */
export type MissingR = (typeof missingRs)[number]

export interface JournalTrade {
  /** The transaction that opened it, the first one of a spread; `before:XYZ` for what was held before all of them. */
  readonly id: string
  /** One, or the legs of a spread in the order of their codes. */
  readonly legs: readonly RoundTrip[]
  /** A spread is long when it cost money, short when it brought some in. */
  readonly side: Side
  readonly underlying: string
  /** Null for what was held before the first known transaction. */
  readonly openedAt: EpochMs | null
  readonly openedDay: MarketDay | null
  /** Null while a leg is held. */
  readonly closedAt: EpochMs | null
  readonly closedDay: MarketDay | null
  /** Profit of what was closed, before fees; null where a cost is unknown. */
  readonly profitCents: Cents | null
  readonly feeCents: Cents
  /** Profit less fees. */
  readonly netCents: Cents | null
  /** What the closed part cost, or brought in when it was sold first; of a spread its net amount. */
  readonly openingCents: Cents | null
  readonly stop: FirstStop | null
  /** One R: what is lost at the first stop, of a spread at most at its expiration; null without either. */
  readonly riskCents: Cents | null
  /** Net in hundredths of the risk. */
  readonly rHundredths: number | null
  readonly missingR: MissingR | null
}

/** Returns the key by which a trade is found again: notes are kept under it. */
const idOf = ({ openedId, symbol }: RoundTrip): string => openedId ?? `before:${symbol}`

/**
 * Returns the trades of an account, oldest first, from the trips of each symbol in their order. Trips of several
 * symbols that one order opened are the legs of one trade; a leg that was opened by itself is a trade of its own, also
 * when it is closed together with others.
 */
export function journalTrades(
  trips: readonly RoundTrip[],
  stopsOf: (symbol: string) => readonly KnownStop[],
): JournalTrade[] {
  const searches = new Map<string, StopSearch>()
  const stopOf = (trip: RoundTrip): FirstStop | undefined => {
    const search = searches.get(trip.symbol) ?? searchStops(stopsOf(trip.symbol))
    searches.set(trip.symbol, search)
    const stop = search(trip)
    return stop && riskAtStop(trip, stop)
  }
  const trades = groupLegs(trips).map((legs) => toTrade(legs, stopOf))
  return trades.sort((a, b) => (a.openedAt ?? 0) - (b.openedAt ?? 0) || (a.id < b.id ? -1 : 1))
}

function groupLegs(trips: readonly RoundTrip[]): RoundTrip[][] {
  const byOrder = new Map<string, RoundTrip[]>()
  const groups: RoundTrip[][] = []
  for (const trip of trips) {
    const group = trip.orderKey === null ? undefined : byOrder.get(trip.orderKey)
    if (group !== undefined) group.push(trip)
    else {
      const first = [trip]
      groups.push(first)
      if (trip.orderKey !== null) byOrder.set(trip.orderKey, first)
    }
  }
  // An order that was filled in parts may open the same symbol twice: those are two trades.
  return groups.flatMap((group) =>
    new Set(group.map(({ symbol }) => symbol)).size === 1 ? group.map((trip) => [trip]) : [group],
  )
}

function toTrade(group: readonly RoundTrip[], stopOf: (trip: RoundTrip) => FirstStop | undefined): JournalTrade {
  const legs = group.toSorted((a, b) => (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0))
  const first = group.reduce((found, leg) => (isOpenedBefore(leg, found) ? leg : found))
  const isClosed = legs.every(({ closedAt }) => closedAt !== null)
  const last = legs.reduce((found, leg) => ((leg.closedAt ?? 0) > (found.closedAt ?? 0) ? leg : found))
  const profitCents = sumOf(legs, ({ profitCents: cents }) => cents)
  const feeCents = toCents(legs.reduce((sum, leg) => sum + leg.feeCents, 0n))
  const netCents = profitCents === null ? null : toCents(profitCents - feeCents)
  const paid = sumOf(legs, ({ side, closedOpeningCents: cents }) =>
    cents === null || side === 'LONG' ? cents : -cents,
  )
  const entered = sumOf(legs, ({ side, enteredCents: cents }) => (cents === null || side === 'LONG' ? cents : -cents))
  const isSpread = legs.length > 1
  const stop = isSpread ? undefined : stopOf(first)
  const riskCents = isSpread ? spreadRisk(legs) : (stop?.riskCents ?? null)
  const missingR = missingRof({ isSpread, isClosed, isKnown: netCents !== null, stop, riskCents })
  return {
    id: idOf(first),
    legs,
    side: isSpread ? ((entered ?? 0n) < 0n ? 'SHORT' : 'LONG') : first.side,
    underlying: underlyingOf(first.symbol),
    openedAt: first.openedAt,
    openedDay: first.openedDay,
    closedAt: isClosed ? last.closedAt : null,
    closedDay: isClosed ? last.closedDay : null,
    profitCents,
    feeCents,
    netCents,
    openingCents: paid === null ? null : toCents(paid < 0n ? -paid : paid),
    stop: stop ?? null,
    riskCents,
    rHundredths: missingR === null ? rHundredths(netCents ?? 0n, riskCents ?? 1n) : null,
    missingR,
  }
}

const isOpenedBefore = (one: RoundTrip, other: RoundTrip): boolean =>
  (one.openedAt ?? 0) < (other.openedAt ?? 0) ||
  ((one.openedAt ?? 0) === (other.openedAt ?? 0) && idOf(one) < idOf(other))

function sumOf(legs: readonly RoundTrip[], amount: (leg: RoundTrip) => bigint | null): Cents | null {
  let sum = 0n
  for (const leg of legs) {
    const cents = amount(leg)
    if (cents === null) return null
    sum += cents
  }
  return toCents(sum)
}

interface RFacts {
  readonly isSpread: boolean
  readonly isClosed: boolean
  readonly isKnown: boolean
  readonly stop: FirstStop | undefined
  readonly riskCents: Cents | null
}

function missingRof({ isSpread, isClosed, isKnown, stop, riskCents }: RFacts): MissingR | null {
  if (!isClosed) return 'OPEN'
  if (!isKnown) return 'UNKNOWN_COST'
  if (riskCents !== null) return null
  if (isSpread) return 'SPREAD'
  return stop === undefined ? 'NO_STOP' : 'STOP_IN_PROFIT'
}

/** Returns an amount in hundredths of the risk: -150.00 at a risk of 100.00 is -150, shown as -1.50 R. */
export const rHundredths = (cents: bigint, riskCents: bigint): number => Number(divideHalfEven(cents * 100n, riskCents))

/** Returns the net result in percent of what was paid or brought in; null if unknown or nothing. */
export function tradePercent({
  netCents,
  openingCents,
}: Pick<JournalTrade, 'netCents' | 'openingCents'>): number | null {
  if (netCents === null || openingCents === null || openingCents === 0n) return null
  return Number(divideHalfEven(netCents * 10_000_000_000n, openingCents)) / 100_000_000
}

export const holdingTimes = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'LONGER'] as const
/** Up to an hour, within a day, up to 7, 31 or 92 days, longer. */
export type HoldingTime = (typeof holdingTimes)[number]

const hourMs = toEpochMs(3_600_000)

/** Returns how long a trade was held; null while it is open, and for what was held before. */
export function holdingTimeOf({ openedAt, closedAt, openedDay, closedDay }: JournalTrade): HoldingTime | null {
  if (openedAt === null || closedAt === null || openedDay === null || closedDay === null) return null
  const days = Math.round((Date.parse(closedDay) - Date.parse(openedDay)) / dayMs)
  if (days <= 0) return closedAt - openedAt <= hourMs ? 'HOUR' : 'DAY'
  return days <= 7 ? 'WEEK' : days <= 31 ? 'MONTH' : days <= 92 ? 'QUARTER' : 'LONGER'
}
