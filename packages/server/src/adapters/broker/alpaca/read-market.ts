// Maps quotes and bars of the data API to our terms.
import { type EpochMs, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerDailyBar, BrokerPriceRange, BrokerQuote } from '../market-answers.ts'
import { decimalText, wireNumber } from '../wire-amount.ts'
import { parseWireTime, wireTime } from '../wire-time.ts'
import { readSymbol } from './wire-symbol.ts'

const WireBar = z.looseObject({ t: wireTime, h: wireNumber, l: wireNumber, c: wireNumber })

export const WireSnapshot = z.looseObject({
  latestTrade: z.looseObject({ p: wireNumber, t: z.string().optional() }).nullish(),
  latestQuote: z
    .looseObject({ bp: wireNumber.optional(), ap: wireNumber.optional(), t: z.string().optional() })
    .nullish(),
  minuteBar: WireBar.nullish(),
  dailyBar: WireBar.nullish(),
  prevDailyBar: WireBar.nullish(),
})
type WireSnapshot = z.output<typeof WireSnapshot>

/** Keyed by symbol; one that the data API does not know is missing or null. */
export const SnapshotsAnswer = z.record(z.string(), z.unknown()).transform((entries) => quotesOf(entries))
/** Snapshots of options have a page around them. */
export const OptionSnapshotsAnswer = z
  .looseObject({ snapshots: z.record(z.string(), z.unknown()).nullish() })
  .transform(({ snapshots }) => quotesOf(snapshots ?? {}))

const quotesOf = (entries: Readonly<Record<string, unknown>>): BrokerQuote[] =>
  Object.entries(entries).flatMap(([symbol, entry]) => {
    const read = WireSnapshot.safeParse(entry)
    return read.success ? toQuote(readSymbol(symbol), read.data) : []
  })

/** A side without orders is zero on the wire. */
const sideOf = (price: Decimal | undefined): string | null =>
  price === undefined || price.isZero() ? null : decimalText(price)

function toQuote(symbol: string, snapshot: WireSnapshot): BrokerQuote[] {
  const { latestTrade: trade, latestQuote: quote, minuteBar, dailyBar } = snapshot
  const last = trade?.p ?? minuteBar?.c ?? dailyBar?.c
  if (last === undefined) return []
  const tradedMs = parseWireTime(trade?.t ?? '')
  const previous = previousCloseOf(snapshot, tradedMs)
  return [
    {
      symbol,
      last: decimalText(last),
      bid: sideOf(quote?.bp),
      ask: sideOf(quote?.ap),
      previousClose: previous === undefined ? null : decimalText(previous),
      quotedMs: parseWireTime(quote?.t ?? '') ?? tradedMs ?? toEpochMs(0),
    },
  ]
}

/** Before a session's first trade the daily bar is still the previous session's: then its close is the previous one. */
function previousCloseOf({ dailyBar, prevDailyBar }: WireSnapshot, tradedMs: EpochMs | undefined): Decimal | undefined {
  const isOlder = dailyBar && tradedMs !== undefined && newYorkDateAt(dailyBar.t) < newYorkDateAt(tradedMs)
  return isOlder ? dailyBar.c : prevDailyBar?.c
}

export interface BarPage {
  readonly bars: readonly z.output<typeof WireBar>[]
  readonly nextPage: string | null
}

const nextPage = z
  .string()
  .nullish()
  .transform((token) => (token === '' ? null : (token ?? null)))

/** Bars of one share. */
export const BarsAnswer = z
  .looseObject({ bars: z.array(WireBar).nullish(), next_page_token: nextPage })
  .transform((wire): BarPage => ({ bars: wire.bars ?? [], nextPage: wire.next_page_token }))
/** Bars of options come by their symbols. */
export const OptionBarsAnswer = z
  .looseObject({ bars: z.record(z.string(), z.array(WireBar)).nullish(), next_page_token: nextPage })
  .transform((wire): BarPage => ({ bars: Object.values(wire.bars ?? {}).flat(), nextPage: wire.next_page_token }))

export const closesOf = (bars: BarPage['bars']): BrokerDailyBar[] =>
  bars.map(({ t, c }) => ({ day: newYorkDateAt(t), close: decimalText(c) })).sort((a, b) => (a.day < b.day ? -1 : 1))

export function alpacaRange(bars: BarPage['bars'], fromMs: EpochMs, toMs: EpochMs): BrokerPriceRange | null {
  const within = bars.filter(({ t }) => t >= fromMs && t <= toMs)
  if (within.length === 0) return null
  return {
    high: decimalText(Decimal.max(...within.map(({ h }) => h))),
    low: decimalText(Decimal.min(...within.map(({ l }) => l))),
  }
}
