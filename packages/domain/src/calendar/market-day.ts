// Parses market days from text and does plain calendar arithmetic on them. Holidays and sessions are left to
// `session.ts`.

import { type MarketDay, toMarketDay } from '../kind.ts'

/** A day of the calendar, in milliseconds. */
export const dayMs = 86_400_000
const FIRST_YEAR = 1900
const LAST_YEAR = 2199

/** First day the calendar covers, as days since 1970-01-01. */
export const FIRST_DAY_NUMBER = Date.UTC(FIRST_YEAR, 0, 1) / dayMs

/** Last day the calendar covers, as days since 1970-01-01. */
export const LAST_DAY_NUMBER = Date.UTC(LAST_YEAR, 11, 31) / dayMs

/** Day of the week as in JavaScript: 0 is Sunday, 6 is Saturday. */
const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Parses a market day from text. Returns null if the text is not `YYYY-MM-DD`, is not a real date (2026-02-30), or lies
 * outside the years 1900 to 2199 that the calendar covers.
 * Example: `parseMarketDay('2026-03-04')` is the day, `parseMarketDay('2026-3-4')` is null.
 */
export function parseMarketDay(text: string): MarketDay | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const year = Number(text.slice(0, 4))
  if (year < FIRST_YEAR || year > LAST_YEAR) return null
  const at = Date.UTC(year, Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)))
  return new Date(at).toISOString().slice(0, 10) === text ? toMarketDay(text) : null
}

/**
 * Returns a market day from text known to be valid, for constants and previously validated values. Throws a RangeError
 * on anything `parseMarketDay` would reject. Example: `marketDay('2026-03-04')`.
 */
export function marketDay(text: string): MarketDay {
  const day = parseMarketDay(text)
  if (day === null) throw new RangeError(`Not a market day: ${JSON.stringify(text)}`)
  return day
}

/** Returns the days since 1970-01-01, e.g. 20516 for 2026-03-04. Day numbers are fast to count with and to compare. */
export function dayNumberOf(day: MarketDay): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / dayMs
}

/**
 * Returns the market day of a day number; throws a RangeError outside the years 1900 to 2199. Inverse of `dayNumberOf`.
 */
export function marketDayOfNumber(dayNumber: number): MarketDay {
  if (!(dayNumber >= FIRST_DAY_NUMBER && dayNumber <= LAST_DAY_NUMBER)) {
    throw new RangeError(`The calendar covers ${FIRST_YEAR} to ${LAST_YEAR}, not day number ${dayNumber}`)
  }
  return toMarketDay(new Date(dayNumber * dayMs).toISOString().slice(0, 10))
}

/** Returns the weekday of a day number, 0 is Sunday. 1970-01-01, day number 0, was a Thursday. */
export function weekdayOfNumber(dayNumber: number): Weekday {
  return weekdays.at((dayNumber + 4) % 7)!
}

/** Returns the weekday of a market day, 0 is Sunday. Example: 2026-03-04 gives 3, a Wednesday. */
export function weekdayOf(day: MarketDay): Weekday {
  return weekdayOfNumber(dayNumberOf(day))
}

/**
 * Returns the day `days` calendar days later (negative: earlier), sessions or not. Example: 2026-02-27 and 3 give
 * 2026-03-02.
 */
export function addCalendarDays(day: MarketDay, days: number): MarketDay {
  return marketDayOfNumber(dayNumberOf(day) + days)
}

/**
 * Returns the day a number of calendar days earlier, but never before the calendar: a period of two centuries starts
 * where the calendar does. Example: 2026-03-04 and 365 give 2025-03-04.
 */
export function daysBefore(day: MarketDay, days: number): MarketDay {
  return marketDayOfNumber(Math.max(FIRST_DAY_NUMBER, dayNumberOf(day) - days))
}

/**
 * Returns the calendar days from one day to another, negative if `to` is earlier. Example: 2026-02-27 to 2026-03-02 is
 * 3.
 */
export function calendarDaysBetween(from: MarketDay, to: MarketDay): number {
  return dayNumberOf(to) - dayNumberOf(from)
}
