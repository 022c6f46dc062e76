// Deletes old data of repeated requests: keys that may no longer be repeated, the cancellations sent under them, and
// expired sessions. A device for web push belongs to its session and keeps it. In small batches, so that no statement
// locks many rows.
import { requestKeyLifeMs } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { deleteInBatches } from '../../kernel/delete-in-batches.ts'
import type { Services } from '../../services.ts'

/** Returns how many rows were deleted. */
export async function deleteOldKeys({ db, clock }: Pick<Services, 'db' | 'clock'>, step?: number): Promise<number> {
  const keysBefore = new Date(clock.nowMs() - requestKeyLifeMs)
  const sessionsBefore = new Date(clock.nowMs() - dayMs)
  const thinned = [
    // Kept a day longer than a key may be queried, so that a key is never reported as too old while its row still
    // exists.
    await deleteInBatches(
      db,
      (left) => sql`
      delete from idempotency_key where (owner_id, key) in (
        select owner_id, key from idempotency_key
        where created_at < ${new Date(keysBefore.getTime() - dayMs)}
          and (leased_until is null or leased_until < clock_timestamp())
        order by created_at limit ${left} for update skip locked)`,
      step,
    ),
    await deleteInBatches(
      db,
      (left) => sql`
      delete from order_cancellation where (account_id, request_key, order_id) in (
        select account_id, request_key, order_id from order_cancellation
          where sent_at < ${new Date(keysBefore.getTime() - dayMs)} limit ${left})`,
      step,
    ),
    await deleteInBatches(
      db,
      (left) => sql`
      delete from session where id in (select id from session where expires_at < ${sessionsBefore}
        and not exists (select from web_push_device d where d.session_id = session.id) order by expires_at
        limit ${left} for update skip locked)`,
      step,
    ),
  ]
  return thinned.reduce((sum, rows) => sum + rows, 0)
}
