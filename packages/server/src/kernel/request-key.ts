// The record of an Idempotency-Key: lock, find, write. Code that changes a key's record holds its lock until the
// commit.
import { createHash } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import { sql, type Selectable } from 'kysely'
import type { KernelTables } from '../db/tables/kernel-tables.ts'
import { isLeaseRunning } from './lease.ts'
import type { Trx } from './transaction.ts'

export interface KeyOwner {
  readonly ownerId: string
  readonly key: string
}

export type KeyRecord = Selectable<KernelTables['idempotency_key']> & { readonly isLeased: boolean }

const lockName = ({ ownerId, key }: KeyOwner) => sql`hashtextextended(${`${ownerId} ${key}`}, 0)`

/** Returns false while another transaction holds the key. */
export async function tryLockKey(trx: Trx, owner: KeyOwner): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lockName(owner)}) as free`.execute(
    trx,
  )
  return rows[0]?.free === true
}

/** Waits for the key. */
export async function lockKey(trx: Trx, owner: KeyOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockName(owner)})`.execute(trx)
}

export async function findKey(trx: Trx, { ownerId, key }: KeyOwner): Promise<KeyRecord | undefined> {
  return trx
    .selectFrom('idempotency_key')
    .selectAll()
    .select(isLeaseRunning('leased_until').as('isLeased'))
    .where('owner_id', '=', ownerId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Refuses a key whose owner was informed that nothing happened, and the same key with other content. */
export function refuseOtherUse(record: KeyRecord | undefined, bodyHash: Buffer): void {
  if (record?.state === 'WITHDRAWN') throw new Refusal('requestWithdrawn')
  if (record && !record.body_hash.equals(bodyHash)) throw new Refusal('requestKeyReused')
}

/**
 * Makes the commit of `trx` wait until a second server, where there is one, has everything that was written so far. For
 * an answer that repeats what an earlier transaction wrote: a server that crashed and recovered shows rows that it
 * alone holds, and a transaction that only reads them would not wait. Decision 0119.
 */
export const confirmWritten = (trx: Trx): Promise<unknown> =>
  sql`select pg_logical_emit_message(true, 'clubfolio', '')`.execute(trx)

/**
 * Hashes the content that a key identifies. Secret content is left out, so that nothing guessable from the hash is
 * stored.
 */
export const hashContent = (routeName: string, content: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([routeName, content]))
    .digest()

/** Records that the owner is informed that nothing happened; the caller holds the lock. */
export async function withdrawKey(
  trx: Trx,
  { ownerId, key }: KeyOwner,
  nowMs: number,
  reason: string | null,
): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({
      owner_id: ownerId,
      key,
      route: '',
      body_hash: Buffer.alloc(0),
      reply: null,
      created_at: new Date(nowMs),
      state: 'WITHDRAWN',
      reason,
    })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'key']).doUpdateSet({ state: 'WITHDRAWN', reason, leased_until: null }),
    )
    .execute()
}
