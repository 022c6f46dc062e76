// What a cash dividend does to an open order: on the ex-date a share opens lower by what is paid out, so what waits below the market would
// be reached without any trade against it. Pure. Source: FINRA rule 5330 (adjustment of orders); the wire's DO_NOT_REDUCE leaves a price alone.
import { price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import { tickOf } from './fill-rule.ts'
import type { TradableOrder } from './order.ts'
import { isBuy } from './order.ts'

/** Down by the dividend, rounded up to whole ticks. */
function lowered(at: Price | null, dividend: Price): Price | null {
  if (at === null) return null
  const tick = tickOf(at)
  return price(at - ((dividend + tick - 1n) / tick) * tick)
}

/**
 * The order on the ex-date: limits to buy and stops to sell are lowered by the dividend a share, others stay; null when no price would be
 * left, so that it has to be cancelled. A trailing stop to sell keeps its distance from a best price that is lowered.
 * Example: 0.255 a share makes a limit to buy at 40.00 one at 39.74, and leaves a limit to sell at 44.00.
 */
export function lowerByDividend(order: TradableOrder, dividend: Price): TradableOrder | null {
  const { terms } = order
  const isStop = terms.stopPrice !== null || terms.trail !== null
  // A stop that was touched is a market order or a limit to sell by now.
  if (terms.keepsPrice || terms.legs !== null || order.isTriggered || isBuy(terms) === isStop) return order
  const [at, stop] = [lowered(terms.price, dividend), lowered(terms.stopPrice, dividend)]
  if ((at ?? 1n) <= 0n || (stop ?? 1n) <= 0n) return null
  const saved = (terms.price ?? 0n) - (at ?? 0n)
  return {
    ...order,
    terms: { ...terms, price: at, stopPrice: stop },
    best: order.best === null ? null : lowered(order.best, dividend),
    // What a limit to buy needs no more is free again.
    reservePrice: isBuy(terms) && order.reservePrice > saved ? price(order.reservePrice - saved) : order.reservePrice,
  }
}
