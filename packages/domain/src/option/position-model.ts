// A position by the model: its greeks, its profit on any day and with volatility shifted, and its outcome where legs
// expire on different days. Floats; the exact outcome of legs that expire together is `expiration-outcome.ts`.
// Source: docs/rules/trading.md, "Option figures".
import { Decimal } from 'decimal.js'
import { expirationOutcome, type Outcome, rangesOf, slopeAbove, strikesOf } from './expiration-outcome.ts'
import { exerciseValue, expirationMs, modelOption, type OptionGreeks, yearsUntil } from './option-model.ts'
import { normalBelow } from './normal-distribution.ts'
import type { PositionLeg } from './position-leg.ts'

/** Yearly fractions. */
export interface ModelRates {
  readonly interestRate: number
  readonly dividendYield: number
}

export interface ModelMoment extends ModelRates {
  readonly spot: number
  readonly atMs: number
  /** Added to the volatility of every leg: 0.05 for five points more. */
  readonly volatilityShift: number
}

const least = 1e-4

function figuresOf(leg: PositionLeg, { spot, atMs, volatilityShift, ...rates }: ModelMoment) {
  if (leg.contract === null) return { value: spot, delta: 1, gamma: 0, theta: 0, vega: 0, rho: 0 }
  const { right, strike, expiration } = leg.contract
  const years = yearsUntil(expiration, atMs)
  const volatility = leg.volatility === null ? 0 : Math.max(least, leg.volatility + volatilityShift)
  return modelOption({ right, spot, strike, years, volatility, ...rates })
}

/**
 * Returns the greeks of legs together, in dollars of the position: delta in shares, gamma in shares per dollar, theta
 * per calendar day, vega and rho per percentage point. Example: 2 calls with a delta of 0.55 have 110.
 */
export function positionGreeks(legs: readonly PositionLeg[], moment: ModelMoment): OptionGreeks {
  const sum = { delta: 0, gamma: 0, theta: 0, vega: 0, rho: 0 }
  for (const leg of legs) {
    const figures = figuresOf(leg, moment)
    const units = leg.quantity * leg.multiplier
    sum.delta += figures.delta * units
    sum.gamma += figures.gamma * units
    sum.theta += figures.theta * units
    sum.vega += figures.vega * units
    sum.rho += figures.rho * units
  }
  return sum
}

/**
 * Returns the value of legs in dollars. A contract is never worth less than its exercise, which its holder can choose
 * on any day.
 */
export function positionValue(legs: readonly PositionLeg[], moment: ModelMoment): number {
  return legs.reduce((sum, leg) => {
    const { value } = figuresOf(leg, moment)
    const floor = leg.contract === null ? 0 : exerciseValue(leg.contract.right, moment.spot, leg.contract.strike)
    return sum + Math.max(value, floor) * leg.quantity * leg.multiplier
  }, 0)
}

/** Returns the first day on which a leg expires; undefined for shares alone. */
export function firstExpiration(legs: readonly PositionLeg[]): string | undefined {
  return legs.flatMap(({ contract }) => contract?.expiration ?? []).toSorted()[0]
}

/** Returns whether all contracts expire on one day. */
export const expiresTogether = (legs: readonly PositionLeg[]): boolean =>
  new Set(legs.flatMap(({ contract }) => contract?.expiration ?? [])).size <= 1

const gridPoints = 800
const widest = 4
const halvings = 60

/** Scans the profit at the first expiration, where the later legs are worth what the model says. */
function modelOutcome(
  legs: readonly PositionLeg[],
  cost: number,
  rates: ModelRates & { readonly spot: number },
): Outcome {
  const atMs = expirationMs(firstExpiration(legs) ?? '')
  const profitAt = (spot: number): number => positionValue(legs, { ...rates, spot, atMs, volatilityShift: 0 }) - cost
  const top = widest * Math.max(rates.spot, strikesOf(legs).at(-1)?.toNumber() ?? 0)
  const prices = [
    ...Array.from({ length: gridPoints + 1 }, (_, n) => (top * n) / gridPoints),
    ...strikesOf(legs).map(Number),
  ].toSorted((one, other) => one - other)
  const profits = prices.map(profitAt)
  const breakEvens: Decimal[] = []
  for (const [index, price] of prices.entries()) {
    const next = prices[index + 1]
    if (next === undefined || profits[index]! > 0 === profits[index + 1]! > 0) continue
    let [low, high] = [price, next]
    for (let step = 0; step < halvings; step += 1) {
      const middle = (low + high) / 2
      if (profitAt(middle) > 0 === profits[index]! > 0) low = middle
      else high = middle
    }
    breakEvens.push(new Decimal(low).toDecimalPlaces(4, Decimal.ROUND_HALF_UP))
  }
  const slope = slopeAbove(legs)
  const dollars = (amount: number): Decimal => new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
  return {
    greatestProfit: slope > 0 ? 'UNLIMITED' : dollars(Math.max(0, ...profits)),
    greatestLoss: slope < 0 ? 'UNLIMITED' : dollars(Math.max(0, -Math.min(...profits))),
    breakEvens,
    profitRanges: rangesOf(breakEvens, (at) => new Decimal(profitAt(at.toNumber()))),
  }
}

/**
 * Returns the outcome at the first expiration: exact where all legs expire on it, otherwise by the model. `cost` is
 * what the legs cost in dollars.
 */
export function outcomeOf(
  legs: readonly PositionLeg[],
  cost: Decimal,
  rates: ModelRates & { readonly spot: number },
): Outcome & { readonly isExact: boolean } {
  const isExact = expiresTogether(legs)
  return { ...(isExact ? expirationOutcome(legs, cost) : modelOutcome(legs, cost.toNumber(), rates)), isExact }
}

export interface ChanceInput extends ModelRates {
  readonly spot: number
  readonly years: number
  /** The chain's, at the money of the expiration, as a yearly fraction. */
  readonly volatility: number
}

/**
 * Returns the probability, 0 to 1, that the underlying ends in one of the ranges: its price is lognormal around the
 * forward, with the volatility of the chain. Example: above 100, from 100 in a year with 20 percent and no rates:
 * 0.4602.
 */
export function chanceWithin(ranges: Outcome['profitRanges'], input: ChanceInput): number {
  const { spot, years, volatility, interestRate, dividendYield } = input
  const deviation = volatility * Math.sqrt(years)
  const below = (price: Decimal): number => {
    if (!price.greaterThan(0)) return 0
    if (deviation <= 0) return spot < price.toNumber() ? 1 : 0
    const drift = (interestRate - dividendYield - (volatility * volatility) / 2) * years
    return normalBelow((Math.log(price.toNumber() / spot) - drift) / deviation)
  }
  const sum = ranges.reduce((chance, { from, to }) => chance + (to === null ? 1 : below(to)) - below(from), 0)
  return Math.min(1, Math.max(0, sum))
}
