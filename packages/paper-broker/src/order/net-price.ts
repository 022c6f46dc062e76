// The joint price of legs that trade together: their natural price, each leg at its own side of the market, and whether
// it is as good as the order's net price. All amounts are in price steps per unit of the order. Pure.
import { larger } from '../money/decimal.ts'
import { price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TouchQuote } from './fill-rule.ts'
import { contractOf } from '../valuation/option-rule.ts'
import type { OrderLeg } from './order-leg.ts'
import { NET_SHARES, isBuyLeg, isOptionLeg } from './order-leg.ts'
import type { OrderTerms } from './order.ts'

export type LegPrice = (leg: OrderLeg) => Price

/** Prices every leg at its own ask or bid, with slippage added for a market order. */
export function naturalPrices(quotes: ReadonlyMap<string, TouchQuote>, slippage: Price): LegPrice {
  return (leg) => {
    const quote = quotes.get(leg.symbol)
    if (quote === undefined) throw new Error(`No quote of ${leg.symbol}`)
    const raw = isBuyLeg(leg) ? quote.ask + slippage : quote.bid - slippage
    return price(larger(raw, 0n))
  }
}

/** Returns the cost of one unit in price steps; negative for a credit. */
export function debitOf(legs: readonly OrderLeg[], at: LegPrice): bigint {
  return legs.reduce((sum, leg) => sum + (isBuyLeg(leg) ? 1n : -1n) * leg.ratio * leg.multiplier * at(leg), 0n)
}

/**
 * Returns the highest cost of one unit in price steps; null for a market order. Example: NET_CREDIT 1.20: at least
 * $120.00 comes in.
 */
export function debitLimit({ orderType, price: net }: Pick<OrderTerms, 'orderType' | 'price'>): bigint | null {
  if (orderType === 'NET_ZERO') return 0n
  if (net === null) return null
  return (orderType === 'NET_CREDIT' ? -net : net) * NET_SHARES
}

/**
 * Returns the prices at which the legs trade now: the natural ones, if they are together no worse than the net price;
 * otherwise null.
 */
export function netFillPrices(
  terms: OrderTerms,
  legs: readonly OrderLeg[],
  quotes: ReadonlyMap<string, TouchQuote>,
  slippage: Price,
): LegPrice | null {
  if (legs.some((leg) => !quotes.has(leg.symbol))) return null
  const limit = debitLimit(terms)
  const at = naturalPrices(quotes, limit === null ? slippage : price(0n))
  return limit === null || debitOf(legs, at) <= limit ? at : null
}

/** Returns the prices of an exercise: zero for the option, the strike for its shares. */
export function exercisePrices(terms: OrderTerms): LegPrice {
  const contract = contractOf(terms.symbol)
  if (contract === null) throw new Error(`${terms.symbol} is no option`)
  const strike = price(BigInt(Math.round(contract.strike * 10_000)))
  return (leg) => (isOptionLeg(leg) ? price(0n) : strike)
}
