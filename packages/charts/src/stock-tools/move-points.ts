// Where the points of a drawing are after it was dragged: it keeps its shape on the screen, so on a logarithmic axis
// all prices change by one factor, on a linear one by one amount.

import { smallestDrawnPrice, type DrawingPoint } from '../stock/drawing.ts'
import type { PriceScale } from '../stock/price-tick.ts'

export interface PointMove {
  readonly scale: PriceScale
  /** The price under the pointer when the drag began. */
  readonly fromPrice: number
  /** The price under the pointer now. */
  readonly toPrice: number
  /** Returns the time of the point after the move. */
  readonly timeOf: (point: DrawingPoint, index: number) => number
}

/**
 * Returns the moved points. A drawing stops where its lowest point would reach zero.
 *
 * From 100 and 200, dragged from 150 to 300: 200 and 400 on a logarithmic axis, 250 and 350 on a linear one.
 */
export function movePoints(points: readonly DrawingPoint[], move: PointMove): DrawingPoint[] {
  const lowest = Math.min(...points.map(({ price }) => price))
  const priceAfter = move.scale === 'logarithmic' ? scaledPrice(move, lowest) : shiftedPrice(move, lowest)
  return points.map((point, index) => ({ timeMs: move.timeOf(point, index), price: priceAfter(point.price) }))
}

function scaledPrice({ fromPrice, toPrice }: PointMove, lowest: number): (price: number) => number {
  const wanted = positive(toPrice) / positive(fromPrice)
  const factor = Math.max(wanted, smallestDrawnPrice / positive(lowest))
  return (price) => positive(price * factor)
}

function shiftedPrice({ fromPrice, toPrice }: PointMove, lowest: number): (price: number) => number {
  const change = Math.max(toPrice - fromPrice, smallestDrawnPrice - lowest)
  return (price) => positive(price + change)
}

/** Returns a price that a drawing may have: `-3` and `0` become 0.0001. */
export const positive = (price: number): number => Math.max(price, smallestDrawnPrice)
