// Determines what became of a request by its Idempotency-Key, never by guessing. An unknown key is withdrawn under its
// lock, so that a request that is still on its way is refused when it arrives. Decision 0014.
import { requestKeyLifeMs, type RequestFate, type RequestOutcome } from '@clubfolio/contract'
import type { EpochMs } from '@clubfolio/domain'
import {
  confirmWritten,
  findKey,
  type KeyOwner,
  type KeyRecord,
  tryLockKey,
  withdrawKey,
} from '../../kernel/request-key.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { settleCancellation } from '../order/settle-cancellation.ts'
import { findOrderOfKey, settleOrderOfKey, type OrderOfKey } from '../order/settle-order-of-key.ts'
import { type ActionOfKey, findActionOfKey, settleActionOfKey } from '../position-action/settle-action-of-key.ts'

const outcome = (fate: RequestFate, reason: string | null = null, reply: unknown = null): RequestOutcome => ({
  fate,
  reason,
  reply,
})

const tooOld = 'This is too long ago to find out. Look whether it is there before you repeat it.'
const interrupted =
  'The work on it ended before its result was recorded. Look whether it is there before you repeat it.'

/** What is known of a key while its lock is held. */
type Known =
  | { readonly kind: 'held' }
  | { readonly kind: 'order'; readonly order: OrderOfKey }
  | { readonly kind: 'action'; readonly action: ActionOfKey }
  | { readonly kind: 'record'; readonly record: KeyRecord }
  | { readonly kind: 'withdrawn' }

export async function settleKey(services: Services, owner: KeyOwner, sentAtMs: EpochMs): Promise<RequestOutcome> {
  const isForgotten = services.clock.nowMs() - sentAtMs > requestKeyLifeMs
  const known = await findOrWithdraw(services, owner, isForgotten)
  if (known === undefined) return outcome('UNKNOWN', tooOld)
  if (known.kind === 'held') return outcome('RUNNING')
  if (known.kind === 'withdrawn') return outcome('NOT_DONE')
  if (known.kind === 'order') return settleOrderOfKey(services, known.order)
  if (known.kind === 'action') return settleActionOfKey(services, known.action)
  return settleRecord(services, owner, known.record)
}

async function findOrWithdraw(
  { db, clock }: Services,
  owner: KeyOwner,
  isForgotten: boolean,
): Promise<Known | undefined> {
  return inTransaction(db, async (trx): Promise<Known | undefined> => {
    if (!(await tryLockKey(trx, owner))) return { kind: 'held' }
    const order = await findOrderOfKey(trx, owner)
    if (order) return { kind: 'order', order }
    const action = await findActionOfKey(trx, owner)
    if (action) return { kind: 'action', action }
    const record = await findKey(trx, owner)
    if (record) {
      await confirmWritten(trx)
      return { kind: 'record', record }
    }
    if (isForgotten) return undefined
    await withdrawKey(trx, owner, clock.nowMs(), null)
    return { kind: 'withdrawn' }
  })
}

async function settleRecord(services: Services, owner: KeyOwner, record: KeyRecord): Promise<RequestOutcome> {
  if (record.state === 'DONE') return outcome('DONE', null, record.reply)
  if (record.state === 'WITHDRAWN') return outcome('NOT_DONE', record.reason)
  if (record.isLeased) return outcome('RUNNING')
  const cancelled = await settleCancellation(services, owner, record.route)
  if (cancelled === undefined) return outcome('UNKNOWN', record.reason ?? interrupted)
  if (cancelled.fate === 'DONE' || cancelled.fate === 'NOT_DONE') await keep(services, owner, cancelled)
  return cancelled
}

/** Stores the outcome found at the brokerage as the final answer. */
async function keep({ db, clock }: Services, owner: KeyOwner, { fate, reason, reply }: RequestOutcome): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (fate === 'NOT_DONE') return withdrawKey(trx, owner, clock.nowMs(), reason)
    await trx
      .updateTable('idempotency_key')
      .set({ state: 'DONE', reply: JSON.stringify(reply), leased_until: null })
      .where('owner_id', '=', owner.ownerId)
      .where('key', '=', owner.key)
      .execute()
  })
}
