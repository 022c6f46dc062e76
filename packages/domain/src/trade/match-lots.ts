// Matches sales and covers to lots, first in, first out, and computes the realised gains, one symbol at a time.
// Source: docs/rules/paper-brokerage.md, "Money".
import { type Cents, toCents } from '../kind.ts'
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
import type { LotEvent, OpenLot, RealisedGain, Side } from './lot.ts'

export interface LotBook {
  readonly gains: readonly RealisedGain[]
  /** The lots still held, oldest first; all of one side. */
  readonly open: readonly OpenLot[]
}

/**
 * Applies the events of one symbol, oldest first, to its lots. A trade against the held side closes the oldest lot
 * first; any remainder opens a lot on the other side. Amounts and fees are split by quantity in whole cents, so that
 * the parts of a transaction, and the parts of a lot, add up to it exactly. After every event therefore the sum of all
 * gross cash = the sum of all profits - the cost of open long lots + the proceeds of open short lots. A split changes
 * quantities and leaves the cost of a lot unchanged.
 * Example: bought 100 for 5,000.00 and 50 for 2,750.00, sold 120 for 7,200.00: a gain of 1,000.00 on 100 (6,000.00 -
 * 5,000.00) and of 100.00 on 20 (1,200.00 - 1,100.00); 30 are left, with a cost of 1,650.00.
 */
export function matchLots(events: readonly LotEvent[], before: readonly OpenLot[] = []): LotBook {
  const book = { open: [...before], gains: [] as RealisedGain[] }
  for (const event of events) {
    if (event.kind === 'TRADE') trade(book, event)
    else if (event.kind === 'DELIVERY') deliver(book, event)
    else split(book, event)
  }
  return book
}

interface Book {
  open: OpenLot[]
  readonly gains: RealisedGain[]
}

const wholeShare = fraction(1n)
const isNegative = ({ numerator }: Fraction): boolean => numerator < 0n
const isZero = ({ numerator }: Fraction): boolean => numerator === 0n
const size = (value: Fraction): Fraction => (isNegative(value) ? fraction(-value.numerator, value.denominator) : value)
const sideOf = (quantity: Fraction): Side => (isNegative(quantity) ? 'SHORT' : 'LONG')
const held = (open: readonly OpenLot[]): Fraction =>
  open.reduce((sum, lot) => addFractions(sum, lot.quantity), zeroFraction)
const absolute = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

const smaller = (one: Fraction, other: Fraction): Fraction => (compareFractions(one, other) < 0 ? one : other)

/** Returns `amount` x part / whole, half-even; all of it if the part is the whole. */
function partOf(amount: bigint, part: Fraction, whole: Fraction): Cents {
  return toCents(roundHalfEven(divideFractions(multiplyFractions(fraction(amount), part), whole)))
}

/**
 * Distributes an amount along a quantity: at each point the distributed total is proportional to the quantity, and at
 * the end it is the whole amount.
 */
function distribute(amount: bigint, whole: Fraction): (upTo: Fraction) => Cents {
  let given = 0n
  return (upTo) => {
    const due = partOf(amount, upTo, whole)
    const part = toCents(due - given)
    given = due
    return part
  }
}

type Trade = Omit<Extract<LotEvent, { kind: 'TRADE' }>, 'kind'>

