// How far a trade was in profit and in loss while it was open, from the bars of its time.
// Source: docs/rules/trading.md, "Journal".
import { Decimal } from 'decimal.js'
import { type Cents, type EpochMs, toCents, toEpochMs } from '../kind.ts'
import { roundToCents } from '../money/round-to-cents.ts'
import { divideFractions, fractionText, type Fraction } from '../money/fraction.ts'
import type { RoundTrip } from './round-trip.ts'

/** Prices in the shares of the trip's opening. */
export interface ExcursionBar {
  readonly fromMs: EpochMs
  /** The first instant after it. */
  readonly untilMs: EpochMs
  readonly high: Decimal
  readonly low: Decimal
}

export interface ExtremeResult {
  /** Profit of the whole trip before fees at that price, what was closed until then included. */
  readonly cents: Cents
  /** In the shares of the opening. */
  readonly price: Decimal
  /** The start of its bar, or the instant of the fill. */
  readonly at: EpochMs
}

export interface Excursion {
  readonly best: ExtremeResult
  readonly worst: ExtremeResult
}

/** What was held after a fill. */
export interface HeldState {
  readonly at: EpochMs
  /** Cash of all fills so far, in cents. */
  readonly cash: bigint
  /** Signed, in the shares of the opening. */
  readonly quantity: Decimal
  /** Of the fill that led here; null where it has none. */
  readonly price: Decimal | null
}

/** All that the measure needs of a trip. */
export interface HeldTrade {
  readonly multiplier: number
  readonly closedAt: EpochMs | null
  /** Oldest first. */
  readonly states: readonly HeldState[]
}

/**
 * Returns the best and the worst result of a trip while it was open. Every bar counts as a whole, with what was held at
 * its start and after each fill in it, and every fill counts at its own price. Undefined without a bar, or where a cost
 * is unknown. Example: bought 100 at 50.00; the bars reach 53.00 and 49.20: best 300.00, worst -80.00. When 50 were
 * sold at 52.00 before the high, the best is 100.00 + 50 x 3.00 = 250.00.
 */
export function measureExcursion(trade: HeldTrade, bars: readonly ExcursionBar[]): Excursion | undefined {
  const { states, closedAt, multiplier } = trade
  const first = states[0]
  if (first === undefined || first.price === null) return undefined
  const start: ExtremeResult = { cents: toCents(0n), price: first.price, at: first.at }
  const found = { best: start, worst: start }
  const consider = (state: HeldState, price: Decimal, at: EpochMs): void => {
    const cents = toCents(state.cash + roundToCents(price.times(state.quantity).times(multiplier)))
    if (cents > found.best.cents) found.best = { cents, price, at }
    if (cents < found.worst.cents) found.worst = { cents, price, at }
  }
  for (const state of states) if (state.price !== null) consider(state, state.price, state.at)
  let barCount = 0
  let next = 0
  for (const bar of bars) {
    if (bar.untilMs <= first.at || (closedAt !== null && bar.fromMs > closedAt)) continue
    barCount++
    while (next < states.length && states[next]!.at < bar.fromMs) next++
    const held = next === 0 ? [] : [states[next - 1]!]
    for (let index = next; index < states.length && states[index]!.at < bar.untilMs; index++) held.push(states[index]!)
    for (const state of held) {
      if (state.quantity.isZero()) continue
      consider(state, bar.high, maxMs(bar.fromMs, first.at))
      consider(state, bar.low, maxMs(bar.fromMs, first.at))
    }
  }
  return barCount === 0 ? undefined : found
}

const maxMs = (one: EpochMs, other: EpochMs): EpochMs => toEpochMs(Math.max(one, other))

/**
 * Returns what was held after each fill of a trip, without states where the cash of one is unknown. Example: bought 100
 * for 5,000.00 and sold 40 for 2,080.00: -5,000.00 with 100 at 50.00, then -2,920.00 with 60 at 52.00.
 */
export const heldTrade = (trip: RoundTrip): HeldTrade => ({
  multiplier: trip.multiplier,
  closedAt: trip.closedAt,
  states: statesOf(trip),
})

function statesOf({ fills, heldBefore, multiplier }: RoundTrip): HeldState[] {
  if (heldBefore.numerator !== 0n) return []
  const states: HeldState[] = []
  let cash = 0n
  let quantity = new Decimal(0)
  for (const fill of fills) {
    if (fill.amountCents === null) return []
    const moved = fill.role === 'SPLIT' ? new Decimal(0) : decimal(divideFractions(fill.quantity, fill.factor))
    cash += fill.amountCents
    quantity = quantity.plus(moved)
    const price = fill.isTrade && !moved.isZero() ? priceOf(fill.amountCents, moved, multiplier) : null
    states.push({ at: fill.at, cash, quantity, price })
  }
  return states
}

const priceOf = (amountCents: Cents, quantity: Decimal, multiplier: number): Decimal =>
  new Decimal(amountCents.toString()).neg().div(100).div(quantity).div(multiplier)

const decimal = (value: Fraction): Decimal => new Decimal(fractionText(value, 12))
