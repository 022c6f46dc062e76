// Decides whether an order fills on a quote, and at what price. One rule covers quotes and bars: a walk through a bar
// stops at the price an order waits for, and there bid, ask and last are that price. Pure.
import { divideHalfUp } from '../money/decimal.ts'
import { price, toTick } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TradableOrder, Trail } from './order.ts'
import { isBuy } from './order.ts'

/** The quote an order is matched against. */
export interface TouchQuote {
  readonly bid: Price
  readonly ask: Price
  readonly last: Price
  /** Set only within a daily bar: price and time inside the day are modelled. */
  readonly isApproximate?: boolean
}

const HUNDRED_PERCENT = 1_000_000n

/** Returns the stop of a trail for the best price so far. Example: 2 percent under 50.00 is 49.00. */
export function trailStop(trail: Trail, best: Price, isBuySide: boolean): Price {
  const offset = trail.isPercent ? divideHalfUp(best * trail.offset, HUNDRED_PERCENT) : trail.offset
  return toTick(isBuySide ? best + offset : best - offset)
}

/** Returns the stop price of an order; null for an order without one. */
export function stopOf(order: TradableOrder): Price | null {
  const { terms, best } = order
  if (terms.trail === null) return terms.stopPrice
  return best === null ? null : trailStop(terms.trail, best, isBuy(terms))
}

/** Returns whether the last price has reached the stop of an order. */
export function isStopReached(order: TradableOrder, quote: TouchQuote): boolean {
  const stop = stopOf(order)
  if (stop === null) return false
  return isBuy(order.terms) ? quote.last >= stop : quote.last <= stop
}

function marketPrice(order: TradableOrder, quote: TouchQuote, slippage: Price): Price {
  const raw = isBuy(order.terms) ? quote.ask + slippage : quote.bid - slippage
  return price(raw > 0n ? raw : 1n)
}

/** Returns the limit of an order: its own, or `limitOffset` beyond the stop of a trailing stop-limit. */
export function limitOf(order: TradableOrder): Price | null {
  const { terms } = order
  if (terms.price !== null || terms.limitOffset === null) return terms.price
  const stop = stopOf(order)
  if (stop === null) return null
  return toTick(isBuy(terms) ? stop + terms.limitOffset : stop - terms.limitOffset)
}

/**
 * Returns the order once its stop is touched: the stop is done, and a trailing limit stays at its price of that moment.
 */
export function triggered(order: TradableOrder): TradableOrder {
  return order.isTriggered ? order : { ...order, isTriggered: true, terms: { ...order.terms, price: limitOf(order) } }
}

function limitPrice(order: TradableOrder, quote: TouchQuote): Price | null {
  const limit = limitOf(order)
  if (limit === null) return null
  if (isBuy(order.terms)) return quote.ask <= limit ? quote.ask : null
  return quote.bid >= limit ? quote.bid : null
}

/** A worthless contract trades at the price of the cabinet order; a purchase never costs more than the ask. */
function cabinetPrice(order: TradableOrder, quote: TouchQuote): Price | null {
  return limitPrice(order, quote) ?? (quote.bid <= 0n ? order.terms.price : null)
}

/**
 * Returns the price at which a working order fills on a quote, or null. MARKET: ask + slippage or bid - slippage.
 * LIMIT: at the ask (bid) once it is as good as the limit. STOP and TRAILING_STOP: as MARKET once the last price
 * reached the stop, so a gap fills at the gap's price. STOP_LIMIT and TRAILING_STOP_LIMIT: as LIMIT from their touch
 * on. NON_MARKETABLE: as LIMIT. CABINET: as LIMIT, and at its own price while there is no bid for the contract.
 * On-close and multi-leg orders do not fill here.
 * Example: buy stop 50.01 on a bar that opens at 51: 51.00. Source: docs/rules/paper-brokerage.md, "Fill rules".
 */
export function fillPrice(order: TradableOrder, quote: TouchQuote, slippage: Price): Price | null {
  switch (order.terms.orderType) {
    case 'MARKET':
      return marketPrice(order, quote, slippage)
    case 'LIMIT':
    case 'NON_MARKETABLE':
      return limitPrice(order, quote)
    case 'CABINET':
      return cabinetPrice(order, quote)
    case 'STOP':
    case 'TRAILING_STOP':
      return order.isTriggered || isStopReached(order, quote) ? marketPrice(order, quote, slippage) : null
    case 'STOP_LIMIT':
    case 'TRAILING_STOP_LIMIT':
      return order.isTriggered || isStopReached(order, quote) ? limitPrice(order, quote) : null
    case 'MARKET_ON_CLOSE':
    case 'LIMIT_ON_CLOSE':
    case 'EXERCISE':
    case 'NET_DEBIT':
    case 'NET_CREDIT':
    case 'NET_ZERO':
      return null
  }
}

/** Returns what a working order currently waits for. */
export function waitsFor({
  terms,
  isTriggered,
}: Pick<TradableOrder, 'terms' | 'isTriggered'>): 'ANY_PRICE' | 'STOP' | 'LIMIT' | 'CLOSE' {
  switch (terms.orderType) {
    case 'MARKET':
      return 'ANY_PRICE'
    case 'LIMIT':
    case 'NON_MARKETABLE':
    case 'NET_DEBIT':
    case 'NET_CREDIT':
    case 'NET_ZERO':
      return 'LIMIT'
    case 'CABINET':
      return 'ANY_PRICE'
    case 'STOP':
    case 'TRAILING_STOP':
      return isTriggered ? 'ANY_PRICE' : 'STOP'
    case 'STOP_LIMIT':
    case 'TRAILING_STOP_LIMIT':
      return isTriggered ? 'LIMIT' : 'STOP'
    case 'MARKET_ON_CLOSE':
    case 'LIMIT_ON_CLOSE':
    case 'EXERCISE':
      return 'CLOSE'
  }
}

/** Returns the fill price of an on-close order at the close; null when the close does not meet its limit. */
export function closingPrice(order: TradableOrder, close: Price): Price | null {
  const at = { bid: close, ask: close, last: close }
  return order.terms.orderType === 'LIMIT_ON_CLOSE' ? limitPrice(order, at) : close
}

/** Returns the order of matching at one instant: market orders, then stops, then limits. */
export function rankOf(order: TradableOrder): number {
  const kind = waitsFor(order)
  return kind === 'STOP' ? 1 : kind === 'LIMIT' ? 2 : 0
}
