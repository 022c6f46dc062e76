// A user's own trades on a chart: fills, and the prices of open orders and of a position.

import type { PriceLine } from './price-line.ts'

/** One fill; `timeMs` lies inside a bar or at its start. */
export interface TradeFill {
  readonly timeMs: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  readonly price: number
}

export interface OwnTrades {
  readonly fills: readonly TradeFill[]
  readonly lines: readonly PriceLine[]
}

export const noTrades: OwnTrades = { fills: [], lines: [] }

/** The fills of one side in one drawn bar, as one mark. */
export interface FillMark {
  /** Index of the drawn bar. */
  readonly index: number
  readonly side: 'buy' | 'sell'
  readonly quantity: number
  /** Average of the fills, weighted by quantity. */
  readonly price: number
}

/**
 * Joins fills by the bar in which they happened and by side. A fill belongs to the last bar that starts at or before
 * it; a fill before the first bar, or without any quantity, has no mark.
 *
 * Bars that start at 0 and 100; buys of 10 at 5.00 and 30 at 6.00 at the times 110 and 120: one mark of 40 at 5.75 on
 * bar 1.
 */
export function joinFills(fills: readonly TradeFill[], barTimesMs: readonly number[]): readonly FillMark[] {
  const joined = new Map<string, { index: number; side: TradeFill['side']; quantity: number; amount: number }>()
  for (const { timeMs, side, quantity, price } of fills) {
    const index = lastIndexUntil(barTimesMs, timeMs)
    if (index < 0 || !(quantity > 0)) continue
    const key = `${index} ${side}`
    const before = joined.get(key) ?? { index, side, quantity: 0, amount: 0 }
    joined.set(key, { ...before, quantity: before.quantity + quantity, amount: before.amount + quantity * price })
  }
  return [...joined.values()]
    .map(({ index, side, quantity, amount }) => ({ index, side, quantity, price: amount / quantity }))
    .sort((a, b) => a.index - b.index)
}

/** Returns the index of the last of ascending times at or before `timeMs`; -1 when all are later. */
function lastIndexUntil(times: readonly number[], timeMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
