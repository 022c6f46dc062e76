// Decides how the dates of one file are written: year first, or with the month or the day first. It is decided for a
// whole file or not at all, because most days of a month read as a date in either order.
// Source: docs/rules/market.md, "Dates of a file".
import type { MarketDay } from '../kind.ts'
import { parseMarketDay } from '../calendar/market-day.ts'

export const dateOrders = ['mdy', 'dmy'] as const
/** Month first (4/21/2021) or day first (21/4/2021). */
export type DateOrder = (typeof dateOrders)[number]

export type DateOrderDecision =
  | { readonly order: DateOrder | 'ymd' }
  /** Every date reads in both orders. */
  | { readonly fault: 'AMBIGUOUS' }
  /** Some dates read only with the day first, others only with the month first; the lines are examples. */
  | { readonly fault: 'BOTH'; readonly monthFirst: DateOnLine; readonly dayFirst: DateOnLine }
  /** The dates contradict the order that was stated. */
  | { readonly fault: 'CONTRADICTED'; readonly by: DateOnLine }

export interface DateOnLine {
  readonly text: string
  readonly line: number
}

export interface DateOrderWatch {
  note(text: string, line: number): void
  /** `stated` is the order that a person states. */
  decide(stated?: DateOrder): DateOrderDecision
}

const yearLast = /^\s*(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/

const yearFirst = /^\s*\d{4}-?\d{2}-?\d{2}/

/** Returns whether a date is written with its year last: 4/21/2021, 21.04.2021, also with a time after it. */
export const isYearLast = (text: string): boolean => yearLast.test(text)

/** Watches the dates of a file; memory does not grow with them. */
export function watchDateOrder(): DateOrderWatch {
  let [yearsFirst, yearsLast] = [0, 0]
  let monthFirst: DateOnLine | undefined
  let dayFirst: DateOnLine | undefined
  return {
    note(text, line) {
      const match = yearLast.exec(text)
      if (!match) {
        if (yearFirst.test(text)) yearsFirst++
        return
      }
      yearsLast++
      const [first, second] = [Number(match[1]), Number(match[3])]
      const date = () => ({ text: match[0].trim(), line })
      if (first > 12 && first <= 31 && second <= 12) dayFirst ??= date()
      if (second > 12 && second <= 31 && first <= 12) monthFirst ??= date()
    },
    decide(stated) {
      // A few dates of another form are refused with their lines; they do not decide how the others are read.
      if (yearsLast === 0 || yearsLast < yearsFirst) return { order: 'ymd' }
      if (monthFirst && dayFirst) return { fault: 'BOTH', monthFirst, dayFirst }
      const by = stated === 'mdy' ? dayFirst : stated === 'dmy' ? monthFirst : undefined
      if (by) return { fault: 'CONTRADICTED', by }
      if (stated) return { order: stated }
      if (!monthFirst && !dayFirst) return { fault: 'AMBIGUOUS' }
      return { order: monthFirst ? 'mdy' : 'dmy' }
    },
  }
}

/**
 * Returns the day that a text means in a file whose dates are in this order, or null: `2021-04-21` and `20210421` in
 * any, `4/21/2021`, `4-21-2021` and `4.21.2021` with the month first, `21/4/2021` with the day first.
 */
export function parseDayInOrder(text: string, order: DateOrder | 'ymd'): MarketDay | null {
  if (/^\d{8}$/.test(text)) return parseMarketDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  const match = order === 'ymd' ? null : yearLast.exec(text)
  if (!match || match[0].length !== text.length) return parseMarketDay(text)
  const [month, day] = order === 'mdy' ? [match[1]!, match[3]!] : [match[3]!, match[1]!]
  return parseMarketDay(`${match[4]}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
