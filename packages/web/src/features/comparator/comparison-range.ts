// The ranges of the dashboard's comparison: from which day on, counted back from the market's day.
import dayjs from 'dayjs'

export const comparisonRanges = ['1M', '3M', 'YTD', '1Y', '3Y', 'All'] as const
export type ComparisonRange = (typeof comparisonRanges)[number]

export const isComparisonRange = (value: unknown): value is ComparisonRange => comparisonRanges.some((range) => range === value)

const firstDay = '1950-01-01'

/** `rangeFrom('YTD', '2026-03-04')` is 2026-01-01; `All` begins before every market. */
export function rangeFrom(range: ComparisonRange, marketDay: string): string {
  if (range === 'All') return firstDay
  if (range === 'YTD') return `${marketDay.slice(0, 4)}-01-01`
  const count = Number(range.slice(0, -1))
  return dayjs(marketDay).subtract(count, range.endsWith('M') ? 'month' : 'year').format('YYYY-MM-DD')
}
