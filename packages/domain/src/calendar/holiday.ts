// Annual holidays of the New York Stock Exchange by rule, with the weekday on which they are observed. One-off closures
// (funerals, storms) are in `special-closure.ts`, shortened sessions in `early-close.ts`.

import { dayMs, weekdayOfNumber } from './market-day.ts'
import type { Weekday } from './market-day.ts'

const SUNDAY = 0
const MONDAY = 1
const TUESDAY = 2
const THURSDAY = 4
const SATURDAY = 6

export function dayNumber(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / dayMs
}

/** Returns the nth given weekday of a month, e.g. the 4th Thursday of November. */
export function nthWeekday(year: number, month: number, weekday: Weekday, nth: number): number {
  const first = dayNumber(year, month, 1)
  return first + ((weekday - weekdayOfNumber(first) + 7) % 7) + (nth - 1) * 7
}

/**
 * 30 May until 1970, since 1971 the last Monday of May. In 1970 the 30th was a Saturday and the Friday before remained
 * a session.
 */
function memorialDay(year: number): number {
  if (year === 1970) return dayNumber(year, 5, 30)
  if (year < 1970) return observed(dayNumber(year, 5, 30))
  const last = dayNumber(year, 5, 31)
  return last - ((weekdayOfNumber(last) - MONDAY + 7) % 7)
}

/** Easter Sunday of the Gregorian calendar: the Sunday after the first full moon of spring. */
export function easterSunday(year: number): number {
  const goldenNumber = year % 19
  const century = Math.floor(year / 100)
  const solarCorrection = century - Math.floor(century / 4)
  const lunarCorrection = Math.floor((8 * century + 13) / 25)
  let moonAge = (19 * goldenNumber + solarCorrection - lunarCorrection + 15) % 30
  if (moonAge === 29 || (moonAge === 28 && goldenNumber > 10)) moonAge -= 1
  const fullMoon = dayNumber(year, 3, 21) + moonAge
  return fullMoon + 7 - weekdayOfNumber(fullMoon)
}

/**
 * Returns the day on which a fixed-date holiday is observed: Monday if it falls on a Sunday; Friday if it falls on a
 * Saturday since July 1959, before that not at all.
 */
function observed(date: number): number {
  const weekday = weekdayOfNumber(date)
  if (weekday === SUNDAY) return date + 1
  return weekday === SATURDAY && date >= dayNumber(1959, 7, 1) ? date - 1 : date
}

/** New Year's Day is never observed on the preceding Friday, because that Friday closes the books of the old year. */
function newYear(year: number): number {
  const date = dayNumber(year, 1, 1)
  return weekdayOfNumber(date) === SUNDAY ? date + 1 : date
}

/**
 * Tuesday after the first Monday of November: every year to 1968, then only for the presidential elections of 1972,
 * 1976 and 1980.
 */
function electionDay(year: number): number | null {
  if (year > 1968 && year !== 1972 && year !== 1976 && year !== 1980) return null
  return nthWeekday(year, 11, MONDAY, 1) + 1
}

/**
 * Returns the day numbers on which the exchange is closed in a year by its regular rules; they may include weekend
 * days, which does no harm. Rules are known from 1950 on; earlier years use the rules of 1950, future years use
 * today's.
 * Example: 2026 has ten, among them Good Friday 2026-04-03 and Independence Day observed on Friday 2026-07-03.
 */
export function holidaysOf(year: number): number[] {
  const days = [
    newYear(year),
    year >= 1971 ? nthWeekday(year, 2, MONDAY, 3) : observed(dayNumber(year, 2, 22)),
    easterSunday(year) - 2,
    memorialDay(year),
    observed(dayNumber(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 11, THURSDAY, 4),
    observed(dayNumber(year, 12, 25)),
  ]
  if (year >= 1998) days.push(nthWeekday(year, 1, MONDAY, 3))
  if (year >= 2022) days.push(observed(dayNumber(year, 6, 19)))
  const election = electionDay(year)
  if (election !== null) days.push(election)
  if (year <= 1953) {
    days.push(observed(dayNumber(year, 2, 12)), observed(dayNumber(year, 10, 12)), observed(dayNumber(year, 11, 11)))
  }
  return days
}

/** Weekday constants for the early closes. */
export const WEEKDAY = { SUNDAY, MONDAY, TUESDAY, WEDNESDAY: 3, THURSDAY, FRIDAY: 5, SATURDAY } as const
