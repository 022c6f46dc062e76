// Option expiration days: every Friday of the next weeks, the third Friday of the next months, and of January of the
// two years ahead; if the exchange is closed that Friday, the session before it.

import { addCalendarDays, marketDay, sessionHours, sessionOnOrBefore, weekdayOf } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'

const WEEKS = 8
const MONTHS = 7
const FRIDAY = 5

/** An expiration; monthly ones are on the third Friday. */
export interface Expiration {
  readonly day: MarketDay
  readonly kind: 'WEEKLY' | 'MONTHLY'
}

/**
 * Returns the third Friday of a month, or the session before it. Example: April 2025 gives Thursday 2025-04-17, before
 * Good Friday.
 */
export function monthlyExpiration(year: number, month: number): MarketDay {
  const first = marketDay(`${year}-${String(month).padStart(2, '0')}-01`)
  const friday = addCalendarDays(first, ((FRIDAY - weekdayOf(first) + 7) % 7) + 14)
  return sessionOnOrBefore(friday)
}

/** Returns whether options that expire on a day are monthly or weekly ones. */
export function expirationKind(day: MarketDay): Expiration['kind'] {
  return day === monthlyExpiration(Number(day.slice(0, 4)), Number(day.slice(5, 7))) ? 'MONTHLY' : 'WEEKLY'
}

/** Returns all expirations listed on a day, soonest first, including one on the day itself. */
export function expirationsOn(day: MarketDay): Expiration[] {
  const found = new Set<MarketDay>()
  const friday = addCalendarDays(day, (FRIDAY - weekdayOf(day) + 7) % 7)
  for (let week = 0; week < WEEKS; week += 1) {
    found.add(sessionOnOrBefore(addCalendarDays(friday, 7 * week)))
  }
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7))
  const months: [number, number][] = Array.from({ length: MONTHS }, (_, ahead) => [
    year + Math.floor((month - 1 + ahead) / 12),
    ((month - 1 + ahead) % 12) + 1,
  ])
  for (const [of, one] of [...months, [year + 1, 1] as const, [year + 2, 1] as const]) {
    found.add(monthlyExpiration(of, one))
  }
  const listed = [...found].filter((expires) => expires >= day).sort()
  return listed.map((expires) => ({ day: expires, kind: expirationKind(expires) }))
}

const MS_PER_YEAR = 365 * 86_400_000

/** Returns the years of 365 days from an instant to the close of the expiration day; negative afterwards. */
export function yearsToExpiration(expiration: MarketDay, epochMs: EpochMs): number {
  const hours = sessionHours(expiration)
  if (hours === null) throw new RangeError(`Options do not expire on ${expiration}: no session`)
  return (hours.closeMs - epochMs) / MS_PER_YEAR
}
