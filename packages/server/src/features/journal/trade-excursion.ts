// How far a trade was in profit and in loss, from the bars of the market: minutes on the days of entry and exit where
// they exist, days in between.
import type { Bar } from '@clubfolio/contract'
import {
  marketDayAt,
  marketDaySpan,
  measureExcursion,
  splitFactor,
  toEpochMs,
  toMarketDay,
  type EpochMs,
  type Excursion,
  type ExcursionBar,
  type HeldTrade,
  type MarketDay,
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

export interface HeldShares {
  readonly symbol: string
  readonly openedAt: EpochMs
  readonly held: HeldTrade
}

/**
 * Returns undefined where no bar exists for its time. With `from`, only bars of that day and later count: what was
 * measured until then is known.
 */
export async function tradeExcursion(
  services: Services,
  { symbol, openedAt, held }: HeldShares,
  segments: readonly SplitDay[],
  from?: MarketDay,
): Promise<MeasuredExcursion | undefined> {
  const { closedAt } = held
  const today = marketDayAt(toEpochMs(services.clock.nowMs()))
  const first = marketDayAt(openedAt)
  const last = closedAt === null ? today : marketDayAt(closedAt)
  const start = from === undefined || from < first ? first : from
  // Bars are in the shares of today; fills are compared with them in those of the opening.
  const factor = splitFactor<string>(segments, first)
  const daily = await findBars(services, { symbol, start, end: last, timing: '_D' }, last >= today)
  const edges = (closedAt === null || last === first ? [first] : [first, last]).filter((day) => day >= start)
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
  const found = measureExcursion(held, bars)
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
