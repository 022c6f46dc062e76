// The prices that alert rules are judged against: every trade of the active market since the last look, oldest first. A
// code without a trade on the market's current day (halted, delisted, no data, closed) has none, so its rules are not
// evaluated.
import { marketDaySpan, newYorkDateAt, priceSteps, type EpochMs, type MarketDay, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Services } from '../../services.ts'
import { activeMarketTime, type MarketTime } from '../account/market-time.ts'
import { replayedPaths } from '../quote/replayed-quotes.ts'

export type LookServices = Pick<Services, 'db' | 'clock' | 'simulated'>

export interface PriceObservation {
  /** Market time. */
  readonly atMs: number
  /** Steps of $0.0001. */
  readonly price: number
}

export interface PriceLooks {
  /** The market whose time this is: a replay's time differs from that of the stopped imported market. */
  readonly market: string
  readonly source: MarketSourceName
  /** The market day of the prices. */
  readonly day: MarketDay
  readonly untilMs: number
  readonly prices: ReadonlyMap<string, readonly PriceObservation[]>
}

/** After a pause, trades older than this are skipped; the present price still counts. */
const longestPauseMs = 2 * 60 * 60_000
/** How far back the first look goes: long enough for one trade of the simulated market. */
const firstLookMs = 4_000

export interface LookedAtMarket {
  readonly source: MarketSourceName
  readonly time: MarketTime
  /** The day of the prices shown now: in a replay the calendar date, even after its close. */
  readonly day: MarketDay
}

/** Returns the market whose prices count now. */
export async function observedMarket({ db, clock }: Pick<LookServices, 'db' | 'clock'>): Promise<LookedAtMarket> {
  const { source } = await db
    .selectFrom('market_source')
    .select('source')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  const time = await activeMarketTime(db, clock, false)
  return { source, time, day: time.source === 'replay' ? newYorkDateAt(time.nowMs) : time.day }
}

export async function lookAtPrices(
  services: LookServices,
  { source, time, day }: LookedAtMarket,
  codes: readonly string[],
  last: { readonly market: string | null; readonly lookedUntilMs: number | null },
): Promise<PriceLooks> {
  const { nowMs } = time
  const isSame = last.market === time.source && last.lookedUntilMs !== null && last.lookedUntilMs <= nowMs
  const sinceMs = isSame ? last.lookedUntilMs : nowMs - firstLookMs
  const looks = { market: time.source, source, day, untilMs: nowMs }
  if (codes.length === 0) return { ...looks, prices: new Map() }
  if (time.source === 'simulated')
    return {
      ...looks,
      prices: simulatedTrades(
        services,
        codes,
        Math.max(sinceMs, nowMs - longestPauseMs, marketDaySpan(day).fromMs - 1),
        nowMs,
      ),
    }
  if (time.source === 'replay') {
    // A first look covers the whole day, which ends with the present price.
    const paths = await replayedPaths(services.db, codes, toEpochMs(isSame ? sinceMs : nowMs - 1), nowMs)
    return {
      ...looks,
      prices: new Map(
        [...paths].map(([code, path]) => [
          code,
          path.map(({ last: price, atMs }) => ({ atMs, price: priceSteps(price) })),
        ]),
      ),
    }
  }
  return { ...looks, prices: await lastCloses(services, codes, nowMs) }
}

function simulatedTrades(
  { simulated }: LookServices,
  codes: readonly string[],
  fromMs: number,
  nowMs: EpochMs,
): Map<string, PriceObservation[]> {
  const found = new Map<string, PriceObservation[]>()
  if (!simulated.isOpenAt(nowMs)) return found
  for (const code of codes) {
    const trades = [...simulated.ticksBetween(code, toEpochMs(fromMs), nowMs)].map(({ tradeMs, price }) => ({
      atMs: tradeMs,
      price: priceSteps(price),
    }))
    if (trades.length > 0) found.set(code, trades)
  }
  return found
}

/**
 * Returns the single price of a stopped market, its last close; an instrument that stopped trading earlier has none.
 */
async function lastCloses(
  { db }: LookServices,
  codes: readonly string[],
  nowMs: number,
): Promise<Map<string, PriceObservation[]>> {
  const { rows } = await sql<{ code: string; last_close: number }>`
    select s.code, s.last_close from instrument_stat s
      join market_source m on m.is_active and m.source = s.source and s.last_day = m.market_day
    where s.code = any(${[...codes]})`.execute(db)
  return new Map(rows.map(({ code, last_close }) => [code, [{ atMs: nowMs, price: priceSteps(last_close) }]]))
}
