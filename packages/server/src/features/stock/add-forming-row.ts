// Adds the forming day as the last daily row of a chart: finished days alone would leave a running market one day
// behind.
import { dayNumberOf, marketDayAt, type DailyRow } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import type { ListedInstrument } from './find-bars.ts'
import { divideRow } from './split-rows.ts'

/**
 * Returns the daily rows followed by the forming day of the simulated market, if there is one, it lies inside the
 * requested days and is not finished yet. A split on that day already divides the earlier prices, as the finished day
 * will. Example: rows up to Tuesday, requested up to Wednesday at 11:00 New York: Wednesday's row holds its first 90
 * minutes.
 */
export function addFormingRow(
  { clock, simulated }: Pick<Services, 'clock' | 'simulated'>,
  { source, code }: ListedInstrument,
  end: string,
  daily: readonly DailyRow[],
): readonly DailyRow[] {
  const nowMs = clock.nowMs()
  const today = marketDayAt(nowMs)
  const last = daily.at(-1)
  if (source !== 'simulated' || end < today || (last !== undefined && last[0] >= dayNumberOf(today))) return daily
  const bar = simulated.formingBar(code, nowMs)
  if (bar === null || bar.day !== today) return daily
  const ratio = simulated
    .corporateActions(code, today, today)
    .reduce((product, action) => (action.kind === 'SPLIT' ? product * action.ratio : product), 1)
  const before = ratio === 1 ? daily : daily.map((row) => divideRow(row, ratio))
  return [...before, [dayNumberOf(today), bar.open, bar.high, bar.low, bar.close, bar.volume]]
}
