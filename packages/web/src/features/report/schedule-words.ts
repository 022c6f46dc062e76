// When a scheduled report runs, and how a run ended, in words.
import type { ReportFormat, ReportFrequency, ReportRunState, ReportSchedule } from '@clubfolio/contract'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export const frequencyLabels: Readonly<Record<ReportFrequency, string>> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
}
export const formatLabels: Readonly<Record<ReportFormat, string>> = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }
export const runStateLabels: Readonly<Record<ReportRunState, string>> = {
  WAITING: 'Waiting',
  RUNNING: 'Running',
  DONE: 'Done',
  FAILED: 'Failed',
  SKIPPED: 'Skipped',
  CANCELLED: 'Cancelled',
}

/** `formatHour(7)` is "07:00". */
export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const endings = ['th', 'st', 'nd', 'rd']
/** `formatMonthDay(22)` is "22nd"; days that some months lack fall on the last day of those months. */
export function formatMonthDay(day: number): string {
  const ending = day > 10 && day < 20 ? 'th' : (endings[day % 10] ?? 'th')
  return `${day}${ending}${day > 28 ? ', or the last' : ''}`
}

/** "Weekly on Monday at 07:00 New York". */
export function describeSchedule({
  frequency,
  weekday,
  monthDay,
  hour,
}: Pick<ReportSchedule, 'frequency' | 'weekday' | 'monthDay' | 'hour'>): string {
  const day =
    frequency === 'WEEKLY' && weekday
      ? ` on ${weekdays[weekday - 1]!}`
      : frequency === 'MONTHLY' && monthDay
        ? ` on the ${formatMonthDay(monthDay)}`
        : ''
  return `${frequencyLabels[frequency]}${day} at ${formatHour(hour)} New York`
}
