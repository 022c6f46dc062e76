// How a running market moves the newest bars of a chart.
import type { PriceBar } from '@clubfolio/charts'

/**
 * Returns the last bar after a trade at `price`: a new close, and a new high or low when the price is beyond them.
 * Example: a bar of 10, 12, 9, 11 after 13 is 10, 13, 9, 13.
 */
export function movedBar(bar: PriceBar, price: number): PriceBar {
  return { ...bar, high: Math.max(bar.high, price), low: Math.min(bar.low, price), close: price }
}

/**
 * Returns the bars of an answer that change a chart whose last bar is `last`: that bar when it differs, and all later
 * ones.
 */
export function newerBars(last: PriceBar, answer: readonly PriceBar[]): readonly PriceBar[] {
  return answer.filter(
    (bar) =>
      bar.timeMs > last.timeMs ||
      (bar.timeMs === last.timeMs &&
        (bar.close !== last.close || bar.high !== last.high || bar.low !== last.low || bar.volume !== last.volume)),
  )
}
