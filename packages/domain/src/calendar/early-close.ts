// Sessions that end at 13:00 New York time, by rule since 1993. Earlier short days, some of which ended at 14:00, are
// omitted: no price file or screen of the product depends on their hours.

import { WEEKDAY, dayNumber, nthWeekday } from './holiday.ts'
import { weekdayOfNumber } from './market-day.ts'

const FIRST_YEAR_BY_RULE = 1993
const SINGLE_EARLY_CLOSES: Readonly<Record<number, readonly [month: number, date: number]>> = {
  1997: [12, 26],
  1999: [12, 31],
  2003: [12, 26],
}

/**
 * Returns the short day next to Independence Day. If the holiday falls on a Thursday, this was the following Friday,
 * and since 2013 is the day before.
 */
function besideIndependenceDay(year: number): number | null {
  const eve = dayNumber(year, 7, 3)
  switch (weekdayOfNumber(eve)) {
    case WEEKDAY.MONDAY:
    case WEEKDAY.TUESDAY:
    case WEEKDAY.THURSDAY:
      return year >= 1995 ? eve : null
    case WEEKDAY.WEDNESDAY:
      if (year >= 2013) return eve
      return year >= 1996 ? eve + 2 : null
    default:
      return null
  }
}

/**
 * Returns the day numbers of the sessions of a year that close at 13:00: the day after Thanksgiving, Christmas Eve from
 * Monday to Thursday, and the day next to Independence Day. Example: 2026 has 2026-11-27 and 2026-12-24.
 */
export function earlyClosesOf(year: number): number[] {
  if (year < FIRST_YEAR_BY_RULE) return []
  const days = [nthWeekday(year, 11, WEEKDAY.THURSDAY, 4) + 1]
  const christmasEve = dayNumber(year, 12, 24)
  const weekday = weekdayOfNumber(christmasEve)
  if (weekday >= WEEKDAY.MONDAY && weekday <= WEEKDAY.THURSDAY) days.push(christmasEve)
  const july = besideIndependenceDay(year)
  if (july !== null) days.push(july)
  const single = SINGLE_EARLY_CLOSES[year]
  if (single !== undefined) days.push(dayNumber(year, single[0], single[1]))
  return days
}
