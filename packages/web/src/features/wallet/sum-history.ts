// Combines the histories of several accounts, and appends live points to a history. Pure.
import type { HistoryPoint, WalletTiming } from '@clubfolio/contract'
import { dayMs, dayNumberOf, marketDayAt, periodStart, toEpochMs, toMarketDay } from '@clubfolio/domain'

const minuteMs = 60_000
const stepMs: Partial<Record<WalletTiming, number>> = { '5M': 5 * minuteMs, '1H': 60 * minuteMs, '4H': 240 * minuteMs }

/**
 * Returns the sum at every instant that occurs in any history: each counts with its last known value, and with nothing
 * before its first.
 * `[[1, 10]]` and `[[2, 5]]` give `[[1, 10], [2, 15]]`.
 */
export function sumHistories(histories: readonly (readonly HistoryPoint[])[]): HistoryPoint[] {
  const times = [...new Set(histories.flatMap((points) => points.map(([timeMs]) => timeMs)))].sort((a, b) => a - b)
  const places = histories.map(() => 0)
  return times.map((timeMs) => {
    let cents = 0
    for (const [index, points] of histories.entries()) {
      while ((points[places[index]!]?.[0] ?? Number.POSITIVE_INFINITY) <= timeMs) places[index]! += 1
      const known = points[places[index]! - 1]
      // Whole cents add up without the rounding errors of summed dollars.
      if (known) cents += Math.round(known[1] * 100)
    }
    return [timeMs, cents / 100]
  })
}

/**
 * Appends live points, which arrive with their instants. For daily and longer timings they count for their market day,
 * and the last point of each step wins.
 */
export function appendPoints(
  history: readonly HistoryPoint[],
  added: readonly HistoryPoint[],
  timing: WalletTiming,
): readonly HistoryPoint[] {
  if (added.length === 0) return history
  const points = [...history]
  for (const [timeMs, value] of added) {
    const shownMs = stepMs[timing] === undefined ? dayNumberOf(marketDayAt(toEpochMs(timeMs))) * dayMs : timeMs
    const last = points.at(-1)
    if (last && shownMs < last[0]) continue
    if (last && stepOf(last[0], timing) === stepOf(shownMs, timing)) points.pop()
    points.push([shownMs, value])
  }
  return points
}

function stepOf(timeMs: number, timing: WalletTiming): string | number {
  const step = stepMs[timing]
  if (step !== undefined) return Math.floor(timeMs / step)
  const day = toMarketDay(new Date(timeMs).toISOString().slice(0, 10))
  if (timing === '1W') return periodStart('WEEK', day)
  if (timing === '1MONTH') return periodStart('MONTH', day)
  return timing === '1YEAR' ? periodStart('YEAR', day) : day
}
