// Updates a source's metadata after its bars changed: first and last session, and the market's clock if it is a market
// of recorded prices stopped at its last close.
import { sessionHours, type MarketDay, toMarketDay } from '@clubfolio/domain'
import type { PoolClient } from 'pg'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../kernel/transaction.ts'

/**
 * Updates the source and returns its market day. The days come from the list figures, which know the last bar of every
 * instrument.
 */
export async function refreshSource(
  client: PoolClient,
  clock: Clock,
  source: MarketSourceName,
): Promise<string | null> {
  const now = new Date(clock.nowMs())
  const { rows } = await client.query<{ market_day: string | null }>(
    `update market_source set
       first_day = (select min(first_day) from instrument_stat where source = $1),
       market_day = (select max(last_day) from instrument_stat where source = $1),
       updated_at = $2,
       -- What stands for an hour is complete: the files of one market are imported one after the other.
       complete_through = case when source = 'import'
         and updated_at < $2::timestamptz - interval '1 hour' then market_day else complete_through end
     where source = $1 returning market_day::text as market_day`,
    [source, now],
  )
  const marketDay = rows[0]?.market_day ?? null
  if (source !== 'simulated' && marketDay !== null) {
    await client.query(
      `update market.clock set market_time = $1, wall_time = $2 where source = $3 and mode = 'closed'`,
      [closeOf(toMarketDay(marketDay)), now, source],
    )
  }
  return marketDay
}

/**
 * Returns the instant at which a market day closed; days before the calendar's rules count as closing at 16:00 in
 * winter.
 */
export function closeOf(day: MarketDay): Date {
  return new Date(sessionHours(day)?.closeMs ?? Date.parse(`${day}T21:00:00Z`))
}

/** Marks a source as complete up to its market day, so that accounts stop waiting for symbols without a bar. */
export async function completeSource(db: Db | Trx, clock: Clock, source: MarketSourceName): Promise<void> {
  await db
    .updateTable('market_source')
    .set((eb) => ({ complete_through: eb.ref('market_day'), updated_at: new Date(clock.nowMs()) }))
    .where('source', '=', source)
    .where((eb) => eb('complete_through', 'is distinct from', eb.ref('market_day')))
    .execute()
}
