// Thins what is kept for repeated requests: keys that nobody may repeat any more, the cancellations sent under them, and sessions that
// ran out. In small steps, so that no statement holds many rows.
import { requestKeyLifeMs } from '@clubfolio/contract'
import { sql } from 'kysely'
import { thinRows } from '../../kernel/thin-rows.ts'
import type { Services } from '../../services.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Answers how many rows went. */
export async function forgetOldKeys({ db, clock }: Pick<Services, 'db' | 'clock'>, step?: number): Promise<number> {
  const keysBefore = new Date(clock.nowMs() - requestKeyLifeMs)
  const sessionsBefore = new Date(clock.nowMs() - dayMs)
  const thinned = [
    // A day longer than a key may be asked about, so that what is told as too old is never told while a row still says more.
    await thinRows(db, (left) => sql`
      delete from idempotency_key where (owner_id, key) in (
        select owner_id, key from idempotency_key
        where created_at < ${new Date(keysBefore.getTime() - dayMs)} and (leased_until is null or leased_until < clock_timestamp())
        order by created_at limit ${left} for update skip locked)`, step),
    await thinRows(db, (left) => sql`
      delete from order_cancellation where (account_id, request_key, order_id) in (
        select account_id, request_key, order_id from order_cancellation where sent_at < ${new Date(keysBefore.getTime() - dayMs)} limit ${left})`, step),
    await thinRows(db, (left) => sql`
      delete from session where id in (select id from session where expires_at < ${sessionsBefore} order by expires_at limit ${left} for update skip locked)`, step),
  ]
  return thinned.reduce((sum, rows) => sum + rows, 0)
}
