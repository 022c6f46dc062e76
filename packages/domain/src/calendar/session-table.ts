// One table of all sessions from 1900 to 2199, built on first use in a few milliseconds, so that every session query is
// an array lookup. The queries themselves are in `session.ts`.

import { earlyClosesOf } from './early-close.ts'
import { holidaysOf } from './holiday.ts'
import { dayMs, FIRST_DAY_NUMBER, LAST_DAY_NUMBER, dayNumberOf, marketDay, weekdayOfNumber } from './market-day.ts'
import { SPECIAL_CLOSURES } from './special-closure.ts'

/**
 * `through[i]` counts the sessions on or before day number `FIRST_DAY_NUMBER + i`; `dayNumbers[k]` is the kth session
 * (from 0); `earlyCloses` holds the day numbers that end at 13:00.
 */
export interface SessionTable {
  readonly through: Int32Array
  readonly dayNumbers: Int32Array
  readonly earlyCloses: ReadonlySet<number>
}

let table: SessionTable | undefined

function build(): SessionTable {
  const length = LAST_DAY_NUMBER - FIRST_DAY_NUMBER + 1
  const isClosed = new Uint8Array(length)
  // A holiday outside the calendar, such as New Year's Day of the year after it, is no index and sets nothing.
  const close = (day: number) => void (isClosed[day - FIRST_DAY_NUMBER] = 1)
  for (const text of Object.keys(SPECIAL_CLOSURES)) close(dayNumberOf(marketDay(text)))
  const earlyCloses = new Set<number>()
  const firstYear = new Date(FIRST_DAY_NUMBER * dayMs).getUTCFullYear()
  const lastYear = new Date(LAST_DAY_NUMBER * dayMs).getUTCFullYear()
  for (let year = firstYear; year <= lastYear; year += 1) {
    for (const day of holidaysOf(year)) close(day)
    for (const day of earlyClosesOf(year)) earlyCloses.add(day)
  }
  const through = new Int32Array(length)
  const dayNumbers = new Int32Array(length)
  let count = 0
  // Counted along instead of calculated: a page builds the table before its code is compiled.
  let weekday: number = weekdayOfNumber(FIRST_DAY_NUMBER)
  for (let i = 0; i < length; i += 1) {
    if (weekday !== 0 && weekday !== 6 && isClosed[i] === 0) {
      dayNumbers[count] = FIRST_DAY_NUMBER + i
      count += 1
    }
    through[i] = count
    weekday = weekday === 6 ? 0 : weekday + 1
  }
  return { through, dayNumbers: dayNumbers.slice(0, count), earlyCloses }
}

export function sessionTable(): SessionTable {
  table ??= build()
  return table
}

/** Returns the number of sessions on or before a day number; throws a RangeError outside 1900 to 2199. */
export function sessionsThrough(dayNumber: number): number {
  const count = sessionTable().through[dayNumber - FIRST_DAY_NUMBER]
  if (count === undefined) throw new RangeError(`The calendar covers 1900 to 2199, not day number ${dayNumber}`)
  return count
}
