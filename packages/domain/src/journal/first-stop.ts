// The first stop of a round trip, and what it would have lost there: one R.
// Source: docs/rules/trading.md, "Journal".
import { type Cents, type EpochMs, toCents } from '../kind.ts'
import {
  addFractions,
  divideFractions,
  fraction,
  lowestTerms,
  multiplyFractions,
  roundHalfEven,
  subtractFractions,
  type Fraction,
} from '../money/fraction.ts'
import type { RoundTrip } from './round-trip.ts'

/** A stop order that worked for some time. */
export interface KnownStop {
  readonly orderId: string
  readonly enteredAt: EpochMs
  /** When it was filled, replaced or cancelled; null while it works. */
  readonly endedAt: EpochMs | null
  /** Buys to close a short position; otherwise sells to close a long one. */
  readonly isBuy: boolean
  /** Dollars a share; null where only its trail is known. */
  readonly stopPrice: Fraction | null
  /** Of a trailing stop, which starts this far from the entry. */
  readonly trail: { readonly offset: Fraction; readonly unit: 'DOLLARS' | 'PERCENT' } | null
}

export interface FirstStop {
  readonly orderId: string
  /** Dollars a share, in the shares of the opening. */
  readonly price: Fraction
  /** What all entries together lose at that price; null when they lose nothing there. */
  readonly riskCents: Cents | null
}

/** Returns the stop that belongs to a trip. Trips are asked for in the order in which they were opened. */
export type StopSearch = (trip: RoundTrip) => KnownStop | undefined

/**
 * Returns a search among the stops of one symbol for the one that closes the trip's side, worked at its entry or later,
 * and was entered first.
 */
export function searchStops(stops: readonly KnownStop[]): StopSearch {
  const ordered = stops.toSorted((a, b) => a.enteredAt - b.enteredAt || (a.orderId < b.orderId ? -1 : 1))
  const closing = {
    LONG: ordered.filter(({ isBuy }) => !isBuy),
    SHORT: ordered.filter(({ isBuy }) => isBuy),
  }
  // A stop that ended before one trip ended before all later ones: a symbol may have thousands of both.
  const passed = { LONG: 0, SHORT: 0 }
  return ({ side, openedAt, closedAt }) => {
    if (openedAt === null) return undefined
    const ofSide = closing[side]
    let first = ofSide[passed[side]]
    while (first !== undefined && first.endedAt !== null && first.endedAt < openedAt) first = ofSide[++passed[side]]
    return first === undefined || (closedAt !== null && first.enteredAt > closedAt) ? undefined : first
  }
}

/**
 * Returns what all entries of a trip lose at a stop; undefined where the cost or the stop's price is unknown. A
 * trailing stop starts its trail away from the average entry. Example: bought 100 for 5,000.00 and 50 for 2,550.00,
 * stop at 48.00: 7,550.00 - 150 x 48.00 = 350.00.
 */
export function riskAtStop(trip: RoundTrip, stop: KnownStop): FirstStop | undefined {
  const { enteredCents, enteredQuantity } = trip
  if (enteredCents === null || enteredQuantity.numerator === 0n) return undefined
  const price = priceOf(stop, trip, enteredCents)
  if (price === undefined) return undefined
  const atStop = multiplyFractions(multiplyFractions(price, enteredQuantity), fraction(BigInt(trip.multiplier) * 100n))
  const loss = subtractFractions(fraction(enteredCents), atStop)
  const riskCents = roundHalfEven(trip.side === 'LONG' ? loss : fraction(-loss.numerator, loss.denominator))
  return { orderId: stop.orderId, price, riskCents: riskCents > 0n ? toCents(riskCents) : null }
}

function priceOf(
  { enteredAt, stopPrice, trail }: KnownStop,
  trip: RoundTrip,
  enteredCents: Cents,
): Fraction | undefined {
  const factor = trip.fills.findLast(({ at }) => at <= enteredAt)?.factor ?? fraction(1n)
  if (trail === null) return stopPrice === null ? undefined : lowestTerms(multiplyFractions(stopPrice, factor))
  const average = divideFractions(
    fraction(enteredCents, 100n),
    multiplyFractions(trip.enteredQuantity, fraction(BigInt(trip.multiplier))),
  )
  const distance =
    trail.unit === 'DOLLARS'
      ? multiplyFractions(trail.offset, factor)
      : multiplyFractions(average, divideFractions(trail.offset, fraction(100n)))
  const away = trip.side === 'LONG' ? fraction(-distance.numerator, distance.denominator) : distance
  return lowestTerms(addFractions(average, away))
}
