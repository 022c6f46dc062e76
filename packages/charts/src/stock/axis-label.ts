// Positions of price labels on the axis when their prices are close: the labels spread, the lines stay, and the last
// price yields.

import { spreadLabels, type SpreadLabel } from '../spread-labels.ts'

export interface AxisLabel {
  readonly id: string
  /** Position of the price. */
  readonly yPx: number
  /** A yielding label is omitted when another one needs its place. */
  readonly givesWay: boolean
}

export const labelGapPx = 18

/**
 * Places labels inside `[9, heightPx - 9]`, at least 18 px apart, keeping their order and moving them as little as a
 * pass down and a pass up permit. Labels whose price is outside the axis are omitted, as is a yielding label that would
 * be nearer than 18 px to another.
 *
 * Prices at 100, 104 and 200 px: labels at 93, 111 and 200.
 */
export function placeLabels(labels: readonly AxisLabel[], heightPx: number): SpreadLabel[] {
  const inside = labels.filter((label) => label.yPx >= 0 && label.yPx <= heightPx)
  const firm = spreadLabels(
    inside.filter((label) => !label.givesWay),
    heightPx,
    labelGapPx,
  )
  const yielding = inside.filter(
    (label) => label.givesWay && firm.every((other) => Math.abs(other.yPx - label.yPx) >= labelGapPx),
  )
  return [...firm, ...yielding.map(({ id, yPx }) => ({ id, yPx }))].sort((a, b) => a.yPx - b.yPx)
}
