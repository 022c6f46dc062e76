// Falls of a line below a peak before them. Source: docs/returns.md, "Returns and risk".
import { calendarDaysBetween } from '../calendar/market-day.ts'
import type { MarketDay } from '../kind.ts'
import type { ReturnLine, ReturnPoint } from './return-line.ts'

export interface Drawdown {
  /** Day of the peak, the first one at its value since the fall before it. */
  readonly from: MarketDay
  readonly lowest: MarketDay
  /** Undefined while the peak has not been reached again. */
  readonly recovered: MarketDay | undefined
  /** As a negative fraction of the peak: -0.25 is 25 % down. */
  readonly depth: number
  /** Calendar days from the peak to the recovery, or to the last close. */
  readonly days: number
}

/**
 * Returns every fall below a peak that is deeper than `least`, oldest first.
 * Example: 10, 9, 9.5, 10, 8 with a least of 0.05: -10 % that has recovered, and -20 % that has not.
 */
export function listDrawdowns(line: ReturnLine, least: number): Drawdown[] {
  const found: Drawdown[] = []
  let [peak] = line
  let low = peak
  const last = line.at(-1)
  if (peak === undefined || low === undefined || last === undefined) return []
  for (const point of line) {
    const hasFallen = low.value < peak.value
    if (point.value > peak.value || (hasFallen && point.value === peak.value)) {
      if (hasFallen) found.push(drawdownOf(peak, low, point))
      peak = point
      low = point
    } else if (point.value < low.value) low = point
  }
  if (low.value < peak.value) found.push({ ...drawdownOf(peak, low, last), recovered: undefined })
  // With 8 digits: 95 of 100 are not more than 5 % below.
  return found.filter(({ depth }) => Math.round(depth * 1e8) / 1e8 < -least)
}

const drawdownOf = (peak: ReturnPoint, low: ReturnPoint, end: ReturnPoint): Drawdown => ({
  from: peak.day,
  lowest: low.day,
  recovered: end.day,
  depth: low.value / peak.value - 1,
  days: calendarDaysBetween(peak.day, end.day),
})
