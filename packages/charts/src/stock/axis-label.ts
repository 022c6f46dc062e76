// Positions of price labels on the axis when their prices are close: the labels spread, the lines stay.

import { spreadLabels, type SpreadLabel } from '../spread-labels.ts'

/**
 * `always`: also while the price is out of view, then at the nearer end of the axis. `inView`: while the price is in
 * view. `ifRoom`: only where no other label needs the place.
 */
export type LabelPlacing = 'always' | 'inView' | 'ifRoom'

export interface AxisLabel {
  readonly id: string
  /** Position of the price. */
  readonly yPx: number
  readonly place: LabelPlacing
}

export const labelGapPx = 18

/**
 * Places labels inside the axis, 18 px apart or, when there are more than fit, as far apart as they can be, keeping
 * their order and moving them as little as a pass down and a pass up permit.
 *
 * Prices at 100, 104 and 200 px: labels at 93, 111 and 200. The last price at -40 px: its label at 9.
 */
export function placeLabels(labels: readonly AxisLabel[], heightPx: number): SpreadLabel[] {
  const isInside = ({ yPx }: AxisLabel) => yPx >= 0 && yPx <= heightPx
  const kept = labels
    .filter((label) => label.place === 'always' || (label.place === 'inView' && isInside(label)))
    .map(({ id, yPx }) => ({ id, yPx: Math.max(0, Math.min(heightPx, yPx)) }))
  const firm = spreadLabels(kept, heightPx, Math.min(labelGapPx, heightPx / Math.max(1, kept.length)))
  const yielding = labels.filter(
    (label) =>
      label.place === 'ifRoom' &&
      isInside(label) &&
      firm.every((other) => Math.abs(other.yPx - label.yPx) >= labelGapPx),
  )
  // Of yielding labels too near each other the first one is shown.
  const placed: SpreadLabel[] = [...firm]
  for (const { id, yPx } of yielding)
    if (placed.every((other) => Math.abs(other.yPx - yPx) >= labelGapPx)) placed.push({ id, yPx })
  return placed.sort((a, b) => a.yPx - b.yPx)
}
