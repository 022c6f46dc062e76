// Which days of bars a chart requests: initially, and for earlier history as the reader scrolls back.
import type { BarTiming, MarketState } from '@clubfolio/contract'
import dayjs from 'dayjs'
import { formatDay } from '../../ui/format/date.ts'

/** Both days inclusive, `YYYY-MM-DD`. */
export interface ChartSpan {
  readonly start: string
  readonly end: string
}

/** Twenty years back to today. Source: docs/rules/interface.md, "Chart modal". */
const yearsBack = 20

/** Returns the span from twenty years back to the later of today and the market's day, in New York days. */
export function chartSpan(market: MarketState | undefined): ChartSpan {
  const today = formatDay(market?.marketTime ?? Date.now())
  const end = market?.marketDay && market.marketDay > today ? market.marketDay : today
  return { start: dayjs(end).subtract(yearsBack, 'year').format('YYYY-MM-DD'), end }
}

/** Days of one page of intraday bars: some ten thousand bars. */
const intradayDays: Readonly<Partial<Record<BarTiming, number>>> = {
  _1M: 50,
  _5M: 250,
  _15M: 600,
  _30M: 1_100,
  _1H: 1_830,
  _4H: 7_305,
}

const dayText = (date: dayjs.Dayjs): string => date.format('YYYY-MM-DD')

/**
 * Returns the first day of the week, month or year that contains `day`, so that no page ends inside a bar.
 * 2026-03-04 is a Wednesday: its week begins on 2026-03-02, its month on 2026-03-01.
 */
function startOfBar(timing: BarTiming, day: dayjs.Dayjs): dayjs.Dayjs {
  if (timing === '_W') return day.subtract((day.day() + 6) % 7, 'day')
  if (timing === '_MONTH') return day.startOf('month')
  return timing === '_Y' ? day.startOf('year') : day
}

const pageStart = (timing: BarTiming, end: dayjs.Dayjs): string => {
  const days = intradayDays[timing]
  return dayText(days === undefined ? startOfBar(timing, end.subtract(yearsBack, 'year')) : end.subtract(days, 'day'))
}

/** Returns the span that a chart shows initially, `end` included. */
export const firstSpan = (timing: BarTiming, end: string): ChartSpan => ({ start: pageStart(timing, dayjs(end)), end })

/** The bars before an instant. */
export interface OlderPage extends ChartSpan {
  readonly untilMs: number
}

/**
 * Returns the page of bars that begin before `untilMs`. For daily and longer bars it ends on the day before. For
 * intraday bars its last day may already be partly loaded, so bars from `untilMs` on have to be left out.
 */
export function olderPage(timing: BarTiming, untilMs: number): OlderPage {
  const until = dayjs(new Date(untilMs).toISOString().slice(0, 10))
  return {
    start: pageStart(timing, until),
    end: dayText(intradayDays[timing] === undefined ? until.subtract(1, 'day') : until),
    untilMs,
  }
}
