// Distinguishes more history from different bars: a host passes all bars each time, and a chart that only grew to the
// left keeps its view.

import type { PriceBar } from './price-bar.ts'

/**
 * Returns the bars of `next` that precede those of `given`; undefined when `next` is not `given` with bars prepended.
 *
 * Given the days 3, 4 and 5, the days 1 to 5 yield 1 and 2; the days 1 to 4, or the same three, are different bars.
 */
export function earlierBars(given: readonly PriceBar[], next: readonly PriceBar[]): readonly PriceBar[] | undefined {
  const count = next.length - given.length
  if (given.length === 0 || count <= 0) return undefined
  return given.every((bar, index) => next[count + index] === bar) ? next.slice(0, count) : undefined
}
