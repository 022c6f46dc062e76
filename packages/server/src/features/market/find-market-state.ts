// The market as the badge shows it: source, market day, the time on the market's own clock, open or closed.
import type { MarketState } from '@clubfolio/contract'
import { isInSession, toEpochMs } from '@clubfolio/domain'
import type { Db } from '../../db/connect.ts'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { knownMarket, type KnownMarket, type MarketClock } from '../../kernel/known-market.ts'
import type { Services } from '../../services.ts'
import { findComputing } from './find-computing.ts'

type MarketRow = Omit<MarketClock, 'source'> & {
  readonly source: MarketSourceName
  readonly market_day: string | null
  readonly forming_day: string | null
}

const rowOf = ({ clock, source, marketDay, formingDay }: KnownMarket): MarketRow => ({
  ...clock,
  source,
  market_day: marketDay,
  forming_day: formingDay,
})

const readRow = (db: Db): Promise<MarketRow> =>
  db
    .selectFrom('market_source')
    .innerJoin('market.clock', 'market.clock.source', 'market_source.source')
    .select(['market_source.source', 'market_day', 'forming_day', 'mode', 'market_time', 'wall_time', 'speed'])
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()

/**
 * Returns the state. The simulated market has its own hours; an imported market is closed at its last close unless it
 * replays.
 */
export async function findMarketState(services: Services): Promise<MarketState> {
  const { db, clock, simulated } = services
  const known = knownMarket(db)
  const computing = known?.hasDueLevels === false ? undefined : await findComputing(services)
  const row = known !== undefined && known.clock.source === known.source ? rowOf(known) : await readRow(db)
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
