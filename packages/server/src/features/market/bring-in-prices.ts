// Brings the configured symbols of a service up to the last finished session: twenty years the first time, later only
// the missing sessions. Each symbol has its own transaction; a failing symbol keeps its stored data and does
// not block the others.
import { toError } from '../../kernel/to-error.ts'
import {
  addCalendarDays,
  codeKey,
  lastFinishedSessionAt,
  nameKey,
  nextSession,
  type MarketDay,
} from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import {
  MarketDataFailure,
  type DailyHistory,
  type DataBar,
  type MarketDataFailureKind,
  type MarketDataPort,
} from '../../adapters/market-data/port.ts'
import { refusalOfDatabase } from '../../kernel/database-refusal.ts'
import { newId } from '../../kernel/id.ts'
import type { PooledServices } from '../../services.ts'
import { recordRowFailure } from '../job/record-row-failure.ts'
import { clearFailures, backedOffIds } from '../job/run-rows.ts'
import { pricesFault, volumeFault } from './import/check-prices.ts'
import { recomputeStat } from './recompute-stat.ts'
import { completeSource, refreshSource } from './refresh-source.ts'
import { rewriteSplitSegments } from './rewrite-split-segments.ts'

export type PriceServices = Pick<PooledServices, 'pool' | 'db' | 'clock' | 'config' | 'log' | 'yahoo' | 'alpacaPrices'>

/** A service that prices come from. */
export interface PriceFeed {
  readonly source: 'yahoo' | 'alpaca'
  readonly title: string
  readonly job: 'bring-in-yahoo' | 'bring-in-alpaca'
  readonly symbols: readonly string[]
  readonly port: MarketDataPort
}

/** Returns the configured services. */
export function priceFeeds({
  config,
  yahoo,
  alpacaPrices,
}: Pick<PriceServices, 'config' | 'yahoo' | 'alpacaPrices'>): PriceFeed[] {
  const known = [
    { source: 'yahoo', title: 'Yahoo Finance', job: 'bring-in-yahoo', symbols: config.yahoo?.symbols, port: yahoo },
    {
      source: 'alpaca',
      title: 'Alpaca',
      job: 'bring-in-alpaca',
      symbols: config.alpacaPrices?.symbols,
      port: alpacaPrices,
    },
  ] as const
  return known.flatMap(({ symbols, port, ...feed }) =>
    symbols === undefined || symbols.length === 0 || port === undefined ? [] : [{ ...feed, symbols, port }],
  )
}

interface FailedSymbol {
  readonly symbol: string
  /** FAULT: an error on our side. */
  readonly kind: MarketDataFailureKind | 'FAULT'
  readonly reason: string
}

export interface PriceTurn {
  readonly broughtIn: readonly string[]
  readonly failed: readonly FailedSymbol[]
  /** Symbols that were not requested, because further requests would make things worse. */
  readonly left: number
}

const yearsBack = 20

/** Failures of these kinds concern the service and not the symbol, so the remaining symbols wait for the next turn. */
const endsTurn: ReadonlySet<MarketDataFailureKind> = new Set(['RATE_LIMITED', 'REFUSED', 'UNAVAILABLE'])

/** Brings in all due symbols. `onProgress` receives the number of symbols done. */
export async function importPrices(
  services: PriceServices,
  source: PriceFeed['source'],
  onProgress: (done: number, total: number) => Promise<void> = () => Promise.resolve(),
): Promise<PriceTurn> {
  const { pool, clock } = services
  const broughtIn: string[] = []
  const failed: FailedSymbol[] = []
  const feed = priceFeeds(services).find((one) => one.source === source)
  if (feed === undefined) return { broughtIn, failed, left: 0 }
  const { symbols, port, job, title } = feed
  const until = lastFinishedSessionAt(clock.nowMs())
  const stored = await readLastDays(services, source)
  const resting = await backedOffIds(services, job)
  const due = symbols.filter((symbol) => (stored.get(codeKey(symbol)) ?? '') < until && !resting.has(symbol))
  for (const [index, symbol] of due.entries()) {
    const last = stored.get(codeKey(symbol))
    try {
      const history = await port.dailyHistory(
        symbol,
        last === undefined ? addCalendarDays(until, -Math.round(yearsBack * 365.25)) : nextSession(last),
        until,
      )
      await store(pool, services, { feed, symbol, history, until })
      broughtIn.push(symbol)
      await clearFailures(services, job, [symbol])
    } catch (error) {
      if (!(error instanceof MarketDataFailure)) {
        // An error of ours with one symbol does not block the others.
        if (refusalOfDatabase(error) !== undefined) throw error
        await recordRowFailure(services, job, { id: symbol }, error)
        failed.push({ symbol, kind: 'FAULT', reason: 'Something went wrong on our side.' })
        continue
      }
      failed.push({ symbol, kind: error.kind, reason: error.message })
      services.log.warn(
        { symbol, kind: error.kind, reason: error.message },
        `a symbol could not be brought in from ${title}`,
      )
      if (!endsTurn.has(error.kind)) await recordRowFailure(services, job, { id: symbol }, error)
      if (endsTurn.has(error.kind)) return { broughtIn, failed, left: due.length - index - 1 }
    }
    await onProgress(index + 1, due.length)
  }
  // Every symbol was requested: one without a bar for the day has none, so no account waits for it any longer.
  if (failed.every(({ kind }) => kind !== 'FAULT')) await completeSource(services.db, clock, source)
  return { broughtIn, failed, left: 0 }
}

