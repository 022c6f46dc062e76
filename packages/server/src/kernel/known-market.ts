// What a reading call knows of the active market: read in the same statement as its session and valid as long as the
// call lasts. It belongs to the call's own query builder, so that use cases need no other parameter and work that
// outlives the call asks again.
import type { Db } from '../db/connect.ts'
import type { MarketSourceName } from '../db/tables/market-tables.ts'

/** The row of `market.clock`. */
export interface MarketClock {
  readonly source: MarketSourceName
  readonly mode: 'live' | 'closed' | 'replay'
  readonly market_time: Date
  readonly wall_time: Date
  readonly speed: string
}

/** The active market and its clock, as of one statement. */
export interface KnownMarket {
  readonly source: MarketSourceName
  readonly marketDay: string | null
  /** The day that forms after the market day; null when none does. */
  readonly formingDay: string | null
  readonly clock: MarketClock
  /** Whether levels of any market have to be computed. */
  readonly hasDueLevels: boolean
}

const known = new WeakMap<Db, KnownMarket>()

/**
 * Returns what the call of this query builder knows of the market; undefined in effects, whose transaction may have
 * waited, in jobs, and in calls without a session, which ask the database.
 */
export const knownMarket = (db: Db): KnownMarket | undefined => known.get(db)

/** Runs a reading call with a query builder that knows the market until the call has its result. */
export async function runKnowing<Result>(
  db: Db,
  market: KnownMarket | undefined,
  call: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (market === undefined) return call(db)
  const own: Db = db.withoutPlugins()
  known.set(own, market)
  try {
    return await call(own)
  } finally {
    known.delete(own)
  }
}
