// The months and years of returns as rows of a table: a year each, the newest first. Pure.
import type { ReturnPeriod } from '@clubfolio/contract'
import { monthNames } from '../../../ui/format/month-names.ts'

export interface YearRow {
  readonly year: string
  /** From January to December; undefined where there is none. */
  readonly months: readonly (ReturnPeriod | undefined)[]
  readonly whole: ReturnPeriod | undefined
}

export function yearRows(months: readonly ReturnPeriod[], years: readonly ReturnPeriod[]): YearRow[] {
  const byPeriod = new Map([...months, ...years].map((one) => [one.period, one]))
  return years
    .map(({ period }) => period)
    .toSorted()
    .toReversed()
    .map((year) => ({
      year,
      months: monthNames.map((_name, index) => byPeriod.get(`${year}-${String(index + 1).padStart(2, '0')}`)),
      whole: byPeriod.get(year),
    }))
}
