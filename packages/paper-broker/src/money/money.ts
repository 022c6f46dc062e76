// The brokerage's money types: cents in the books, prices in ten-thousandths, cost in hundred-millionths of a dollar.
// Independent of accounts and markets.

import { type Cents, type Kind, toCents } from '@clubfolio/domain'
import { absolute, decimalText, divideHalfUp, parseExact, parseRounded, rescale, wireNumber } from './decimal.ts'

/** A price in steps of 0.0001 dollar; $101.50 is `1_015_000n`. */
export type Price = Kind<bigint, 'Price'>

/** The cost of a position in steps of 1e-8 dollar, so that an average survives partial sales. */
export type Cost = Kind<bigint, 'Cost'>

export const PRICE_SCALE = 4
export const COST_SCALE = 8
const CENT_SCALE = 2
const DOLLAR_STEPS = 10_000n

export function cents(value: bigint): Cents {
  return toCents(value)
}

// Kinds exist for the compiler only, so a value cannot be tested for one; these two functions make them.
export function price(value: bigint): Price {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
  return value as Price
}

export function cost(value: bigint): Cost {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- for the reason above
  return value as Cost
}

function orNull<T>(steps: bigint | null, kindOf: (steps: bigint) => T): T | null {
  return steps === null ? null : kindOf(steps)
}

/** Parses cents from decimal text with at most two places; null for anything else. `'1250.5'` is `125_050n`. */
export function parseCents(text: string): Cents | null {
  return orNull(parseExact(text, CENT_SCALE), cents)
}

/** Parses a price from decimal text with at most four places; null for anything else. */
export function parsePrice(text: string): Price | null {
  return orNull(parseExact(text, PRICE_SCALE), price)
}

/** Parses cost from the decimal text of a `numeric(24, 8)` column. */
export function costOfColumn(text: string): Cost {
  return cost(parseRounded(text, COST_SCALE))
}

/** Returns the price tick: a cent from one dollar up, a hundredth of a cent below. */
export function tickOf(at: bigint): bigint {
  return absolute(at) >= DOLLAR_STEPS ? 100n : 1n
}

/** Rounds a price to its tick, half-up. */
export function toTick(at: bigint): Price {
  const tick = tickOf(at)
  return price(divideHalfUp(at, tick) * tick)
}

/**
 * Returns the price a market data float represents: its shortest decimal text, rounded half-up to the tick, which is a
 * cent from one dollar up and a hundredth of a cent below. Example: 101.499999999 is $101.50, 0.12345 is $0.1235.
 */
export function priceOfFloat(value: number): Price {
  if (!Number.isFinite(value)) throw new RangeError(`Not a price: ${value}`)
  return toTick(parseRounded(String(value), PRICE_SCALE))
}

/** Computes price x quantity x multiplier in cents, rounded half-up at booking. Signed like the quantity. */
export function amountOf(at: Price, quantity: bigint, multiplier: bigint): Cents {
  return toCents(rescale(at * quantity * multiplier, PRICE_SCALE, CENT_SCALE))
}

export function costOfCents(amount: bigint): Cost {
  return cost(rescale(amount, CENT_SCALE, COST_SCALE))
}

export function centsOfCost(amount: bigint): Cents {
  return toCents(rescale(amount, COST_SCALE, CENT_SCALE))
}

export function centsNumber(amount: bigint): number {
  return wireNumber(amount, CENT_SCALE)
}

export function priceNumber(at: bigint): number {
  return wireNumber(at, PRICE_SCALE)
}

/** Formats cents for display: `-$1,284.40`. */
export function dollarText(amount: bigint): string {
  const digits = decimalText(absolute(amount), CENT_SCALE)
  return `${amount < 0n ? '-' : ''}$${digits.replace(/\B(?=(\d{3})+\.)/g, ',')}`
}
