// How large a position may be and at which prices it opens and is given up: the specification's formulas in exact decimals, where
// floats lose a share (1000 at 0.3 % on 10.3 - 10 is 10 shares), and what they hide: the loss that really happens at the stop.
// Source: specification 2, sections 5 and 9; decisions, "Calculations"; design "Market", Resistance and support 6.
import { Decimal } from 'decimal.js'
import { stopLossPercent, type TradeDirection } from './stop-loss.ts'

/** Sixty digits: products of money, percent and price never lose one. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** An investment above this many dollars is worth an order. */
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

export const positionFaultWords = {
  risk: 'Risk must be greater than zero and less than equal to 100',
  levels: 'The resistance cannot be less than the support',
} as const

export type PositionFault = keyof typeof positionFaultWords

/** What stands in the way of sizing a position: resistance first, then risk; null when nothing does. */
export function positionFault({ risk, resistance, support }: Pick<PositionInput, 'risk' | 'resistance' | 'support'>): PositionFault | null {
  if (new Exact(resistance).lessThanOrEqualTo(support)) return 'levels'
  return new Exact(risk).greaterThan(0) && new Exact(risk).lessThanOrEqualTo(100) ? null : 'risk'
}

/** Whole shares; every other figure as exact decimal text in dollars, not rounded. */
export interface Position {
  readonly quantity: string
  readonly buyPrice: string
  readonly sellPrice: string
  readonly investment: string
  /** What is lost when the position opens at its entry and is given up at its stop: quantity x |entry - stop|. */
  readonly trueLoss: string
  readonly trueLossPercent: string
}

/**
 * quantity = floor((capital x risk / 100) / (resistance - support)). Long: buy = resistance + 0.01, sell (stop) = support - 3 %;
 * short: sell = support - 0.01, buy (stop) = resistance + 3 %; investment = quantity x the entry price.
 * Throws a RangeError where `positionFault` names a fault. Example: capital 50,000 at 1 % between 47.60 and 44.20, long, is 147
 * shares at 47.61, stop 42.874, investment 6998.67.
 */
export function sizePosition(input: PositionInput): Position {
  const fault = positionFault(input)
  if (fault) throw new RangeError(positionFaultWords[fault])
  const [capital, resistance, support] = [new Exact(input.capital), new Exact(input.resistance), new Exact(input.support)]
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
 * The same as an order needs it: prices half up to the cent, and everything that follows computed from these. The seeker's rows and the
 * advanced calculator use it, so that both give the same from the same levels.
 */
export function roundPosition(position: Position, { direction, capital }: Pick<PositionInput, 'direction' | 'capital'>): Position {
  const [buy, sell] = [new Exact(position.buyPrice).toDecimalPlaces(2), new Exact(position.sellPrice).toDecimalPlaces(2)]
  const loss = new Exact(position.quantity).times(buy.minus(sell))
  return {
    quantity: position.quantity,
    buyPrice: buy.toFixed(2),
    sellPrice: sell.toFixed(2),
    investment: new Exact(position.quantity).times(direction === 'long' ? buy : sell).toFixed(2),
    trueLoss: loss.toFixed(2),
    trueLossPercent: new Exact(capital).isZero() ? '0.00' : loss.times(100).div(capital).toFixed(2),
  }
}

export const isAboveThreshold = (investment: string): boolean => new Exact(investment).greaterThan(investmentThreshold)

/** A row that qualifies at this capital: the investment is above the threshold and not above the capital. */
export const isQualified = (investment: string, capital: string | number): boolean => isAboveThreshold(investment) && new Exact(investment).lessThanOrEqualTo(capital)

const proposals = [[20_000, 2], [50_000, 1.33], [100_000, 1], [500_000, 0.5], [1_000_000, 0.2]] as const

/** The risk proposed for a capital: 2 % under 20,000, down to 0.1 % from 1,000,000 on. Source: specification 2, section 9. */
export function proposeRisk(capital: string | number): number {
  const amount = new Exact(capital)
  return proposals.find(([limit]) => amount.lessThan(limit))?.[1] ?? 0.1
}