function trade(book: Book, event: Trade): void {
  const side = sideOf(event.quantity)
  const whole = size(event.quantity)
  // A purchase has a cost and a sale has proceeds; both are positive except in unusual bookings.
  const gross = distribute(side === 'LONG' ? -event.grossCents : event.grossCents, whole)
  const fees = distribute(event.feeCents, whole)
  let done = zeroFraction
  while (compareFractions(done, whole) < 0) {
    const oldest = book.open[0]
    if (!oldest || oldest.side === side) break
    const left = subtractFractions(whole, done)
    const quantity = lowestTerms(smaller(oldest.quantity, left))
    done = lowestTerms(addFractions(done, quantity))
    const opening = takeFrom(book, quantity)
    const closing = gross(done)
    const [costCents, proceedsCents] =
      oldest.side === 'LONG' ? [opening.amountCents, closing] : [closing, opening.amountCents]
    book.gains.push({
      side: oldest.side,
      openedId: oldest.openedId,
      openedDay: oldest.openedDay,
      closedId: event.id,
      closedDay: event.day,
      quantity,
      costCents,
      proceedsCents,
      profitCents: costCents === null || proceedsCents === null ? null : toCents(proceedsCents - costCents),
      feeCents: toCents(opening.feeCents + fees(done)),
    })
  }
  if (compareFractions(done, whole) >= 0) return
  const quantity = lowestTerms(subtractFractions(whole, done))
  book.open.push({
    side,
    openedId: event.id,
    openedDay: event.day,
    quantity,
    amountCents: gross(whole),
    feeCents: fees(whole),
  })
}

/** Takes a quantity off the oldest lot, with its share of the lot's amount and fees. */
function takeFrom(book: Book, quantity: Fraction): { readonly amountCents: Cents | null; readonly feeCents: Cents } {
  const lot = book.open[0]!
  const amountCents = lot.amountCents === null ? null : partOf(lot.amountCents, quantity, lot.quantity)
  const feeCents = partOf(lot.feeCents, quantity, lot.quantity)
  const rest = lowestTerms(subtractFractions(lot.quantity, quantity))
  if (isZero(rest)) book.open.shift()
  else
    book.open[0] = {
      ...lot,
      quantity: rest,
      amountCents: amountCents === null ? null : toCents(lot.amountCents! - amountCents),
      feeCents: toCents(lot.feeCents - feeCents),
    }
  return { amountCents, feeCents }
}

function deliver(book: Book, event: Extract<LotEvent, { kind: 'DELIVERY' }>): void {
  const side = sideOf(event.quantity)
  const whole = size(event.quantity)
  let left = whole
  for (let oldest = book.open[0]; oldest && oldest.side !== side && !isZero(left); oldest = book.open[0]) {
    const quantity = smaller(oldest.quantity, left)
    takeFrom(book, quantity)
    left = lowestTerms(subtractFractions(left, quantity))
  }
  if (isZero(left)) return
  const amountCents = event.valueCents === null ? null : partOf(absolute(event.valueCents), left, whole)
  book.open.push({ side, openedId: event.id, openedDay: event.day, quantity: left, amountCents, feeCents: toCents(0n) })
}

function split(book: Book, event: Extract<LotEvent, { kind: 'SPLIT' }>): void {
  const before = held(book.open)
  const side = book.open[0]?.side
  if (!side) return
  // The booked change has the sign of the position.
  const change = side === 'SHORT' ? fraction(-event.quantity.numerator, event.quantity.denominator) : event.quantity
  const after = addFractions(before, change)
  // Where no share is left and no factor is known, all of them are paid in cash.
  const factor = event.factor ?? (isZero(after) ? wholeShare : divideFractions(after, before))
  book.open = book.open.map((lot) => ({ ...lot, quantity: lowestTerms(multiplyFractions(lot.quantity, factor)) }))
  const rest = lowestTerms(subtractFractions(held(book.open), after))
  if (rest.numerator > 0n) {
    const quantity = side === 'LONG' ? fraction(-rest.numerator, rest.denominator) : rest
    trade(book, {
      id: event.id,
      day: event.day,
      quantity,
      grossCents: event.cashCents,
      feeCents: toCents(0n),
    })
  } else if (event.cashCents !== 0n) {
    const isLong = side === 'LONG'
    book.gains.push({
      side,
      openedId: null,
      openedDay: null,
      closedId: event.id,
      closedDay: event.day,
      quantity: zeroFraction,
      costCents: toCents(isLong ? 0n : -event.cashCents),
      proceedsCents: toCents(isLong ? event.cashCents : 0n),
      profitCents: event.cashCents,
      feeCents: toCents(0n),
    })
  }
}
