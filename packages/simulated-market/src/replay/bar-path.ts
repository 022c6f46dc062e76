// The assumed price path inside a bar of which only open, high, low and close are known: from the open to the nearer
// extreme, then to the other one, then to the close.

/** Prices of a bar, all in one unit. */
export interface PriceBar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/**
 * Returns whether the high is assumed to come before the low: if it is nearer to the open. At equal distance the low
 * comes first.
 */
export function isHighFirst(bar: PriceBar): boolean {
  return bar.high - bar.open < bar.open - bar.low
}

/**
 * Returns the four corners of a bar in the order of the walk. Source: docs/rules/paper-brokerage.md, "Fill rules".
 * Example: open 10, high 11, low 8, close 9 give 10, 11, 8, 9.
 */
export function barPath(bar: PriceBar): readonly [open: number, first: number, second: number, close: number] {
  return isHighFirst(bar) ? [bar.open, bar.high, bar.low, bar.close] : [bar.open, bar.low, bar.high, bar.close]
}

/**
 * Returns the price at a point of the walk, `fraction` from 0 (the open) to 1 (the close). Each leg takes a share of
 * the way proportional to its length, so the price moves at constant speed.
 * Example: open 10, high 11, low 8, close 9 at 0.2 give 11, since the legs are 1, 3 and 1 long.
 */
export function priceInBar(bar: PriceBar, fraction: number): number {
  const corners = barPath(bar)
  const lengths = [0, 1, 2].map((leg) => Math.abs(corners[leg + 1]! - corners[leg]!))
  let left = Math.min(1, Math.max(0, fraction)) * lengths.reduce((sum, length) => sum + length, 0)
  for (let leg = 0; leg < 3; leg += 1) {
    const length = lengths[leg]!
    if (left <= length && length > 0) return corners[leg]! + ((corners[leg + 1]! - corners[leg]!) * left) / length
    left -= length
  }
  return bar.close
}
