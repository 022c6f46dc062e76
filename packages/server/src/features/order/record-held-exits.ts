// Records the exits that we hold, in the transaction that records the request of their entry: from then on they are
// placed whatever dies.
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import type { Trx } from '../../kernel/transaction.ts'

export interface RecordedExits {
  readonly accountId: string
  readonly requestId: string
  readonly plan: OrderPlan
  readonly now: Date
}

/** A request that is recorded again takes the exits of its new plan. */
export async function recordHeldExits(trx: Trx, { accountId, requestId, plan, now }: RecordedExits): Promise<void> {
  await trx.deleteFrom('held_exit').where('account_id', '=', accountId).where('request_id', '=', requestId).execute()
  if (plan.exitHolder !== 'SERVER') return
  await trx
    .insertInto('held_exit')
    .values({
      account_id: accountId,
      request_id: requestId,
      state: 'WAITING',
      reason: null,
      claimed_until: null,
      next_at: now,
    })
    .execute()
}
