// When scheduled statements are due, and for which period. Independent of the database.
import {
  addCalendarDays,
  monthStart,
  newYorkDateAt,
  nextOccurrence,
  type EpochMs,
  type MarketDay,
} from '@clubfolio/domain'
import type { StatementTiming } from '@clubfolio/contract'

/** The months in which a period begins. */
const firstMonths: Readonly<Record<StatementTiming['frequency'], ReadonlySet<string> | undefined>> = {
  MONTHLY: undefined,
  QUARTERLY: new Set(['01', '04', '07', '10']),
  YEARLY: new Set(['01']),
}
const beginsIn = (frequency: StatementTiming['frequency'], month: string): boolean =>
  firstMonths[frequency]?.has(month) ?? true

/**
 * Returns the first due time after an instant: every month, or in the month after each quarter or year.
 * Example: quarterly on day 5 at 8, after 2026-03-04T15:00Z, is 2026-04-05T12:00Z.
 */
export function nextStatementDue({ frequency, monthDay, hour }: StatementTiming, afterMs: EpochMs): EpochMs {
  let found = afterMs
  do found = nextOccurrence({ frequency: 'MONTHLY', monthDay, hour }, found)
  while (!beginsIn(frequency, newYorkDateAt(found).slice(5, 7)))
  return found
}

/** Returns the first due time after one that is about a later period, also when day and hour were changed between. */
export function followingStatementDue(timing: StatementTiming, dueMs: EpochMs): EpochMs {
  const { to } = statementPeriodAt(timing.frequency, dueMs)
  let found = nextStatementDue(timing, dueMs)
  while (statementPeriodAt(timing.frequency, found).to <= to) found = nextStatementDue(timing, found)
  return found
}

/**
 * Returns the last month, quarter or year that is over at a due time.
 * Example: monthly at 2026-03-05T13:00Z it is 2026-02-01 to 2026-02-28.
 */
export function statementPeriodAt(
  frequency: StatementTiming['frequency'],
  dueMs: EpochMs,
): { from: MarketDay; to: MarketDay } {
  const to = addCalendarDays(monthStart(newYorkDateAt(dueMs)), -1)
  let from = monthStart(to)
  while (!beginsIn(frequency, from.slice(5, 7))) from = monthStart(addCalendarDays(from, -1))
  return { from, to }
}
