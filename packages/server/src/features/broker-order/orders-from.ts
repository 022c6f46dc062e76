// Determines from which time on an account's orders are read: far enough back for every order that may still change.
import { dayMs, type EpochMs, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The broker's API returns at most a year. */
const historyDays = 364
/** Orders entered within this many days are read again, because brokers may show them late. */
const overlapDays = 2

/**
 * Returns a year before `nowMs` (market time) for the first reading; later the time of the oldest order that is still
 * open, or of the overlap if that is earlier.
 */
export async function ordersFrom(db: Db, accountId: string, nowMs: EpochMs): Promise<EpochMs> {
  const row = await db
    .selectFrom('account_sync as s')
    .select('s.orders_through')
    .select((eb) =>
      eb
        .selectFrom('broker_order as o')
        .select((inner) => inner.fn.min('o.entered_at').as('oldest'))
        .whereRef('o.account_id', '=', 's.account_id')
        .where(sql<boolean>`o.status not in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED')`)
        .as('oldest_open'),
    )
    .where('s.account_id', '=', accountId)
    .executeTakeFirst()
  const earliestMs = nowMs - historyDays * dayMs
  if (!row?.orders_through) return toEpochMs(earliestMs)
  const through = Math.min(row.orders_through.getTime(), nowMs) - overlapDays * dayMs
  const oldestOpen = row.oldest_open?.getTime() ?? through
  return toEpochMs(Math.max(earliestMs, Math.min(through, oldestOpen)))
}
