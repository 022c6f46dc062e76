// When an order may trade and when it expires, by the exchange calendar: the sessions NORMAL, AM, PM and SEAMLESS and
// the durations. Pure functions of instants, independent of prices.
import { type EpochMs, type MarketDay, toMarketDay, toEpochMs } from '@clubfolio/domain'
import {
  addCalendarDays,
  isSession,
  marketDayAt,
  marketDaySpan,
  newYorkDateAt,
  newYorkInstant,
  nextSession,
  previousSession,
  sessionHours,
  sessionOnOrBefore,
} from '@clubfolio/domain'
import type { OrderDuration, OrderSession } from '../kind/order-kind.ts'

const AM_MINUTE = 7 * 60
const PM_END_MINUTE = 20 * 60
const GTC_DAYS = 180

/** A span of market time, end excluded. */
export interface Window {
  readonly fromMs: EpochMs
  readonly untilMs: EpochMs
}

/**
 * Returns the window of a session on a session day. NORMAL is 9:30 to the close; where the market ticks around the
 * clock it is the whole market day. AM is 7:00 to 9:30, PM from the close to 20:00, SEAMLESS all three. Source:
 * docs/rules/paper-brokerage.md, "Fill rules".
 */
export function windowOn(session: OrderSession, day: MarketDay, isAlwaysOpen: boolean): Window {
  const hours = sessionHours(day)
  if (hours === null) throw new RangeError(`No session on ${day}`)
  const am = newYorkInstant(day, AM_MINUTE)
  const pmEnd = newYorkInstant(day, PM_END_MINUTE)
  if (session === 'AM') return { fromMs: am, untilMs: hours.openMs }
  if (session === 'PM') return { fromMs: hours.closeMs, untilMs: pmEnd }
  if (session === 'SEAMLESS') return { fromMs: am, untilMs: pmEnd }
  return isAlwaysOpen ? marketDaySpan(day) : { fromMs: hours.openMs, untilMs: hours.closeMs }
}

/** Returns the window that contains an instant, or the next one. */
export function windowAt(session: OrderSession, at: EpochMs, isAlwaysOpen: boolean): Window {
  const date = newYorkDateAt(at)
  let day = isSession(date) ? date : nextSession(date)
  for (;;) {
    const window = windowOn(session, day, isAlwaysOpen)
    if (at < window.untilMs) return window
    day = nextSession(day)
  }
}

/** Returns whether an order of this session may trade at an instant. */
export function isInWindow(session: OrderSession, at: EpochMs, isAlwaysOpen: boolean): boolean {
  return windowAt(session, at, isAlwaysOpen).fromMs <= at
}

/** Returns the first day of the month after a day's: the month that is four days after the 28th. */
function nextMonth(day: MarketDay): MarketDay {
  const inside = addCalendarDays(toMarketDay(`${day.slice(0, 8)}28`), 4)
  return toMarketDay(`${inside.slice(0, 8)}01`)
}

/** Returns the last session in the calendar month of a day. */
function lastSessionOfMonth(day: MarketDay): MarketDay {
  return previousSession(nextMonth(day))
}

function lastSessionOfWeek(day: MarketDay): MarketDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return sessionOnOrBefore(addCalendarDays(day, 5 - weekday))
}

/** What decides how long an order lasts. */
export interface OrderLife {
  readonly duration: OrderDuration
  readonly session: OrderSession
  /** The last day of an order that is good till a day. */
  readonly goodTill?: MarketDay | null
}

/** Returns the session day on which an order of this duration ends. */
function lastDay({ duration, session, goodTill = null }: OrderLife, at: EpochMs, isAlwaysOpen: boolean): MarketDay {
  // A window may begin the evening before, but it ends on its day.
  const first = newYorkDateAt(windowAt(session, at, isAlwaysOpen).untilMs)
  if (duration === 'GOOD_TILL_CANCEL') {
    const longest = addCalendarDays(newYorkDateAt(at), GTC_DAYS)
    return sessionOnOrBefore(goodTill === null || goodTill > longest ? longest : goodTill)
  }
  if (duration === 'END_OF_WEEK') return lastSessionOfWeek(first)
  if (duration === 'END_OF_MONTH') return lastSessionOfMonth(first)
  if (duration === 'NEXT_END_OF_MONTH') return lastSessionOfMonth(nextMonth(first))
  return first
}

/**
 * Returns the instant at which the unfilled remainder of an order expires: the end of its session's window on the last
 * day of its duration. DAY is the market day in which it starts to work; good till cancel ends 180 days after `at`,
 * or on its last day.
 * Example: DAY entered on a Friday at 17:00 ends on Monday at 16:00. Source: docs/rules/paper-brokerage.md, "Order life
 * cycle".
 */
export function expiryOf(life: OrderLife, at: EpochMs, isAlwaysOpen: boolean): EpochMs {
  return windowOn(life.session, lastDay(life, at, isAlwaysOpen), isAlwaysOpen).untilMs
}

/** Returns the first instant after `at` that is the last one before a close: when on-close orders trade. */
export function closingInstantAfter(at: EpochMs): EpochMs {
  const closing = marketDaySpan(marketDayAt(at)).untilMs - 1
  return toEpochMs(closing > at ? closing : marketDaySpan(nextSession(marketDayAt(at))).untilMs - 1)
}
