// The market clock of an account. A live brokerage and the simulated market follow the wall clock; a replayed or closed
// market has its own time, in the single row of market.clock. A finished replay keeps the instant at which it was left.
// Source: docs/rules/paper-brokerage.md, "Two clocks".
import {
  marketDayAt,
  newYorkDateAt,
  previousSession,
  sessionHours,
  sessionOnOrBefore,
  type EpochMs,
  type MarketDay,
  toEpochMs,
  toMarketDay,
} from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { knownMarket, type MarketClock } from '../../kernel/known-market.ts'
import type { Trx } from '../../kernel/transaction.ts'

export type AccountMarket = 'live' | 'replay' | MarketSourceName

export interface MarketTime {
  readonly source: AccountMarket
  /**
   * Whether this is the market that is active now for everybody, running or stopped; for a replay, this particular one.
   */
  readonly isActive: boolean
  readonly nowMs: EpochMs
  /** The market day that is "today" for the account. */
  readonly day: MarketDay
  /** The last finished session: its official close exists or should exist. */
  readonly lastClosedDay: MarketDay
}

/** Returns the time of the active market; `live` when the brokerage is not ours. */
export async function activeMarketTime(db: Db | Trx, clock: Clock, livesByWallClock: boolean): Promise<MarketTime> {
  if (livesByWallClock) return running('live', clock.nowMs())
  const row = await readClock(db)
  return timeOfRow(row, clock.nowMs())
}

/**
 * Returns the time of an account's own market. While that market is not active, it is stopped at the end of its last
 * session, or for a replay at the instant it was left: a different replay running now does not move it.
 */
export async function accountMarketTime(db: Db | Trx, clock: Clock, source: string): Promise<MarketTime> {
  const nowMs = clock.nowMs()
  if (source === 'live') return running('live', nowMs)
  const active = timeOfRow(await readClock(db), nowMs)
  if (isReplay(source)) return replayTime(db, active, source)
  if (active.source === source) return active
  if (source === 'simulated') return { ...running('simulated', nowMs), isActive: false }
  const recorded = source === 'yahoo' || source === 'alpaca' ? source : 'import'
  return closed(recorded, await lastRecordedDay(db, recorded, active.lastClosedDay))
}

/** Returns whether an account's market is a replay, any replay: `replay/` followed by its name. */
export function isReplay(source: string): boolean {
  return source.startsWith('replay')
}

async function replayTime(db: Db | Trx, active: MarketTime, source: string): Promise<MarketTime> {
  const id = source.slice('replay/'.length)
  const row =
    id === ''
      ? undefined
      : await db.selectFrom('market.replay').select('stood_at').where('replay_id', '=', id).executeTakeFirst()
  if (row !== undefined && row.stood_at !== null)
    return { ...running('replay', toEpochMs(row.stood_at.getTime())), isActive: false }
  // An account from before replays had names follows the running replay until it is read.
  if (active.source === 'replay') return active
  return closed('replay', await lastRecordedDay(db, 'import', active.lastClosedDay))
}

const readClock = async (db: Db | Trx): Promise<MarketClock | undefined> =>
  knownMarket(db)?.clock ??
  db.selectFrom('market.clock').select(['source', 'mode', 'market_time', 'wall_time', 'speed']).executeTakeFirst()

function timeOfRow(row: MarketClock | undefined, wallMs: EpochMs): MarketTime {
  if (row === undefined) return running('simulated', wallMs)
  if (row.mode === 'live') return running(row.source, wallMs)
  if (row.mode === 'replay') {
    const passedMs = Math.max(0, wallMs - row.wall_time.getTime())
    return running('replay', toEpochMs(Math.floor(row.market_time.getTime() + passedMs * Number(row.speed))))
  }
  const nowMs = toEpochMs(row.market_time.getTime())
  const last = sessionOnOrBefore(newYorkDateAt(nowMs))
  const hours = sessionHours(last)
  return {
    ...closed(row.source, hours !== null && nowMs < hours.openMs ? previousSession(last) : last),
    isActive: true,
    nowMs,
  }
}

function running(source: AccountMarket, nowMs: EpochMs): MarketTime {
  const day = marketDayAt(nowMs)
  return { source, isActive: true, nowMs, day, lastClosedDay: previousSession(day) }
}

/** A stopped market is at the close of its last session: that day is today, and it is over. */
function closed(source: AccountMarket, day: MarketDay): MarketTime {
  return { source, isActive: false, nowMs: sessionHours(day)!.closeMs, day, lastClosedDay: day }
}

async function lastRecordedDay(db: Db | Trx, source: MarketSourceName, otherwise: MarketDay): Promise<MarketDay> {
  const row = await db.selectFrom('market_source').select('market_day').where('source', '=', source).executeTakeFirst()
  return row?.market_day ? sessionOnOrBefore(toMarketDay(row.market_day)) : otherwise
}
