// Position sizing with entry and stop prices: the specification's formulas in exact decimals, because floats lose a
// share (1000 at 0.3 % on 10.3 - 10 is 10 shares). Adds the figure that those formulas leave out: the true loss at the
// stop.
// Source: docs/rules/trading.md, "Position formulas"; docs/rules/market.md, "Position of an opportunity".
import { Decimal } from 'decimal.js'
import { roundToTick } from '../order/price-tick.ts'
import { stopLossPercent, type TradeDirection } from './stop-loss.ts'

/** Sixty digits, so that products of money, percent and price lose none. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** An investment must exceed this many dollars to be worth an order. */
export const investmentThreshold = 800
/** An entry lies one cent beyond its level. */
export const entryOffsetCents = 1

/** Dollars and percent as decimal text, or as numbers, which are read by their shortest decimal text. */
export interface PositionInput {
  readonly direction: TradeDirection
  readonly capital: string | number
  /** Percent of the capital, above 0 and at most 100. */
  readonly risk: string | number
  readonly resistance: string | number
  readonly support: string | number
}

export const positionFaultTexts = {
  risk: 'Risk must be greater than zero and less than equal to 100',
  levels: 'The resistance cannot be less than the support',
} as const

export type PositionFault = keyof typeof positionFaultTexts

/** Returns why a position cannot be sized, checking the levels first, then the risk; null if it can be. */
export function positionFault({
  risk,
  resistance,
  support,
}: Pick<PositionInput, 'risk' | 'resistance' | 'support'>): PositionFault | null {
  if (new Exact(resistance).lessThanOrEqualTo(support)) return 'levels'
  return new Exact(risk).greaterThan(0) && new Exact(risk).lessThanOrEqualTo(100) ? null : 'risk'
}

/** Whole shares; all other figures are exact decimal text in dollars, not rounded. */
export interface Position {
  readonly quantity: string
  readonly buyPrice: string
  readonly sellPrice: string
  readonly investment: string
  /** Loss if the position opens at its entry and closes at its stop: quantity x |entry - stop|. */
  readonly trueLoss: string
  readonly trueLossPercent: string
}

/**
 * Sizes a position. quantity = floor((capital x risk / 100) / (resistance - support)). Long: buy = resistance + 0.01,
 * sell (stop) = support - 3 %. Short: sell = support - 0.01, buy (stop) = resistance + 3 %. investment = quantity x
 * entry price. Throws a RangeError if `positionFault` returns a fault.
 * Example: long with capital 50,000 at 1 % between 47.60 and 44.20 is 147 shares at 47.61, stop 42.874, investment
 * 6998.67.
 */
export function sizePosition(input: PositionInput): Position {
  const fault = positionFault(input)
  if (fault) throw new RangeError(positionFaultTexts[fault])
  const [capital, resistance, support] = [
    new Exact(input.capital),
    new Exact(input.resistance),
    new Exact(input.support),
  ]
  const quantity = capital.times(input.risk).dividedToIntegerBy(resistance.minus(support).times(100))
  const offset = new Exact(entryOffsetCents).div(100)
  const isLong = input.direction === 'long'
  const buy = isLong ? resistance.plus(offset) : resistance.plus(resistance.times(stopLossPercent).div(100))
  const sell = isLong ? support.minus(support.times(stopLossPercent).div(100)) : support.minus(offset)
  const loss = quantity.times(buy.minus(sell))
  return {
    quantity: quantity.toFixed(),
    buyPrice: buy.toFixed(),
    sellPrice: sell.toFixed(),
    investment: quantity.times(isLong ? buy : sell).toFixed(),
    trueLoss: loss.toFixed(),
    trueLossPercent: capital.isZero() ? '0' : loss.times(100).div(capital).toFixed(),
  }
}

/**
 * Rounds a position for an order: prices half up to their tick, which is the cent from one dollar up and a hundredth of
 * it below, money half up to the cent, and everything derived from the prices recomputed. Used by the seeker's rows and
 * by both calculators, so that the same levels give the same figures everywhere.
 * Example: a stop of 42.874 is "42.87", one of 0.48015 is "0.4802".
 */
export function roundPosition(
  position: Position,
  { direction, capital }: Pick<PositionInput, 'direction' | 'capital'>,
): Position {
  const [buy, sell] = [toTick(position.buyPrice), toTick(position.sellPrice)]
  const loss = new Exact(position.quantity).times(buy.minus(sell))
  return {
    quantity: position.quantity,
    buyPrice: priceText(buy),
    sellPrice: priceText(sell),
    investment: new Exact(position.quantity).times(direction === 'long' ? buy : sell).toFixed(2),
    trueLoss: loss.toFixed(2),
    trueLossPercent: new Exact(capital).isZero() ? '0.00' : loss.times(100).div(capital).toFixed(2),
  }
}

const toTick = (price: string): Decimal => new Exact(roundToTick(new Exact(price)))
const priceText = (price: Decimal): string => price.toFixed(price.lessThan(1) ? 4 : 2)

/** What a position takes and risks beyond what was typed: reasons not to call it a success. */
export interface PositionExcess {
  /** It costs more than the capital. */
  readonly isAboveCapital: boolean
  /** Its true loss at the stop is above the typed percentage of the capital. */
  readonly isAboveRisk: boolean
  /** The capital, and the typed percentage of it, in dollars to the cent. */
  readonly capitalDollars: string
  readonly riskDollars: string
}

/**
 * Compares a position with the capital and the risk it was sized for. Example: 147 shares that cost 6998.67 and lose
 * 696.78 at the stop are within a capital of 50,000, and above its risk of 1 percent, which is 500.00.
 */
export function findExcess(
  { investment, trueLoss }: Pick<Position, 'investment' | 'trueLoss'>,
  { capital, risk }: Pick<PositionInput, 'capital' | 'risk'>,
): PositionExcess {
  const allowed = new Exact(capital).times(risk).div(100)
  return {
    isAboveCapital: new Exact(investment).greaterThan(capital),
    isAboveRisk: new Exact(trueLoss).greaterThan(allowed),
    capitalDollars: new Exact(capital).toFixed(2),
    riskDollars: allowed.toFixed(2),
  }
}

export const isAboveThreshold = (investment: string): boolean => new Exact(investment).greaterThan(investmentThreshold)

/** Returns whether a row qualifies at this capital: the investment is above the threshold and within the capital. */
export const isQualified = (investment: string, capital: string | number): boolean =>
  isAboveThreshold(investment) && new Exact(investment).lessThanOrEqualTo(capital)

const proposals = [
  [20_000, 2],
  [50_000, 1.33],
  [100_000, 1],
  [500_000, 0.5],
  [1_000_000, 0.2],
] as const

/**
 * Returns the proposed risk in percent for a capital: 2 % under 20,000, down to 0.1 % from 1,000,000 on.
 * Source: docs/rules/trading.md, "Risk proposal".
 */
export function proposeRisk(capital: string | number): number {
  const amount = new Exact(capital)
  return proposals.find(([limit]) => amount.lessThan(limit))?.[1] ?? 0.1
}
