// The rules of the market's lists, as the SQL that both of their writers are made of: recompute-stat.ts from finished
// sessions, forming-statement.ts with the day that is forming. What differs between the two stays with them: where the
// figures come from. Source: docs/rules/market.md, "Lists".

/** The periods of the lists; each starts on the first day of the calendar's own and holds the market day. */
export const periods = ['daily', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** Minimum number of sessions in the year before a period; with fewer there is no extreme to reach. */
export const minSessionsBefore = 20
/** The year before a period, in days. */
export const yearBeforeDays = 365

/** What a list shows of a period. */
const parts = ['open', 'change', 'high', 'high_day', 'low', 'low_day', 'high_beyond', 'low_beyond'] as const
export const listColumns: readonly string[] = periods.flatMap((period) => parts.map((part) => `${period}_${part}`))

/**
 * Returns the first day of the period that holds `day`. Without a time zone it is constant for a whole statement, so
 * PostgreSQL computes it once and not per bar.
 */
export const periodStartSql = (period: Period, day: string): string =>
  period === 'daily' ? day : `date_trunc('${period}', ${day}::timestamp)::date`

/** Returns the filter of the bars `w` inside the period. */
export const insidePeriod = (start: string): string => `filter (where w.day >= ${start})`

/** Returns high, low and number of sessions of the year before a period, over the bars `w`. */
export function extremesBefore(start: string): readonly [high: string, low: string, sessions: string] {
  const before = `filter (where w.day < ${start} and w.day > ${start} - ${yearBeforeDays})`
  return [`max(w.high) ${before}`, `min(w.low) ${before}`, `count(w.day) ${before}`]
}

export const changeSince = (open: string, last: string): string => `${last} / ${open} - 1`

export interface ReachedExtremes {
  readonly sessionsBefore: string
  readonly high: string
  readonly highBefore: string
  readonly low: string
  readonly lowBefore: string
}

/** Returns the percentages beyond the extremes of the year before; null where one was not reached. */
export function percentBeyond({ sessionsBefore, high, highBefore, low, lowBefore }: ReachedExtremes): string {
  const isKnown = `${sessionsBefore} >= ${minSessionsBefore}`
  return `case when ${isKnown} and ${high} >= ${highBefore} then 100 * (${high} / ${highBefore} - 1) end,
    case when ${isKnown} and ${low} <= ${lowBefore} then 100 * (1 - ${low} / ${lowBefore}) end`
}

/** Returns the assignments that write every column of a conflicting row again. */
export const writeAgain = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = excluded.${column}`).join(', ')