async function readLastDays({ pool }: PriceServices, source: PriceFeed['source']): Promise<Map<string, MarketDay>> {
  const { rows } = await pool.query<{ code_key: string; last_day: MarketDay }>(
    'select i.code_key, s.last_day::text as last_day from instrument i join instrument_stat s on s.instrument_id ' +
      '= i.id where i.source = $1',
    [source],
  )
  return new Map(rows.map((row) => [row.code_key, row.last_day]))
}

interface StoreOptions {
  readonly feed: PriceFeed
  readonly symbol: string
  readonly history: DailyHistory
  readonly until: MarketDay
}

async function store(
  pool: PooledServices['pool'],
  { clock, log }: PriceServices,
  { feed, symbol, history, until }: StoreOptions,
): Promise<void> {
  const bars = history.bars.filter((bar) => bar.day <= until && isSound(bar, { symbol, title: feed.title, log }))
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const id = await writeInstrument(client, newId(clock), {
      source: feed.source,
      symbol,
      dailyHistory: history,
      now: new Date(clock.nowMs()),
    })
    await writeBars(client, id, bars, history)
    await rewriteSplitSegments(client, [id])
    await recomputeStat(client, clock, [id])
    await refreshSource(client, clock, feed.source)
    await client.query('commit')
  } catch (error) {
    broken = toError(error)
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Returns whether a bar passes the rules of every import; a bar outside its own high and low is dropped and logged. */
function isSound(
  { day, open, high, low, close, volume }: DataBar,
  { symbol, title, log }: { readonly symbol: string; readonly title: string; readonly log: PooledServices['log'] },
): boolean {
  const fault = pricesFault(String(open), String(high), String(low), String(close)) ?? volumeFault(String(volume))
  if (fault !== undefined) log.warn({ symbol, day, fault }, `a bar from ${title} was left out`)
  return fault === undefined
}

interface WriteInstrumentOptions {
  readonly source: PriceFeed['source']
  readonly symbol: string
  readonly dailyHistory: DailyHistory
  readonly now: Date
}

async function writeInstrument(
  client: PoolClient,
  newInstrumentId: string,
  { source, symbol, dailyHistory: { name, assetType, exchange, firstTradeDay }, now }: WriteInstrumentOptions,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into instrument (id, source, code, code_key, name, name_key, asset_type, exchange, ipo_date, created_at)
     values ($1, $10, $2, $3, $4, $5, $6, $7, $8::date, $9)
     on conflict (source, code_key) do update set name = excluded.name, name_key = excluded.name_key,
       exchange = excluded.exchange
     returning id`,
    [newInstrumentId, symbol, codeKey(symbol), name, nameKey(name), assetType, exchange, firstTradeDay, now, source],
  )
  return rows[0]!.id
}

async function writeBars(
  client: PoolClient,
  id: string,
  bars: readonly DataBar[],
  { adjustedThrough, splits, dividends }: DailyHistory,
): Promise<void> {
  const column = (read: (bar: DataBar) => unknown) => bars.map(read)
  await client.query(
    `insert into daily_bar (instrument_id, day, open, high, low, close, volume, adjusted_through)
     select $1, day, open, high, low, close, volume, $2::date
     from unnest($3::date[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
       as b (day, open, high, low, close, volume)
     on conflict (instrument_id, day) do nothing`,
    [
      id,
      adjustedThrough,
      column(({ day }) => day),
      column(({ open }) => open),
      column(({ high }) => high),
      column(({ low }) => low),
      column(({ close }) => close),
      column(({ volume }) => volume),
    ],
  )
  const actions = [
    ...splits.map(({ day, ratio }) => ({ day, kind: 'SPLIT', value: ratio })),
    ...dividends.map(({ day, amount }) => ({ day, kind: 'DIVIDEND', value: amount })),
  ]
  await client.query(
    'insert into corporate_action (instrument_id, day, kind, value) select $1, * from unnest($2::date[], ' +
      '$3::text[], $4::numeric[]) on conflict do nothing',
    [id, actions.map(({ day }) => day), actions.map(({ kind }) => kind), actions.map(({ value }) => value)],
  )
}
