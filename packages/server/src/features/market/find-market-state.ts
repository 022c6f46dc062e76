// The market as the badge shows it: source, market day, the time on the market's own clock, open or closed.
import type { MarketState } from '@clubfolio/contract'
import { isInSession, toEpochMs } from '@clubfolio/domain'
import type { Services } from '../../services.ts'
import { findComputing } from './find-computing.ts'

/**
 * Returns the state. The simulated market has its own hours; an imported market is closed at its last close unless it
 * replays.
 */
export async function findMarketState(services: Services): Promise<MarketState> {
  const { db, clock, simulated } = services
  const computing = await findComputing(services)
  const row = await db
    .selectFrom('market_source')
    .innerJoin('market.clock', 'market.clock.source', 'market_source.source')
    .select(['market_source.source', 'market_day', 'forming_day', 'mode', 'market_time', 'wall_time', 'speed'])
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  const nowMs = clock.nowMs()
  const replayedMs = row.market_time.getTime() + Math.max(0, nowMs - row.wall_time.getTime()) * Number(row.speed)
  const marketTime = { live: nowMs, closed: row.market_time.getTime(), replay: Math.floor(replayedMs) }[row.mode]
  const isOpen = {
    live: simulated.isOpenAt(toEpochMs(nowMs)),
    closed: false,
    replay: isInSession(toEpochMs(marketTime)),
  }[row.mode]
  const formingDay =
    row.forming_day !== null && row.market_day !== null && row.forming_day > row.market_day ? row.forming_day : null
  return {
    source: row.source,
    mode: row.mode,
    marketDay: row.market_day,
    formingDay,
    isOpen: isOpen && row.market_day !== null,
    marketTime,
    ...(computing === undefined ? {} : { computing }),
  }
}
