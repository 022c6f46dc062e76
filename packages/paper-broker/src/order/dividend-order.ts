// Adjusts open orders for a cash dividend: on the ex-date a share opens lower by the amount paid out, so orders waiting
// below the market would be reached without any trade against them. Pure. Source: FINRA rule 5330 (adjustment of
// orders); the wire's DO_NOT_REDUCE leaves a price alone.
import { larger } from '../money/decimal.ts'
import { price, tickOf } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TradableOrder } from './order.ts'
import { isBuy } from './order.ts'

/** Lowers a price by the dividend, rounded up to whole ticks. */
function lowered(at: Price | null, dividend: Price): Price | null {
  if (at === null) return null
  const tick = tickOf(at)
  return price(at - ((dividend + tick - 1n) / tick) * tick)
}

/**
 * Returns the order on the ex-date: buy limits and sell stops are lowered by the dividend per share, others stay; null
 * when a price would fall to zero, so that the order must be cancelled. A trailing sell stop keeps its distance from a
 * best price that is lowered.
 * Example: 0.255 a share turns a buy limit at 40.00 into one at 39.74, and leaves a sell limit at 44.00.
 */
export function lowerByDividend(order: TradableOrder, dividend: Price): TradableOrder | null {
  const { terms } = order
  const isStop = terms.stopPrice !== null || terms.trail !== null
  // A triggered stop is now a market order or a sell limit.
  if (terms.keepsPrice || terms.legs !== null || order.isTriggered || isBuy(terms) === isStop) return order
  const [at, stop] = [lowered(terms.price, dividend), lowered(terms.stopPrice, dividend)]
  if ((at ?? 1n) <= 0n || (stop ?? 1n) <= 0n) return null
  const saved = (terms.price ?? 0n) - (at ?? 0n)
  return {
    ...order,
    terms: { ...terms, price: at, stopPrice: stop },
    best: lowered(order.best, dividend),
    // The part of the reservation that a lowered buy limit no longer needs is released.
    reservePrice: isBuy(terms) ? price(larger(order.reservePrice - saved, 0n)) : order.reservePrice,
  }
}
