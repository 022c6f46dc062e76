// Income as rows of tables: a year with its months, and a month with its weeks. Pure.
import type { Income, IncomeExpected, IncomePayment } from '@clubfolio/contract'
import { addCalendarDays, toCents, toMarketDay, weekdayOf, type Cents } from '@clubfolio/domain'

export interface MonthSum {
  /** Null where nothing was received. */
  readonly received: Cents | null
  readonly expected: Cents | null
}

export interface IncomeYear {
  readonly year: string
  /** From January to December. */
  readonly months: readonly MonthSum[]
  readonly whole: MonthSum
}

/** A payment that was received, or one that is expected. */
export interface IncomeEvent {
  readonly id: string
  readonly day: string
  readonly kind: IncomePayment['kind']
  readonly code: string | null
  readonly amount: Cents
  readonly description: string | null
  /** The day of the payment that an estimate repeats; null for what was received. */
  readonly restsOn: string | null
}

export const monthOf = (day: string): string => day.slice(0, 7)

/** Returns a row for each year with a payment or an estimate, the newest first. */
export function incomeYears({ payments, expected }: Pick<Income, 'payments' | 'expected'>): IncomeYear[] {
  const received = sumBy(payments)
  const due = sumBy(expected)
  const of = (period: string): MonthSum => ({
    received: received.get(period) ?? null,
    expected: due.get(period) ?? null,
  })
  return [...new Set([...received.keys(), ...due.keys()])]
    .filter((period) => period.length === 4)
    .toSorted()
    .toReversed()
    .map((year) => ({
      year,
      months: Array.from({ length: 12 }, (_none, index) => of(`${year}-${String(index + 1).padStart(2, '0')}`)),
      whole: of(year),
    }))
}

/** By month and by year. */
function sumBy(events: readonly { readonly day: string; readonly amount: Cents }[]): ReadonlyMap<string, Cents> {
  const sums = new Map<string, Cents>()
  for (const { day, amount } of events)
    for (const period of [monthOf(day), day.slice(0, 4)])
      sums.set(period, toCents((sums.get(period) ?? toCents(0n)) + amount))
  return sums
}

/** Returns what was received and what is expected, by day. */
export function incomeEvents({ payments, expected }: Pick<Income, 'payments' | 'expected'>): IncomeEvent[] {
  const events = [
    ...payments.map((one) => ({ ...one, restsOn: null })),
    ...expected.map((one: IncomeExpected) => ({ ...one, description: null })),
  ]
  return events
    .map((one) => ({ ...one, id: `${one.day} ${one.kind} ${one.code} ${one.restsOn}` }))
    .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1))
}

/** Returns the weeks of a month from Monday to Friday, for payments are on sessions; null is a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = toMarketDay(`${month}-01`)
  const weeks: (string | null)[][] = []
  for (let monday = addCalendarDays(first, -((weekdayOf(first) + 6) % 7)); ; monday = addCalendarDays(monday, 7)) {
    if (monthOf(monday) > month) return weeks
    const week = [0, 1, 2, 3, 4].map((days) => {
      const day = addCalendarDays(monday, days)
      return monthOf(day) === month ? day : null
    })
    if (week.some((day) => day !== null)) weeks.push(week)
  }
}

/** Returns the month some months later: `addMonths('2026-11', 2)` is "2027-01". */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** Returns the month to begin with: that of the next estimate, else of the last payment, else of the last close. */
export function firstMonth({ payments, expected, lastDay }: Income): string {
  return monthOf(expected[0]?.day ?? payments.at(-1)?.day ?? lastDay)
}
