// The price of a sloped line at a time: straight on the scale of the chart on which it was drawn, and by its bars, so
// that nights, weekends and holidays take no room.
import type { MarketDay } from '../kind.ts'
import { toEpochMs } from '../kind.ts'
import { dayNumberOf, marketDay } from '../calendar/market-day.ts'
import { CLOSE_MINUTE, OPEN_MINUTE, sessionHours, sessionOrdinalAt } from '../calendar/session-hours.ts'
import { sessionOfOrdinal, sessionOrdinal } from '../calendar/session.ts'
import type { LineTerms } from './rule-terms.ts'

/** The time of a price: its market day, and its instant. */
export interface PriceTime {
  readonly day: string
  readonly atMs: number
}

const minuteMs = 60_000

/** Minutes of regular sessions as shares of a session, for bars shorter than a day. */
function minutePosition(atMs: number): number {
  const ordinal = sessionOrdinalAt(toEpochMs(atMs))
  const hours = sessionHours(sessionOfOrdinal(ordinal))
  const minutes = hours === null ? 0 : Math.max(0, (atMs - hours.openMs) / minuteMs)
  return ordinal + minutes / (CLOSE_MINUTE - OPEN_MINUTE)
}

/** Where a day is among the bars of this length. */
function dayPosition(day: MarketDay, bars: Exclude<LineTerms['bars'], 'MINUTE'>): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  if (bars === 'YEAR') return year
  if (bars === 'MONTH') return year * 12 + month
  // Day 0 is a Thursday; weeks begin on Monday.
  return bars === 'WEEK' ? Math.floor((dayNumberOf(day) + 3) / 7) : sessionOrdinal(day)
}

/** A point of the chart: bars of a day and longer begin at midnight UTC of their first day. */
function pointPosition(timeMs: number, bars: LineTerms['bars']): number {
  return bars === 'MINUTE'
    ? minutePosition(timeMs)
    : dayPosition(marketDay(new Date(timeMs).toISOString().slice(0, 10)), bars)
}

/** Returns whether both points are at one bar: such a line has no single price at a time. */
export const isUprightLine = ({ from, to, bars }: Pick<LineTerms, 'from' | 'to' | 'bars'>): boolean =>
  pointPosition(from.timeMs, bars) === pointPosition(to.timeMs, bars)

/**
 * Returns the price of the line at a time, before and behind its points too; undefined where it is zero or below, and
 * for an upright line.
 *
 * From 100.00 on a Monday to 102.00 on the Wednesday, by days: 104.00 on the Friday and 105.00 on the Monday after it.
 * On a logarithmic scale the Friday has 104.04.
 */
export function linePriceAt(terms: LineTerms, { day, atMs }: PriceTime): number | undefined {
  const { from, to, scale, bars } = terms
  const [start, end] = [pointPosition(from.timeMs, bars), pointPosition(to.timeMs, bars)]
  const at = bars === 'MINUTE' ? minutePosition(atMs) : dayPosition(marketDay(day), bars)
  const share = (at - start) / (end - start)
  const [first, last] = [Number(from.price), Number(to.price)]
  const price = scale === 'LINEAR' ? first + (last - first) * share : first * (last / first) ** share
  // An upright line divides by zero.
  return price > 0 && Number.isFinite(price) ? price : undefined
}
