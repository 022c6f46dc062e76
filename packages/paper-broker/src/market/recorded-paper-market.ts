// The market of one source's recorded bars, read only through the views in schema `market` that the server's migrations
// define. Quotes are derived from bars, one-minute bars where a day has them: no price is known before the walk has
// reached it.

import { type EpochMs, type MarketDay, toEpochMs, toMarketDay } from '@clubfolio/domain'
import { addCalendarDays, codeKey, marketDayAt, newYorkDateAt } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../db/connect.ts'
import { priceOfFloat } from '../money/money.ts'
import { searchBars } from '../order/bar-walk.ts'
import { adjustForSplits } from './split-adjustment.ts'
import { knownAt, visibleBar, walkDay } from './walked-day.ts'
import type { WalkedDay } from './walked-day.ts'
import type {
  InstrumentQuery,
  PaperAssetType,
  PaperBar,
  PaperInstrument,
  PaperMarket,
  PaperMinuteBar,
  PaperQuote,
  ShareAction,
} from './paper-market.ts'

const NEEDED = ['source', 'instrument', 'daily_bar', 'minute_bar', 'corporate_action', 'instrument_day'] as const

/** Source of recorded bars; the same symbol from two sources is two instruments. */
export type RecordedSource = 'import' | 'yahoo' | 'alpaca'

/** Thrown when the market cannot answer for a reason that a person can act on; the message is that sentence. */
export class MarketUnavailable extends Error {}

export interface RecordedPaperMarket extends PaperMarket {
  /** Throws with a sentence when the views of the recorded market are missing. */
  requireViews(): Promise<void>
  /** Returns the close of the last day that has bars. */
  lastClose(): Promise<EpochMs>
}

interface InstrumentRow {
  id: string
  code: string
  name: string
  asset_type: string
  exchange: string | null
  cusip: string | null
}

function assetTypeOf(text: string): PaperAssetType {
  const name = text.toUpperCase()
  return name === 'ETF' || name === 'INDEX' ? name : 'EQUITY'
}

function instrumentOf(row: InstrumentRow): PaperInstrument {
  return {
    symbol: row.code,
    description: row.name,
    assetType: assetTypeOf(row.asset_type),
    exchange: row.exchange ?? '',
    cusip: row.cusip,
    isShortable: assetTypeOf(row.asset_type) !== 'INDEX',
  }
}

function quoteOf(bars: readonly PaperBar[], at: EpochMs): PaperQuote | null {
  const now = bars.at(-1)
  if (now === undefined) return null
  const last = priceOfFloat(now.close)
  const closeMs = knownAt(now.day).closeMs
  // Recorded bars have no quotes: bid and ask are the last price.
  return {
    bid: last,
    ask: last,
    bidSize: 1,
    askSize: 1,
    last,
    open: priceOfFloat(now.open),
    high: priceOfFloat(now.high),
    low: priceOfFloat(now.low),
    previousClose: priceOfFloat((bars.at(-2) ?? now).close),
    volume: Math.round(now.volume),
    tradedAt: toEpochMs(Math.min(closeMs, at)),
  }
}

/** Files that are imported one by one belong together; a day is complete after an hour without another file. */
const QUIET_MS = 3_600_000
const DAYS_OF_A_YEAR = 365
const DAYS_FOR_A_QUOTE = 45
const MINUTE_MS = 60_000

