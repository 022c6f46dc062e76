// The days of a table of what earned the money.
import { attributionPeriods, type AttributionPeriod, type ParamsOf, Refusal } from '@clubfolio/contract'
import { addCalendarDays, type DaySpan, type MarketDay, periodStart, toMarketDay } from '@clubfolio/domain'
import type { CurrentFund } from '../book/load-fund.ts'

type Span = Pick<ParamsOf<'fund', 'findAttribution'>, 'from' | 'to'>

/** Returns the days of a period; what is dated on or before the opening is part of the opening value. */
export function spanOf({ from, to }: Span, { replay, records }: Pick<CurrentFund, 'replay' | 'records'>): DaySpan {
  const { valuations } = replay
  const openingDay = records.opening.day
  const last = to === 'last' ? (valuations.at(-1)?.day ?? openingDay) : toMarketDay(to)
  const close = valuations.findLast(({ day }) => day <= last)?.day ?? last
  const start = isPeriod(from) ? startOf(from, close, openingDay) : toMarketDay(from)
  if (start > last) throw new Refusal('statementPeriod', { from: start, to: last })
  const first = addCalendarDays(openingDay, 1)
  return { from: start < first ? first : start, to: last }
}

const isPeriod = (from: Span['from']): from is AttributionPeriod => from in attributionPeriods

function startOf(period: AttributionPeriod, close: MarketDay, openingDay: MarketDay): MarketDay {
  if (period === 'START') return close < openingDay ? close : openingDay
  if (period !== 'QUARTER') return periodStart(period === 'DAY' ? 'DAILY' : period, close)
  const month = Math.floor((Number(close.slice(5, 7)) - 1) / 3) * 3 + 1
  return toMarketDay(`${close.slice(0, 4)}-${String(month).padStart(2, '0')}-01`)
}

/** The day before the period; the value at its close, or the opening, is what the period starts from. */
export function dayBefore(from: MarketDay, openingDay: MarketDay): MarketDay {
  const day = addCalendarDays(from, -1)
  return day < openingDay ? openingDay : day
}
