// Activates a source: lists, search, levels and paper quotes follow it. The markets of imported and downloaded prices
// are closed at their last close; the simulated market runs on the wall clock.
import { toMarketDay } from '@clubfolio/domain'
import { Refusal } from '@clubfolio/contract'
import type { MarketSourceName } from '../../db/tables/market-tables.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { activeMarketTime } from '../account/market-time.ts'
import { writeDoubt } from './market-doubt.ts'
import { closeOf } from './refresh-source.ts'

export const sourceLabels: Readonly<Record<MarketSourceName, string>> = {
  simulated: 'Simulated market',
  import: 'Imported market',
  yahoo: 'Yahoo Finance',
  alpaca: 'Alpaca',
}

/**
 * Activates the source and returns whether it was inactive before. Throws `marketEmpty` when the source has no prices.
 * Callers ask `refuseDoubtful` first, unless an administrator has decided.
 */
export async function activateSource(
  trx: Trx,
  clock: Clock,
  source: MarketSourceName,
  actorId: string | null,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('market_source')
    .select(['source', 'is_active', 'market_day'])
    .orderBy('source')
    .forUpdate()
    .execute()
  const chosen = rows.find((row) => row.source === source)
  if (!chosen || chosen.market_day === null) throw new Refusal('marketEmpty')
  if (chosen.is_active) return false
  const now = new Date(clock.nowMs())
  await trx
    .updateTable('market_source')
    .set({ is_active: false, updated_at: now })
    .where('is_active', '=', true)
    .execute()
  await trx
    .updateTable('market_source')
    .set({ is_active: true, updated_at: now })
    .where('source', '=', source)
    .execute()
  await writeDoubt(trx, source, undefined)
  // A running replay is left at its current time, which its accounts keep.
  const stands = await activeMarketTime(trx, clock, false)
  await trx
    .updateTable('market.replay')
    .set({ stood_at: new Date(stands.nowMs) })
    .where('stood_at', 'is', null)
    .execute()
  await trx
    .updateTable('market.clock')
    .set(
      source !== 'simulated'
        ? { source, mode: 'closed', market_time: closeOf(toMarketDay(chosen.market_day)), wall_time: now, speed: '1' }
        : { source, mode: 'live', market_time: now, wall_time: now, speed: '1' },
    )
    .execute()
  const before = rows.find((row) => row.is_active)?.source ?? null
  await writeAudit(trx, clock, {
    actorId,
    action: 'market.activate',
    objectType: 'market',
    objectId: source,
    before: { source: before },
    after: { source },
  })
  return true
}
