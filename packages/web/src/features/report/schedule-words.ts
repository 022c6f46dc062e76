// When a scheduled report runs, what it covers, and how a run ended, in words.
import {
  describeCoverage,
  type ReportFilter,
  type ReportFormat,
  type ReportFrequency,
  type ReportPeriod,
  type ReportRunState,
  type ReportSchedule,
} from '@clubfolio/contract'
import { chosenPeriod, describeChoices, type FilterChoices } from './report-choices.ts'

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

/** "Weekly on Monday at 07:00 New York time". */
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
  return `${frequencyLabels[frequency]}${day} at ${formatHour(hour)} New York time`
}

/** Returns what every run of a report covers: "Last 7 days, New York time". Undefined without a period. */
export function describeCoveredDays(
  filters: readonly ReportFilter[],
  choices: FilterChoices,
  period: ReportPeriod,
): string | undefined {
  const chosen = filters.map((filter) => chosenPeriod(filter, choices)).find((one) => one !== undefined)
  return chosen && describeCoverage(chosen, period)
}

/** Describes the choices as every run has them, one line per filter. */
export function describeScheduled(
  filters: readonly ReportFilter[],
  choices: FilterChoices,
  period: ReportPeriod,
): string[] {
  const lines = describeChoices(filters, choices)
  return filters.map((filter, index) => {
    const chosen = chosenPeriod(filter, choices)
    return chosen ? `${filter.nomenclatorConfigDisplayName}: ${describeCoverage(chosen, period)}` : (lines[index] ?? '')
  })
}
