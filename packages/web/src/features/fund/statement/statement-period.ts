// The period with which a statement opens. Independent of the UI.
import { addCalendarDays, marketDay, periodStart } from '@clubfolio/domain'

/**
 * Returns the last calendar month that is over on `lastDay`, from the opening day on; all days so far while the fund is
 * younger than that.
 *
 * Example: on 2026-03-04 of a fund that opened on 2026-02-10 it is 2026-02-10 to 2026-02-28.
 */
export function lastMonthOf(firstDay: string, lastDay: string): { from: string; to: string } {
  const to = addCalendarDays(periodStart('MONTH', marketDay(lastDay)), -1)
  if (to < firstDay) return { from: firstDay, to: lastDay }
  const from = periodStart('MONTH', to)
  return { from: from > firstDay ? from : firstDay, to }
}
