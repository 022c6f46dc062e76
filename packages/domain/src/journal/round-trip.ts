// Round trips of one symbol in one account: from the fill that opens a position to the one that leaves it flat. What
// they realise is what the lots realise, so the trips of a symbol add up to its realised gains.
// Source: docs/rules/trading.md, "Journal".
import { type Cents, type EpochMs, type MarketDay, toCents } from '../kind.ts'
import {
  addFractions,
  compareFractions,
  divideFractions,
  fraction,
  lowestTerms,
  multiplyFractions,
  roundHalfEven,
  subtractFractions,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import type { LotEvent, OpenLot, RealisedGain, Side } from '../trade/lot.ts'
import { matchLots } from '../trade/match-lots.ts'

/** An event of lots with its instant and its order; orders with several legs have one key for all of them. */
export type JournalEvent = LotEvent & { readonly at: EpochMs; readonly orderKey: string | null }

/** What one event did to a trip. One that turns a position round is an exit of a trip and an entry of the next. */
export interface TripFill {
  readonly id: string
  readonly at: EpochMs
  readonly day: MarketDay
  readonly orderKey: string | null
  readonly role: 'ENTRY' | 'EXIT' | 'SPLIT'
  /** Whether a trade moved it; otherwise its owner delivered the securities, or a split changed their number. */
  readonly isTrade: boolean
  /** Signed, in the shares of that time. */
  readonly quantity: Fraction
  /** Shares of that time for one share of the opening: 2 after a split of 2 for 1. */
  readonly factor: Fraction
  /** Cash before fees, negative for a purchase; null for a delivery of unknown value. */
  readonly amountCents: Cents | null
  readonly feeCents: Cents
}

export interface RoundTrip {
  readonly symbol: string
  readonly multiplier: number
  readonly side: Side
  /** The first entry; null for what was held before the first known transaction. */
  readonly openedId: string | null
  readonly openedAt: EpochMs | null
  readonly openedDay: MarketDay | null
  /** Null while something is held. */
  readonly closedAt: EpochMs | null
  readonly closedDay: MarketDay | null
  readonly orderKey: string | null
  readonly fills: readonly TripFill[]
  /** Held before the first known transaction; positive. */
  readonly heldBefore: Fraction
  /** All entries together, in the shares of the opening; positive. */
  readonly enteredQuantity: Fraction
  /** Paid for the entries of a long trip, received for those of a short one, before fees; null if unknown. */
  readonly enteredCents: Cents | null
  /** All exits together, in the shares of the opening; positive. */
  readonly exitedQuantity: Fraction
  /** Received for the exits of a long trip, paid for those of a short one, before fees. */
  readonly exitedCents: Cents
  /** Still held, positive; zero once it is closed. */
  readonly openQuantity: Fraction
  /** Profit of what was closed, before fees; null where the cost of a part is unknown. */
  readonly profitCents: Cents | null
  /** Fees of opening and closing what was closed. */
  readonly feeCents: Cents
  /** What the closed part cost, or brought in when it was sold short; null if unknown. */
  readonly closedOpeningCents: Cents | null
}

export interface SymbolHistory {
  readonly symbol: string
  /** Shares behind one unit: 100 for contracts. */
  readonly multiplier: number
  readonly events: readonly JournalEvent[]
  /** Held before the first event. */
  readonly before?: readonly OpenLot[]
}

const one = fraction(1n)
const isZero = ({ numerator }: Fraction): boolean => numerator === 0n
const negate = ({ numerator, denominator }: Fraction): Fraction => fraction(-numerator, denominator)
const size = (value: Fraction): Fraction => (value.numerator < 0n ? negate(value) : value)
const add = (left: Fraction, right: Fraction): Fraction => lowestTerms(addFractions(left, right))
const sideOf = ({ numerator }: Fraction): Side => (numerator < 0n ? 'SHORT' : 'LONG')
const signed = (quantity: Fraction, side: Side): Fraction => (side === 'SHORT' ? negate(quantity) : quantity)
const partOf = (amount: bigint, part: Fraction, whole: Fraction): Cents =>
  toCents(roundHalfEven(divideFractions(multiplyFractions(fraction(amount), part), whole)))

/** Returns events by time, those of one instant by id, so that the order in which they were read does not matter. */
export function inTimeOrder<Event extends Pick<JournalEvent, 'at' | 'id'>>(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/**
 * Returns the round trips of a symbol, oldest first; the last one may still be open. Adding and taking off parts
 * belongs to the same trip; a sale of more than is held ends a long trip and opens a short one with the rest.
 * Example: bought 100 for 5,000.00 and 50 for 2,600.00, sold 120 for 6,600.00 and 80 for 4,400.00: a long trip of 150
 * that brought 6,600.00 + 1,650.00 - 7,600.00 = 650.00, and a short trip of 50 that received 2,750.00.
 */
export function roundTrips({ symbol, multiplier, events, before = [] }: SymbolHistory): RoundTrip[] {
  const ordered = inTimeOrder(events)
  const walk = walkEvents(ordered, before)
  const gains = gainsByTrip(matchLots(ordered, before).gains, walk)
  return walk.trips.map((trip, index) => toRoundTrip({ symbol, multiplier }, trip, gains[index] ?? []))
}

interface OpenTrip {
  readonly side: Side
  readonly heldBefore: Fraction
  /** Of what was held before; zero when nothing was. */
  readonly beforeCents: bigint | null
  readonly fills: TripFill[]
  factor: Fraction
  /** Signed. */
  position: Fraction
}

interface Walk {
  readonly trips: OpenTrip[]
  /** The trip that each event took off from. */
  readonly closingTrip: Map<string, number>
}

function walkEvents(events: readonly JournalEvent[], before: readonly OpenLot[]): Walk {
  const walk: Walk = { trips: [], closingTrip: new Map() }
  const side = before[0]?.side
  if (side !== undefined) {
    const heldBefore = before.reduce((sum, lot) => add(sum, lot.quantity), zeroFraction)
    const amounts = before.map(({ amountCents }) => amountCents)
    const beforeCents = amounts.some((amount) => amount === null)
      ? null
      : amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n)
    const position = signed(heldBefore, side)
    walk.trips.push({ side, heldBefore, beforeCents, fills: [], factor: one, position })
  }
  for (const event of events) {
    if (event.kind === 'SPLIT') splitTrip(walk, event)
    else if (!isZero(event.quantity)) move(walk, event)
  }
  return walk
}

/** Returns the trip that holds something. */
function openTrip({ trips }: Walk): OpenTrip | undefined {
  const last = trips.at(-1)
  return last === undefined || isZero(last.position) ? undefined : last
}

function move(walk: Walk, event: Exclude<JournalEvent, { kind: 'SPLIT' }>): void {
  const amount = event.kind === 'TRADE' ? event.grossCents : deliveredCents(event)
  const feeCents = event.kind === 'TRADE' ? event.feeCents : toCents(0n)
  const whole = size(event.quantity)
  const side = sideOf(event.quantity)
  const open = openTrip(walk)
  let [left, leftAmount, leftFee] = [whole, amount, feeCents]
  if (open !== undefined && open.side !== side) {
    const held = size(open.position)
    const quantity = compareFractions(held, whole) < 0 ? held : whole
    const isDelivered = event.kind === 'DELIVERY'
    const part = isDelivered || amount === null ? toCents(0n) : partOf(amount, quantity, whole)
    const fee = partOf(feeCents, quantity, whole)
    record(open, { event, role: 'EXIT', quantity: signed(quantity, side), amountCents: part, feeCents: fee })
    walk.closingTrip.set(event.id, walk.trips.length - 1)
    left = lowestTerms(subtractFractions(whole, quantity))
    leftAmount = amount === null ? null : isDelivered ? partOf(amount, left, whole) : toCents(amount - part)
    leftFee = toCents(feeCents - fee)
  }
  if (isZero(left)) return
  const trip = openTrip(walk) ?? startTrip(walk, side)
  record(trip, { event, role: 'ENTRY', quantity: signed(left, side), amountCents: leftAmount, feeCents: leftFee })
}

/** Returns the value of a delivery as cash: what came in counts as paid for, what a short lot owes as received. */
function deliveredCents({ quantity, valueCents }: Extract<JournalEvent, { kind: 'DELIVERY' }>): Cents | null {
  if (valueCents === null) return null
  const value = valueCents < 0n ? -valueCents : valueCents
  return toCents(sideOf(quantity) === 'LONG' ? -value : value)
}

function startTrip(walk: Walk, side: Side): OpenTrip {
  const trip: OpenTrip = {
    side,
    heldBefore: zeroFraction,
    beforeCents: 0n,
    fills: [],
    factor: one,
    position: zeroFraction,
  }
  walk.trips.push(trip)
  return trip
}

interface Recorded extends Pick<TripFill, 'role' | 'quantity' | 'amountCents' | 'feeCents'> {
  readonly event: JournalEvent
}

function record(trip: OpenTrip, { event, role, quantity, amountCents, feeCents }: Recorded): void {
  const { id, at, day, orderKey } = event
  const isTrade = event.kind === 'TRADE'
  trip.fills.push({ id, at, day, orderKey, role, isTrade, quantity, factor: trip.factor, amountCents, feeCents })
  trip.position = add(trip.position, quantity)
}

/** As in `matchLots`: cash for a fraction counts as its sale. */
function splitTrip(walk: Walk, event: Extract<JournalEvent, { kind: 'SPLIT' }>): void {
  const trip = openTrip(walk)
  if (trip === undefined) return
  const after = addFractions(trip.position, event.quantity)
  const factor = event.factor ?? (isZero(after) ? one : divideFractions(after, trip.position))
  const scaled = lowestTerms(multiplyFractions(trip.position, factor))
  trip.factor = lowestTerms(multiplyFractions(trip.factor, factor))
  const rest = subtractFractions(size(scaled), signed(after, trip.side))
  walk.closingTrip.set(event.id, walk.trips.length - 1)
  record(trip, {
    event,
    role: 'SPLIT',
    quantity: subtractFractions(scaled, trip.position),
    amountCents: toCents(rest.numerator > 0n ? 0n : event.cashCents),
    feeCents: toCents(0n),
  })
  if (rest.numerator <= 0n) return
  const quantity = signed(negate(rest), trip.side)
  record(trip, { event, role: 'EXIT', quantity, amountCents: event.cashCents, feeCents: toCents(0n) })
}

function gainsByTrip(gains: readonly RealisedGain[], { trips, closingTrip }: Walk): RealisedGain[][] {
  const groups: RealisedGain[][] = trips.map(() => [])
  for (const gain of gains) groups[closingTrip.get(gain.closedId) ?? -1]?.push(gain)
  return groups
}

/** Returns the sum; null if one of the amounts is unknown. */
function sumKnown(amounts: readonly (bigint | null)[]): Cents | null {
  let sum = 0n
  for (const amount of amounts) {
    if (amount === null) return null
    sum += amount
  }
  return toCents(sum)
}

function toRoundTrip(
  { symbol, multiplier }: Pick<RoundTrip, 'symbol' | 'multiplier'>,
  { side, heldBefore, beforeCents, fills, position }: OpenTrip,
  gains: readonly RealisedGain[],
): RoundTrip {
  const isLong = side === 'LONG'
  const first = isZero(heldBefore) ? fills[0] : undefined
  const last = isZero(position) ? fills.at(-1) : undefined
  const entries = fills.filter(({ role }) => role === 'ENTRY')
  const exits = fills.filter(({ role }) => role === 'EXIT')
  const inOpeningShares = (of: readonly TripFill[]): Fraction =>
    of.reduce((sum, { quantity, factor }) => add(sum, divideFractions(size(quantity), factor)), zeroFraction)
  const paid = sumKnown(entries.map(({ amountCents }) => amountCents))
  const received = fills
    .filter(({ role }) => role !== 'ENTRY')
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0n), 0n)
  return {
    symbol,
    multiplier,
    side,
    openedId: first?.id ?? null,
    openedAt: first?.at ?? null,
    openedDay: first?.day ?? null,
    closedAt: last?.at ?? null,
    closedDay: last?.day ?? null,
    orderKey: first?.orderKey ?? null,
    fills,
    heldBefore,
    enteredQuantity: add(heldBefore, inOpeningShares(entries)),
    enteredCents: paid === null || beforeCents === null ? null : toCents(beforeCents + (isLong ? -paid : paid)),
    exitedQuantity: inOpeningShares(exits),
    exitedCents: toCents(isLong ? received : -received),
    openQuantity: size(position),
    profitCents: sumKnown(gains.map(({ profitCents }) => profitCents)),
    feeCents: toCents(gains.reduce((sum, { feeCents }) => sum + feeCents, 0n)),
    closedOpeningCents: sumKnown(gains.map(({ costCents, proceedsCents }) => (isLong ? costCents : proceedsCents))),
  }
}
