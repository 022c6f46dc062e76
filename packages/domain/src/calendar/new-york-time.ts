// Converts instants to New York dates and clock times, and back, by the daylight-saving rules of the United States.
// Uses its own arithmetic instead of Intl, because quotes need it thousands of times a second; a test compares both.

import { type EpochMs, type MarketDay, toEpochMs } from '../kind.ts'
import { dayMs, dayNumberOf, marketDayOfNumber, weekdayOfNumber } from './market-day.ts'

const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const STANDARD_MS = -5 * MS_PER_HOUR
const DAYLIGHT_MS = -4 * MS_PER_HOUR

/** Returns the day number of the first Sunday on or after a date; the 2nd Sunday of March is `sundayFrom(y, 2, 8)`. */
function sundayFrom(year: number, monthIndex: number, date: number): number {
  const start = Date.UTC(year, monthIndex, date) / dayMs
  return start + ((7 - weekdayOfNumber(start)) % 7)
}

/**
 * Returns the first and last instant of daylight saving in a year. Both switches happen at 2:00 of the clock then in
 * effect.
 */
function daylightOf(year: number): { startMs: number; endMs: number } {
  let start: number
  let end = sundayFrom(year, 9, 25)
  if (year >= 2007) {
    start = sundayFrom(year, 2, 8)
    end = sundayFrom(year, 10, 1)
  } else if (year >= 1987) start = sundayFrom(year, 3, 1)
  else if (year === 1974) start = Date.UTC(1974, 0, 6) / dayMs
  else if (year === 1975) start = Date.UTC(1975, 1, 23) / dayMs
  else start = sundayFrom(year, 3, 24)
  if (year <= 1954) end = sundayFrom(year, 8, 24)
  return { startMs: start * dayMs + 7 * MS_PER_HOUR, endMs: end * dayMs + 6 * MS_PER_HOUR }
}

const daylightByYear = new Map<number, { startMs: number; endMs: number }>()

/**
 * Returns the offset of the New York clock from UTC at an instant, in ms: -5 hours in winter, -4 hours in summer. Rules
 * are known from 1950 on; earlier years use those of 1950.
 */
export function newYorkOffsetMs(epochMs: EpochMs): number {
  const year = new Date(epochMs).getUTCFullYear()
  let daylight = daylightByYear.get(year)
  if (daylight === undefined) {
    daylight = daylightOf(year)
    daylightByYear.set(year, daylight)
  }
  return epochMs >= daylight.startMs && epochMs < daylight.endMs ? DAYLIGHT_MS : STANDARD_MS
}

/** Returns the New York date of an instant as a day number (days since 1970-01-01). */
export function newYorkDayNumberAt(epochMs: EpochMs): number {
  return Math.floor((epochMs + newYorkOffsetMs(epochMs)) / dayMs)
}

/**
 * Returns the plain New York date of an instant, including weekends; `marketDayAt` gives the session it belongs to.
 * Example: 2026-03-05T01:00:00Z is still 2026-03-04 in New York.
 */
export function newYorkDateAt(epochMs: EpochMs): MarketDay {
  return marketDayOfNumber(newYorkDayNumberAt(epochMs))
}

/**
 * Returns the minutes since midnight on the New York clock at an instant, with fractions. Example: 14:30Z in winter is
 * 570, 9:30.
 */
export function newYorkMinuteAt(epochMs: EpochMs): number {
  const local = epochMs + newYorkOffsetMs(epochMs)
  return (local - Math.floor(local / dayMs) * dayMs) / MS_PER_MINUTE
}

/** Suffix of every displayed time: the New York clock, in winter and in summer. */
export const timeZoneMark = 'ET'

/**
 * Formats an instant for screens, print and mails: "2026-11-20 16:00:00 ET", or "2026-11-20 16:00 ET" without seconds.
 */
export function newYorkTimeText(epochMs: EpochMs, { hasSeconds = true } = {}): string {
  const local = new Date(epochMs + newYorkOffsetMs(epochMs)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, hasSeconds ? 19 : 16)} ${timeZoneMark}`
}

/** Formats an instant for other programs, on the same New York date that people see: "2026-11-20T16:00:00-05:00". */
export function newYorkIsoText(epochMs: EpochMs): string {
  const offsetMs = newYorkOffsetMs(epochMs)
  return `${new Date(epochMs + offsetMs).toISOString().slice(0, 19)}-0${-offsetMs / MS_PER_HOUR}:00`
}

/** Returns the instant at which the New York clock shows `minute` minutes after midnight on a day number. */
export function newYorkInstantOfNumber(dayNumber: number, minute: number): EpochMs {
  const local = dayNumber * dayMs + minute * MS_PER_MINUTE
  const standard = toEpochMs(local - STANDARD_MS)
  const daylight = toEpochMs(local - DAYLIGHT_MS)
  return newYorkOffsetMs(daylight) === DAYLIGHT_MS ? daylight : standard
}

/**
 * Returns the instant at which the New York clock shows `minute` minutes after midnight on a day. In the hour that is
 * repeated in autumn, the first occurrence is used; the hour missing in spring is read as standard time.
 * Example: 2026-03-04 and 570 (9:30) give 2026-03-04T14:30:00Z.
 */
export function newYorkInstant(day: MarketDay, minute: number): EpochMs {
  return newYorkInstantOfNumber(dayNumberOf(day), minute)
}
