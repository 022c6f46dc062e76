// Reads bars of a symbol for the Alpaca data API: in the time frame asked for, adjusted as asked for. Our markets have
// daily bars in today's shares and minutes as traded.

import {
  addCalendarDays,
  marketDay,
  marketDayAt,
  newYorkDateAt,
  newYorkInstant,
  periodStart,
  splitFactor,
  splitSegments,
  toEpochMs,
} from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import type { MarketState } from '../../market/market-state.ts'
import type { ShareAction } from '../../market/paper-market.ts'
import type { BarQuery, TimeFrame } from './bar-query.ts'
import { dayBar } from './stock-wire.ts'
import type { DataBar } from './stock-wire.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

function scaled(bar: DataBar, factor: number): DataBar {
  return factor === 1
    ? bar
    : {
        startMs: bar.startMs,
        open: bar.open / factor,
        high: bar.high / factor,
        low: bar.low / factor,
        close: bar.close / factor,
        volume: bar.volume * factor,
      }
}

/** Lowers the prices before each dividend by its share of the close before it; volumes stay. */
function withoutDividends(bars: readonly DataBar[], actions: readonly ShareAction[]): DataBar[] {
  let factor = 1
  const due = actions.filter(({ kind }) => kind === 'DIVIDEND').toReversed()
  const adjusted: DataBar[] = []
  for (const bar of bars.toReversed()) {
    const day = newYorkDateAt(toEpochMs(bar.startMs))
    for (let next = due[0]; next !== undefined && day < next.day; next = due[0]) {
      factor *= 1 - Number(next.value) / bar.close
      due.shift()
    }
    const { open, high, low, close } = bar
    adjusted.push({ ...bar, open: open * factor, high: high * factor, low: low * factor, close: close * factor })
  }
  return adjusted.toReversed()
}

interface Basis {
  readonly bars: readonly DataBar[]
  readonly isAdjusted: boolean
}

/** Applies splits and dividends as asked for. Dividends are per share of their day, so they go before splits. */
function adjusted({ bars, isAdjusted }: Basis, actions: readonly ShareAction[], query: BarQuery): DataBar[] {
  const splits = actions.filter(({ kind }) => kind === 'SPLIT')
  const segments = splitSegments(splits.map(({ day, value }) => ({ day, ratio: value })))
  const factorOf = (bar: DataBar): number => splitFactor(segments, marketDayAt(toEpochMs(bar.startMs)))
  const raw = isAdjusted ? bars.map((bar) => scaled(bar, 1 / factorOf(bar))) : bars
  if (query.adjustment === 'raw') return [...raw]
  const paid = query.adjustment === 'dividend' || query.adjustment === 'all' ? withoutDividends(raw, actions) : raw
  return query.adjustment === 'dividend' ? [...paid] : paid.map((bar) => scaled(bar, factorOf(bar)))
}

function monthOf(day: MarketDay, count: number): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return year * 12 + Math.floor((month - 1) / count) * count
}

function monthStart(months: number): number {
  return newYorkInstant(marketDay(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`), 0)
}

/** Returns the first instant of the period that a bar belongs to. */
function periodOf({ startMs }: DataBar, { count, unit }: TimeFrame): number {
  const day = newYorkDateAt(toEpochMs(startMs))
  if (unit === 'week') return newYorkInstant(periodStart('WEEK', day), 0)
  if (unit === 'month') return monthStart(monthOf(day, count))
  if (unit === 'day') return startMs
  // Minutes and hours are counted from New York's midnight.
  const length = count * (unit === 'hour' ? HOUR_MS : MINUTE_MS)
  const midnight = newYorkInstant(day, 0)
  return midnight + Math.floor((startMs - midnight) / length) * length
}

function joined(bars: readonly DataBar[], frame: TimeFrame): DataBar[] {
  const periods = new Map<number, DataBar>()
  for (const bar of bars) {
    const startMs = periodOf(bar, frame)
    const before = periods.get(startMs)
    periods.set(
      startMs,
      before === undefined
        ? { ...bar, startMs }
        : {
            ...before,
            high: Math.max(before.high, bar.high),
            low: Math.min(before.low, bar.low),
            close: bar.close,
            volume: before.volume + bar.volume,
          },
    )
  }
  return [...periods.values()]
}

async function basisOf(state: MarketState, symbol: string, query: BarQuery): Promise<Basis> {
  const { frame, startMs, endMs } = query
  if (frame.unit === 'minute' || frame.unit === 'hour') {
    const from = toEpochMs(periodOf({ startMs, open: 0, high: 0, low: 0, close: 0, volume: 0 }, frame))
    const bars = await state.market.minuteBars(symbol, from, toEpochMs(endMs + 1), state.marketMs)
    return { bars, isAdjusted: false }
  }
  const first = newYorkDateAt(startMs)
  const from =
    frame.unit === 'week' ? periodStart('WEEK', first) : frame.unit === 'month' ? firstOfMonths(first, frame) : first
  const last = newYorkDateAt(endMs < state.marketMs ? endMs : state.marketMs)
  // Around the clock, the day that is forming has the date of its close.
  const to = last < state.marketDay && endMs >= state.marketMs ? state.marketDay : last
  const bars = await state.market.dailyBars(symbol, from, to, state.marketMs)
  return { bars: bars.map(dayBar), isAdjusted: true }
}

function firstOfMonths(day: MarketDay, { count }: TimeFrame): MarketDay {
  return newYorkDateAt(toEpochMs(monthStart(monthOf(day, count))))
}

/** Returns the bars of a symbol whose periods begin in the span, oldest first. */
export async function readBars(state: MarketState, symbol: string, query: BarQuery): Promise<DataBar[]> {
  const basis = await basisOf(state, symbol, query)
  const [first] = basis.bars
  if (first === undefined) return []
  const from = newYorkDateAt(toEpochMs(first.startMs))
  const actions = await state.market.shareActions(symbol, addCalendarDays(from, 1), state.marketDay)
  const bars = joined(adjusted(basis, actions, query), query.frame)
  return bars.filter(({ startMs }) => startMs >= query.startMs && startMs <= query.endMs)
}

/** Returns the last minute that is finished, looking back over the sessions before; null when there is none. */
export async function lastMinute(state: MarketState, symbol: string): Promise<DataBar | null> {
  const quote = await state.market.quote(symbol, state.marketMs)
  if (quote === null) return null
  const around: EpochMs = quote.tradedAt < state.marketMs ? quote.tradedAt : state.marketMs
  const from = toEpochMs(around - 10 * MINUTE_MS)
  return (await state.market.minuteBars(symbol, from, toEpochMs(around + 1), state.marketMs)).at(-1) ?? null
}
