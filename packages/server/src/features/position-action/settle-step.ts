// Finds out what became of a step whose process died long ago, without sending anything.
import { isOverOrder } from '@clubfolio/domain'
import { Refusal } from '@clubfolio/contract'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { lookAtOrder } from '../order/look-at-order.ts'
import { settleRequest } from '../order/settle-request.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import type { StepRow } from './action-row.ts'
import { keyOfStep, outcomeOfCancel, outcomeOfOrder, type StepOutcome } from './send-step.ts'

const neverSent = { state: 'FAILED', orderId: null, reason: 'It was never sent.' } as const satisfies StepOutcome

export async function settleStep(services: Services, account: TradedAccount, row: StepRow): Promise<StepOutcome> {
  const { step } = row
  try {
    if (step.kind === 'CANCEL') {
      const { status } = await lookAtOrder(services, account, step.orderId)
      if (isOverOrder(status)) return await outcomeOfCancel(services, account, step)
      return status === 'PENDING_CANCEL' ? { state: 'UNKNOWN' } : neverSent
    }
    const recorded = await services.db
      .selectFrom('order_request')
      .select('id')
      .where('account_id', '=', account.id)
      .where('request_key', '=', keyOfStep(row))
      .executeTakeFirst()
    if (!recorded) return neverSent
    const request = await settleRequest(services, account, recorded.id)
    switch (request.state) {
      case 'PLACED':
        return await outcomeOfOrder(services, account, step, request.broker_id)
      case 'UNKNOWN':
      case 'SENDING':
      case 'NEW':
        return { state: 'UNKNOWN' }
      default:
        return { state: 'FAILED', orderId: null, reason: request.reason ?? neverSent.reason }
    }
  } catch (error) {
    if (error instanceof BrokerFailure || error instanceof Refusal) return { state: 'UNKNOWN' }
    throw error
  }
}
