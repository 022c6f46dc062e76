// Room at the edges of a line chart: for the arrow of a payment at its first point, half of which would be outside, and
// around the figures that name the last values on the axis, whose labels they would cover.

/** Half of the smallest arrow and a pixel; arrows grow with the bars up to half a bar. */
const halfArrowPx = 7
/** Half of a badge and half of a label. */
const coveredPx = 15

/**
 * Returns how many bars of empty room a marker at the first of `bars` points needs before it.
 * `emptyBarsFor(250, 1000)` is 1.25: a bar is 4 px wide, and the point is in its middle.
 */
export function emptyBarsFor(bars: number, widthPx: number): number {
  if (bars <= 0 || widthPx <= 0) return 0
  const barPx = widthPx / bars
  return Math.max(0, halfArrowPx - barPx / 2) / barPx
}

export interface AxisBadges {
  readonly format: (value: number) => string
  /** Where a value is drawn; null without a scale. */
  readonly yOf: (value: number) => number | null
  /** The values that badges name. */
  readonly badges: readonly number[]
}

/** Returns the labels of an axis, empty where a badge would cover the label in part. */
export function uncoveredLabels(values: readonly number[], { format, yOf, badges }: AxisBadges): string[] {
  const badgeYs = badges.map(yOf).filter((y) => y !== null)
  return values.map((value) => {
    const y = yOf(value)
    return y !== null && badgeYs.some((badgeY) => Math.abs(badgeY - y) < coveredPx) ? '' : format(value)
  })
}
