// The days that a scheduled report covers, in words: what its schedule promises for every run, not the days of one run.
// Source: docs/rules/trading.md, "Static reports".
import { calendarDaysBetween, isKeyOf, toMarketDay } from '@clubfolio/domain'
import { relativePeriods, type SelectedItem } from './report.ts'
import { reportPeriods, type ReportPeriod } from './report-delivery.ts'

/**
 * Returns what a period of a scheduled report covers: the chosen days or relative period, as the schedule moves it with
 * the day of the run. Moving days are counted in New York, and the words say so.
 * `describeCoverage(['2026-02-26', '2026-03-04'], 'SAME_LENGTH')` is "Last 7 days, New York time".
 */
export function describeCoverage(chosen: SelectedItem, period: ReportPeriod): string {
  if (typeof chosen === 'string') return isKeyOf(relativePeriods, chosen) ? inNewYork(relativePeriods[chosen]) : chosen
  const [from, to] = chosen
  if (period === 'AS_CHOSEN') return from === to ? from : `${from} to ${to}`
  if (period !== 'SAME_LENGTH') return inNewYork(reportPeriods[period])
  const days = calendarDaysBetween(toMarketDay(from), toMarketDay(to)) + 1
  return inNewYork(days === 1 ? 'The day it runs' : `Last ${days} days`)
}

const inNewYork = (words: string): string => `${words}, New York time`
