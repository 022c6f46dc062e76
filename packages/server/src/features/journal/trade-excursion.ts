// How far a trade was in profit and in loss, from the bars of the market: minutes on the days of entry and exit where
// they exist, days in between.
import type { Bar } from '@clubfolio/contract'
import {
  isOptionCode,
  marketDayAt,
  marketDaySpan,
  measureExcursion,
  splitFactor,
  toEpochMs,
  toMarketDay,
  type EpochMs,
  type Excursion,
  type ExcursionBar,
  type MarketDay,
  type RoundTrip,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import { findBars } from '../stock/find-bars.ts'

export interface MeasuredExcursion extends Excursion {
  readonly source: 'MINUTES' | 'DAYS'
}

export interface SplitDay {
  readonly untilDay: string
  readonly factor: number
}

const minuteMs = 60_000

/** Returns undefined for contracts, which have no bars, and where none exists for its time. */
export async function tradeExcursion(
  services: Services,
  trip: RoundTrip,
  segments: readonly SplitDay[],
): Promise<MeasuredExcursion | undefined> {
  const { symbol, openedAt, closedAt } = trip
  if (openedAt === null || isOptionCode(symbol)) return undefined
  const first = marketDayAt(openedAt)
  const last = marketDayAt(closedAt ?? toEpochMs(services.clock.nowMs()))
  // Bars are in the shares of today; fills are compared with them in those of the opening.
  const factor = splitFactor<string>(segments, first)
  const daily = await findBars(services, { symbol, start: first, end: last, timing: '_D' }, closedAt === null)
  const edges = closedAt === null || last === first ? [first] : [first, last]
  const minutes = new Map<MarketDay, ExcursionBar[]>()
  for (const day of edges) {
    const bars = await findBars(services, { symbol, start: day, end: day, timing: '_1M' })
    if (bars.length > 0)
      minutes.set(
        day,
        bars.map((bar) => toMinute(bar, factor)),
      )
  }
  const bars = daily.flatMap((bar) => {
    const day = toMarketDay(new Date(bar.datetime).toISOString().slice(0, 10))
    return minutes.get(day) ?? [toDay(bar, day, factor)]
  })
  const found = measureExcursion(trip, bars)
  return found && { ...found, source: minutes.size === edges.length ? 'MINUTES' : 'DAYS' }
}

const prices = ({ high, low }: Bar, factor: number): Pick<ExcursionBar, 'high' | 'low'> => ({
  high: new Decimal(high).times(factor),
  low: new Decimal(low).times(factor),
})

function toMinute(bar: Bar, factor: number): ExcursionBar {
  const fromMs = toEpochMs(bar.datetime)
  return { fromMs, untilMs: toEpochMs(fromMs + minuteMs), ...prices(bar, factor) }
}

function toDay(bar: Bar, day: MarketDay, factor: number): ExcursionBar {
  const span: { readonly fromMs: EpochMs; readonly untilMs: EpochMs } = marketDaySpan(day)
  return { fromMs: span.fromMs, untilMs: span.untilMs, ...prices(bar, factor) }
}
