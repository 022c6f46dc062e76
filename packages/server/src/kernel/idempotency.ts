// The same request twice has one effect: the answer is stored under the caller's key in the transaction of the effect.
// Same key and body: the stored answer. Same key, other body: refused. Still running in another process: refused as in
// flight.
import { Refusal } from '@clubfolio/contract'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { confirmWritten, findKey, hashContent, refuseOtherUse, tryLockKey } from './request-key.ts'
import { inTransaction, type Trx } from './transaction.ts'

export interface RepeatableRequest {
  readonly ownerId: string
  /** The header Idempotency-Key; without one the effect simply runs. */
  readonly key: string | undefined
  readonly routeName: string
  /** Identifies the content: parameters and body as received. */
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
  const bodyHash = hashContent(routeName, request.content)

  return inTransaction(db, async (trx) => {
    // The lock is only a hint for refusing a parallel copy immediately; the primary key guarantees a single effect.
    if (!(await tryLockKey(trx, { ownerId, key }))) throw new Refusal('requestInFlight')
    const stored = await findKey(trx, { ownerId, key })
    refuseOtherUse(stored, bodyHash)
    if (stored) {
      await confirmWritten(trx)
      return stored.reply
    }
    const reply = await effect(trx)
    await trx
      .insertInto('idempotency_key')
      .values({
        owner_id: ownerId,
        key,
        route: routeName,
        body_hash: bodyHash,
        reply: JSON.stringify(reply),
        created_at: new Date(clock.nowMs()),
      })
      .execute()
    return reply
  })
}
