// The prices of a retracement between two points.

export interface RetracementLevel {
  readonly percent: number
  readonly price: number
}

/**
 * Returns the price of each percent: 100 is at the first point, 0 at the second. A price of zero or less has no line.
 *
 * From 100.00 to 80.00, 61.8 percent is 92.36.
 */
export const retracementLevels = (from: number, to: number, percents: readonly number[]): readonly RetracementLevel[] =>
  percents.map((percent) => ({ percent, price: to + ((from - to) * percent) / 100 })).filter(({ price }) => price > 0)