export function recordedPaperMarket(database: Database, source: RecordedSource): RecordedPaperMarket {
  const rowOf = async (symbol: string): Promise<InstrumentRow | null> => {
    const read = await sql<InstrumentRow>`
      select id, code, name, asset_type, exchange, cusip from market.instrument
        where source = ${source} and code_key = ${codeKey(symbol)}`.execute(database)
    return read.rows[0] ?? null
  }
  const actionsOf = async (instrumentId: string, from: MarketDay, to: MarketDay): Promise<ShareAction[]> => {
    const read = await sql<ShareAction>`
      select day::text as day, kind, value::text as value from market.corporate_action
      where instrument_id = ${instrumentId} and day between ${from} and ${to} order by day, kind`.execute(database)
    return read.rows
  }
  /** Returns bars as traded, whether already known at the instant or not. */
  const barsOf = async (instrumentId: string, from: MarketDay, to: MarketDay): Promise<PaperBar[]> => {
    const read = await sql<PaperBar>`
      select day::text as day, open, high, low, close, volume from market.daily_bar
      where instrument_id = ${instrumentId} and day between ${from} and ${to} order by day`.execute(database)
    return read.rows
  }
  /** Returns the one-minute bars that start in a span, its end excluded. */
  const minutesOf = async (instrumentId: string, fromMs: number, untilMs: number): Promise<PaperMinuteBar[]> => {
    const read = await sql<Omit<PaperMinuteBar, 'startMs'> & { at: Date }>`
      select at, open, high, low, close, volume from market.minute_bar
      where instrument_id = ${instrumentId} and at >= ${new Date(fromMs)} and at < ${new Date(untilMs)}
        order by at`.execute(database)
    return read.rows.map(({ at: startedAt, ...bar }) => ({ ...bar, startMs: toEpochMs(startedAt.getTime()) }))
  }
  const walkedDays = async (instrumentId: string, from: MarketDay, to: MarketDay): Promise<WalkedDay[]> => {
    const bars = await barsOf(instrumentId, from, to)
    const minutes = await minutesOf(instrumentId, knownAt(from).openMs, knownAt(to).closeMs)
    const byDay = new Map<MarketDay, PaperMinuteBar[]>()
    for (const minute of minutes) {
      const day = newYorkDateAt(minute.startMs)
      const before = byDay.get(day)
      if (before === undefined) byDay.set(day, [minute])
      else before.push(minute)
    }
    return bars.map((bar) => walkDay(bar, byDay.get(bar.day) ?? []))
  }
  const dailyBars = async (symbol: string, from: MarketDay, to: MarketDay, at: EpochMs): Promise<PaperBar[]> => {
    const row = await rowOf(symbol)
    if (row === null) return []
    const today = newYorkDateAt(at)
    const until = to < today ? to : today
    const bars = await barsOf(row.id, from, until)
    const [forming] = bars.slice(-1).filter(({ day }) => day === today)
    const walked =
      forming === undefined
        ? null
        : walkDay(forming, await minutesOf(row.id, knownAt(today).openMs, knownAt(today).closeMs))
    const known = bars
      .map((bar) => (bar === forming && walked !== null ? visibleBar(walked, at) : bar))
      .filter((bar) => bar !== null)
    // Adjusted to the shares of the market day, which begins at the previous close: positions are in them by then, too.
    return adjustForSplits(known, await actionsOf(row.id, from, marketDayAt(at)))
  }
  /** Returns enough days before an instant to contain the last two bars, holidays and halts included. */
  const lately = (symbol: string, at: EpochMs): Promise<PaperBar[]> => {
    const today = newYorkDateAt(at)
    return dailyBars(symbol, addCalendarDays(today, -DAYS_FOR_A_QUOTE), today, at)
  }
  const lastYear = (symbol: string, at: EpochMs): Promise<PaperBar[]> => {
    const today = newYorkDateAt(at)
    return dailyBars(symbol, addCalendarDays(today, -DAYS_OF_A_YEAR), today, at)
  }
  return {
    dailyBars,
    shareActions: async (symbol, from, to) => {
      const row = await rowOf(symbol)
      return row === null ? [] : actionsOf(row.id, from, to)
    },
    minuteBars: async (symbol, fromMs, untilMs, at) => {
      const row = await rowOf(symbol)
      if (row === null) return []
      return minutesOf(row.id, fromMs, Math.min(untilMs, at - MINUTE_MS + 1))
    },
    arrivalOf: async (symbols, until, wallMs) => {
      const stands = await sql<{ complete: MarketDay | null; updated_at: Date }>`
        select complete_through::text as complete, updated_at from market.source where source = ${source}`.execute(
        database,
      )
      const [stand] = stands.rows
      const isQuiet = source === 'import' && stand !== undefined && wallMs - stand.updated_at.getTime() >= QUIET_MS
      const complete = isQuiet ? until : (stand?.complete ?? null)
      const days = await sql<{ code: string; last_day: MarketDay | null }>`
        select i.code, d.last_day::text as last_day from market.instrument i
          left join market.instrument_day d on d.instrument_id = i.id
        where i.source = ${source} and i.code_key = any(${symbols.map(codeKey)}::text[])`.execute(database)
      let closedThrough = until
      const missing: string[] = []
      for (const { code, last_day } of days.rows) {
        const closed = [last_day, complete].reduce(
          (latest, day) => (day !== null && (latest === null || day > latest) ? day : latest),
          null,
        )
        if (closed !== null && closed >= until) continue
        missing.push(code)
        if (closed !== null && closed < closedThrough) closedThrough = closed
      }
      return { closedThrough, missing: missing.sort() }
    },
    edition: async () => {
      const read = await sql<{
        updated_at: Date
      }>`select updated_at from market.source where source = ${source}`.execute(database)
      return read.rows[0]?.updated_at.toISOString() ?? null
    },
    requireViews: async () => {
      const found = await sql<{ name: string }>`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'market' and c.relname in (${sql.join(NEEDED)})`.execute(database)
      const missing = NEEDED.filter((name) => !found.rows.some((row) => row.name === name))
      if (missing.length > 0) {
        throw new MarketUnavailable(
          'The recorded market is switched on, but the database has no ' +
            `${missing.map((name) => `market.${name}`).join(', ')}. ` +
            'Start the Clubfolio server once on this database: its migrations define them.',
        )
      }
    },
    lastClose: async () => {
      const read = await sql<{
        day: string | null
      }>`select market_day::text as day from market.source where source = ${source}`.execute(database)
      const day = read.rows[0]?.day
      if (day === null || day === undefined) throw new MarketUnavailable('The recorded market has no bars.')
      return toEpochMs(knownAt(toMarketDay(day)).closeMs)
    },
    find: async (symbol) => {
      const row = await rowOf(symbol)
      return row === null ? null : instrumentOf(row)
    },
    search: async (query) => {
      const read = await sql<InstrumentRow>`
        select id, code, name, asset_type, exchange, cusip from market.instrument
          where source = ${source} and ${WHERE[query.by](query.text)} order by code limit ${query.limit}`.execute(
        database,
      )
      return read.rows.map(instrumentOf)
    },
    traded: async (limit, at) => {
      const since = addCalendarDays(newYorkDateAt(at), -DAYS_FOR_A_QUOTE)
      const read = await sql<InstrumentRow>`
        select i.id, i.code, i.name, i.asset_type, i.exchange, i.cusip
          from market.instrument i join market.instrument_day d on d.instrument_id = i.id
          where i.source = ${source} and d.last_day >= ${since} order by i.code limit ${limit}`.execute(database)
      return read.rows.map(instrumentOf)
    },
    quote: async (symbol, at) => quoteOf(await lately(symbol, at), at),
    firstTouch: async (symbol, fromMs, untilMs, watch) => {
      const row = await rowOf(symbol)
      if (row === null) return { touch: null, high: null, low: null }
      const days = await walkedDays(row.id, newYorkDateAt(fromMs), newYorkDateAt(untilMs))
      return searchBars(
        days.flatMap(({ walked }) => walked),
        fromMs,
        untilMs,
        watch,
      )
    },
    optionExpirations: async () => [],
    optionChain: async () => null,
    option: async () => null,
    yearRange: async (symbol, at) => {
      const bars = await lastYear(symbol, at)
      if (bars.length === 0) return null
      return {
        high: priceOfFloat(Math.max(...bars.map((bar) => bar.high))),
        low: priceOfFloat(Math.min(...bars.map((bar) => bar.low))),
      }
    },
  }
}

/** Translates wildcards to a LIKE pattern; everything else is literal. */
function likeOf(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}

const WHERE: Readonly<Record<InstrumentQuery['by'], (text: string) => RawBuilder<unknown>>> = {
  cusip: (text) => sql`cusip = ${text}`,
  symbol: (text) => sql`code_key = ${codeKey(text.toUpperCase())}`,
  'symbol-pattern': (text) => sql`code_key ilike ${likeOf(codeKey(text))}`,
  'word-pattern': (text) => sql`name ilike ${likeOf(text)}`,
  word: (text) => sql`name ilike all (${text.split(/\s+/).map((word) => `%${likeOf(word)}%`)}::text[])`,
}
