// An effect that does not fit into one transaction, because its handler calls another service or commits in steps: its
// beginning is recorded under the caller's key before it runs, its end afterwards. A process that dies in between
// leaves the beginning, whose lease expires.
import { Refusal, uncertainRefusals, type RefusalName } from '@clubfolio/contract'
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import type { RepeatableRequest } from './idempotency.ts'
import { leaseEndAfter, renewEvery } from './lease.ts'
import { confirmWritten, findKey, hashContent, type KeyOwner, refuseOtherUse, tryLockKey } from './request-key.ts'
import { inTransaction } from './transaction.ts'

const leaseSeconds = 30
const renewMs = 10_000
const leaseEnd = leaseEndAfter(leaseSeconds)

export interface RecordedRequest extends RepeatableRequest {
  /** Refusals of this route that leave open whether the effect happened. */
  readonly uncertain: readonly RefusalName[]
}

/** Runs `effect` unless its key was already answered; without a key it simply runs. */
export async function runRecorded(
  db: Db,
  clock: Clock,
  request: RecordedRequest,
  effect: () => Promise<unknown>,
): Promise<unknown> {
  const { ownerId, key } = request
  if (key === undefined) return effect()
  const owner = { ownerId, key }
  const begun = await begin(db, clock, request, owner)
  if (begun.isAnswered) return begun.reply
  const endRenewal = renewEvery(renewMs, () => renew(db, owner))
  try {
    const reply = await effect()
    await update(db, owner)
      .set({ state: 'DONE', reply: JSON.stringify(reply), leased_until: null })
      .execute()
    return reply
  } catch (error) {
    // The caller gets the original error; if the record cannot be written, the lease covers it.
    await end(db, owner, error, request.uncertain).catch(() => undefined)
    throw error
  } finally {
    endRenewal()
  }
}

type Begun = { readonly isAnswered: false } | { readonly isAnswered: true; readonly reply: unknown }

async function begin(db: Db, clock: Clock, request: RecordedRequest, owner: KeyOwner): Promise<Begun> {
  const bodyHash = hashContent(request.routeName, request.content)
  return inTransaction(db, async (trx) => {
    if (!(await tryLockKey(trx, owner))) throw new Refusal('requestInFlight')
    const stored = await findKey(trx, owner)
    refuseOtherUse(stored, bodyHash)
    if (stored?.state === 'DONE') {
      await confirmWritten(trx)
      return { isAnswered: true, reply: stored.reply }
    }
    if (stored?.isLeased) throw new Refusal('requestInFlight')
    await trx
      .insertInto('idempotency_key')
      .values({
        owner_id: owner.ownerId,
        key: owner.key,
        route: request.routeName,
        body_hash: bodyHash,
        reply: null,
        created_at: new Date(clock.nowMs()),
        state: 'RUNNING',
        leased_until: leaseEnd,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'key']).doUpdateSet({ state: 'RUNNING', reason: null, leased_until: leaseEnd }),
      )
      .execute()
    return { isAnswered: false }
  })
}

const update = (db: Db, { ownerId, key }: KeyOwner) =>
  db
    .updateTable('idempotency_key')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .where('state', '=', 'RUNNING')

const renew = (db: Db, owner: KeyOwner) => update(db, owner).set({ leased_until: leaseEnd }).execute()

/** A refusal means that nothing happened, so the key may be reused; anything else leaves it open. */
async function end(
  db: Db,
  { ownerId, key }: KeyOwner,
  error: unknown,
  uncertain: readonly RefusalName[],
): Promise<void> {
  const isCertain =
    error instanceof Refusal && !uncertainRefusals.has(error.refusal) && !uncertain.includes(error.refusal)
  if (!isCertain) {
    const reason = error instanceof Refusal ? error.message : null
    await update(db, { ownerId, key }).set({ state: 'OPEN', reason, leased_until: null }).execute()
    return
  }
  await db
    .deleteFrom('idempotency_key')
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .where('state', '=', 'RUNNING')
    .execute()
}
