// Wilder's average true range over one window, recomputed from the window's bars each day rather than carried forward.
import type { WindowBar } from './level-window.ts'

/** Source: Wilder, New Concepts in Technical Trading Systems (1978); docs/rules/market.md, "Average true range". */
export const rangeSessions = 14

/**
 * Returns ATR(14) in the price steps of the bars. From the second bar on, true range = max(high, previous close) -
 * min(low, previous close). The first value is the mean of 14; each later one is (13 x previous + true range) / 14.
 * Undefined for fewer than 15 bars.
 */
export function averageRange(bars: readonly WindowBar[]): number | undefined {
  if (bars.length <= rangeSessions) return undefined
  let average = 0
  for (let index = 1; index < bars.length; index++) {
    const { high, low } = bars[index]!
    const before = bars[index - 1]!.close
    const range = Math.max(high, before) - Math.min(low, before)
    if (index < rangeSessions) average += range
    else if (index === rangeSessions) average = (average + range) / rangeSessions
    else average = (average * (rangeSessions - 1) + range) / rangeSessions
  }
  return average
}
