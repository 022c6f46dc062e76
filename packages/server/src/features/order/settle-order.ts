// Records the owner's decision on a request for which several orders at the brokerage are candidates.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { refuseTaken } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import { endAttempt } from './order-request.ts'
import type { TradedAccount } from './traded-account.ts'

export interface SettleOrderOptions {
  readonly account: TradedAccount
  readonly requestId: string
  readonly orderId: string | null
  readonly caller: Caller
}

/** Settles the request. `orderId` is one of its candidates, or null if it is none of them. */
export async function settleOrder(
  { clock }: Services,
  trx: Trx,
  { account, requestId, orderId, caller }: SettleOrderOptions,
): Promise<void> {
  const request = await trx
    .selectFrom('order_request')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()
  const isChoice = orderId === null || request?.candidate_ids?.includes(orderId)
  if (request?.state !== 'UNKNOWN' || request.candidate_ids === null || !isChoice) throw new Refusal('notFound')
  const ending =
    orderId === null
      ? ({ state: 'NOT_PLACED', reason: 'The owner said so.' } as const)
      : ({ state: 'PLACED', brokerId: orderId } as const)
  await refuseTaken(endAttempt(trx, clock.nowMs(), request, ending), { order: orderId ?? '' })
  await writeAudit(trx, clock, {
    actorId: account.owner_id,
    action: 'order.settle',
    objectType: 'account',
    objectId: account.id,
    after: { request: requestId, orderId },
    requestId: caller.requestId,
    address: caller.address,
  })
}
