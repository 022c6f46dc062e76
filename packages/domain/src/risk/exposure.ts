// What positions are exposed to in dollars: shares with their market value, options with the value of the shares that
// they move like at the moment. Exact cents; deltas and betas are statistics and come in as plain numbers.
// Source: docs/rules/trading.md, "Portfolio risk".
import { Decimal } from 'decimal.js'
import { type Cents, toCents } from '../kind.ts'
import { roundToCents } from '../money/round-to-cents.ts'

export interface ExposedPosition {
  /** Negative for a short position. */
  readonly quantity: Decimal
  readonly multiplier: number
  /** The price of one share, of the underlying for an option. */
  readonly sharePrice: Decimal
  /** Shares that one unit of the position moves like, per share of the contract: 1 for a share itself. */
  readonly delta: number
}

/**
 * Returns the exposure of a position, negative for one that gains when the price falls.
 * Example: 2 bought contracts of 100 shares with a delta of -0.4 at 50.00 are exposed by -4,000.00.
 */
export function exposureOf({ quantity, multiplier, sharePrice, delta }: ExposedPosition): Cents {
  return roundToCents(quantity.times(multiplier).times(sharePrice).times(delta))
}

/** Returns the dollars of the benchmark that move like the exposure: 10,000.00 with a beta of 1.3 are 13,000.00. */
export const betaWeighted = (exposure: Cents, beta: number): Cents =>
  roundToCents(new Decimal(exposure.toString()).div(100).times(beta))

/**
 * Returns the shares of the benchmark that move like dollars of it, with 2 decimals; null without its price.
 * Example: 13,000.00 at 650.00 are 20 shares.
 */
export const benchmarkShares = (dollars: Cents, price: number | null): number | null =>
  price === null || price <= 0
    ? null
    : new Decimal(dollars.toString()).div(100).div(price).toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber()

/** Returns what the dollars gain when the benchmark rises by 1 %: 13,000.00 gain 130.00. */
export const gainPerPercent = (dollars: Cents): Cents => roundToCents(new Decimal(dollars.toString()).div(10_000))

export interface ExposureSum {
  readonly long: Cents
  /** Zero or negative. */
  readonly short: Cents
  /** long + short. */
  readonly net: Cents
  /** long - short. */
  readonly gross: Cents
}

/**
 * Returns the sum of exposures by side. Example: 5,000.00, 3,000.00 and -2,000.00 are 8,000.00 long, 2,000.00 short,
 * 6,000.00 net and 10,000.00 gross.
 */
export function sumExposures(exposures: readonly Cents[]): ExposureSum {
  let long = 0n
  let short = 0n
  for (const one of exposures) {
    if (one > 0n) long += one
    else short += one
  }
  return { long: toCents(long), short: toCents(short), net: toCents(long + short), gross: toCents(long - short) }
}

/**
 * Returns the sums by a key such as the sector, those with the most gross exposure first.
 */
export function groupExposures<Position>(
  positions: readonly Position[],
  keyOf: (position: Position) => string,
  exposureIn: (position: Position) => Cents,
): { readonly key: string; readonly sum: ExposureSum; readonly positions: readonly Position[] }[] {
  const groups = new Map<string, Position[]>()
  for (const position of positions) {
    const key = keyOf(position)
    const group = groups.get(key)
    if (group) group.push(position)
    else groups.set(key, [position])
  }
  return [...groups]
    .map(([key, members]) => ({ key, sum: sumExposures(members.map(exposureIn)), positions: members }))
    .toSorted((a, b) => (a.sum.gross === b.sum.gross ? (a.key < b.key ? -1 : 1) : a.sum.gross > b.sum.gross ? -1 : 1))
}
