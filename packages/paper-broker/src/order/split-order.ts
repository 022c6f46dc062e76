// Adjusts open orders for a split or spin-off: prices and quantity in new shares, or cancellation. Pure.
import { divideHalfUp, parseRounded } from '../money/decimal.ts'
import { splitFraction } from '../money/split-fraction.ts'
import { price, toTick } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TradableOrder } from './order.ts'

const RATIO_SCALE = 12

interface Ratio {
  readonly up: bigint
  readonly down: bigint
}

function ratioOf(text: string): { readonly prices: Ratio; readonly shares: Ratio } {
  const fraction = splitFraction(text)
  if (fraction !== null) return { prices: fraction, shares: fraction }
  // A spin-off changes the value of a share, not the number of shares.
  return {
    prices: { up: parseRounded(text, RATIO_SCALE), down: 10n ** BigInt(RATIO_SCALE) },
    shares: { up: 1n, down: 1n },
  }
}

function lowered(at: Price | null, { up, down }: Ratio): Price | null {
  return at === null ? null : toTick(divideHalfUp(at * down, up))
}

function scaled(offset: Price | null, { up, down }: Ratio): Price | null {
  return offset === null ? null : price(divideHalfUp(offset * down, up))
}

/**
 * Returns the order in new shares; null when less than one whole share remains, or a price falls to zero, so that the
 * order must be cancelled.
 * Example: 4 for 1 turns a sell stop of 10 at 400.00 into one of 40 at 100.00. Source: docs/rules/paper-brokerage.md,
 * "Splits".
 */
export function splitOrder(order: TradableOrder, ratio: string): TradableOrder | null {
  const { prices, shares } = ratioOf(ratio)
  const { terms } = order
  const remaining = ((terms.quantity - order.filled) * shares.up) / shares.down
  if (remaining === 0n) return null
  const [at, stop] = [lowered(terms.price, prices), lowered(terms.stopPrice, prices)]
  if (at === 0n || stop === 0n) return null
  const trail =
    terms.trail === null || terms.trail.isPercent
      ? terms.trail
      : { ...terms.trail, offset: scaled(terms.trail.offset, prices) ?? terms.trail.offset }
  return {
    ...order,
    terms: {
      ...terms,
      quantity: order.filled + remaining,
      limitOffset: scaled(terms.limitOffset, prices),
      price: at,
      stopPrice: stop,
      trail,
    },
    best: lowered(order.best, prices),
    reservePrice: price(divideHalfUp(order.reservePrice * prices.down, prices.up)),
  }
}
