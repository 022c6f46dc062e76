// The period with which a statement opens. Independent of the UI.
import { addCalendarDays, addSessions, marketDay, periodStart } from '@clubfolio/domain'

/**
 * Returns the last calendar month that is over after the close of `lastDay`, from the opening day on and up to that
 * close; all days so far while the fund is younger than that.
 *
 * Example: after the close of 2026-03-04 of a fund that opened on 2026-02-10 it is 2026-02-10 to 2026-02-28, and after
 * that of 2026-02-27, a Friday, 2026-02-10 to 2026-02-27.
 */
export function lastMonthOf(firstDay: string, lastDay: string): { from: string; to: string } {
  const over = addCalendarDays(periodStart('MONTH', addSessions(marketDay(lastDay), 1)), -1)
  const to = over > lastDay ? marketDay(lastDay) : over
  if (to < firstDay) return { from: firstDay, to: lastDay }
  const from = periodStart('MONTH', to)
  return { from: from > firstDay ? from : firstDay, to }
}
