// The same request twice has one effect: the answer is stored under the caller's key in the transaction of the effect.
// Same key and body: the stored answer. Same key, other body: refused. Still at work in another process: refused as in flight.
import { createHash } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { inTransaction, type Trx } from './transaction.ts'

export interface RepeatableRequest {
  readonly ownerId: string
  /** The header Idempotency-Key; without one the effect simply runs. */
  readonly key: string | undefined
  readonly routeName: string
  /** What identifies the content: parameters and body as they arrived. */
  readonly content: unknown
}

/** Runs `effect` once per key and returns its wire answer, fresh or stored. */
export async function runOnce(
  db: Db,
  clock: Clock,
  request: RepeatableRequest,
  effect: (trx: Trx) => Promise<unknown>,
): Promise<unknown> {
  const { key, ownerId, routeName } = request
  if (key === undefined) return inTransaction(db, effect)
  const bodyHash = createHash('sha256').update(JSON.stringify([routeName, request.content])).digest()

  return inTransaction(db, async (trx) => {
    // The lock is only a hint that lets a parallel copy be told at once; the primary key is what makes the effect single.
    const lock = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`${ownerId} ${key}`}, 0)) as free`.execute(trx)
    if (!lock.rows[0]?.free) throw new Refusal('requestInFlight')
    const stored = await trx
      .selectFrom('idempotency_key')
      .select(['body_hash', 'reply'])
      .where('owner_id', '=', ownerId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (stored) {
      if (!stored.body_hash.equals(bodyHash)) throw new Refusal('requestKeyReused')
      return stored.reply
    }
    const reply = await effect(trx)
    await trx
      .insertInto('idempotency_key')
      .values({ owner_id: ownerId, key, route: routeName, body_hash: bodyHash, reply: JSON.stringify(reply), created_at: new Date(clock.nowMs()) })
      .execute()
    return reply
  })
}
