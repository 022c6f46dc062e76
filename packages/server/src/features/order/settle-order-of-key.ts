// Determines the outcome of the order requested under a key, from the state of its request; a request of unknown fate
// is looked up now.
import { Refusal, type RequestOutcome } from '@clubfolio/contract'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { KeyOwner } from '../../kernel/request-key.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { findRequest, isYoung, type OrderRequest, withdrawRequest } from './order-request.ts'
import { describeOrder } from './order-words.ts'
import { answerPlaced } from './put-order.ts'
import { settleRequest } from './settle-request.ts'
import { tradedAccountOf, type TradedAccount } from './traded-account.ts'

export interface OrderOfKey {
  readonly accountId: string
  readonly requestId: string
}

export async function findOrderOfKey(trx: Trx, { ownerId, key }: KeyOwner): Promise<OrderOfKey | undefined> {
  return trx
    .selectFrom('order_request')
    .innerJoin('account', 'account.id', 'order_request.account_id')
    .select(['order_request.account_id as accountId', 'order_request.id as requestId'])
    .where('order_request.request_key', '=', key)
    .where('account.owner_id', '=', ownerId)
    .executeTakeFirst()
}

export async function settleOrderOfKey(
  services: Services,
  { accountId, requestId }: OrderOfKey,
): Promise<RequestOutcome> {
  const account = await tradedAccountOf(services.db, accountId)
  const request = account
    ? await look(services, account, requestId)
    : await findRequest(services.db, accountId, requestId)
  switch (request.state) {
    case 'PLACED':
      return account
        ? answer(services, account, request)
        : {
            fate: 'DONE',
            reason: null,
            reply: {
              orderId: request.broker_id,
              message: `Order ${request.broker_id} to ${describeOrder(request.plan.draft)} was placed.`,
            },
          }
    case 'REFUSED':
      return { fate: 'NOT_DONE', reason: `The brokerage did not take the order: ${request.reason ?? ''}`, reply: null }
    case 'WITHDRAWN':
      return notPlaced(request)
    case 'SENDING':
      return { fate: 'RUNNING', reason: null, reply: null }
    case 'UNKNOWN':
      return { fate: 'LOOKING', reason: waiting(request), reply: null }
    case 'NEW':
    case 'NOT_PLACED':
      return withdraw(services, request)
  }
}

async function look(services: Services, account: TradedAccount, requestId: string): Promise<OrderRequest> {
  try {
    return await settleRequest(services, account, requestId)
  } catch (error) {
    if (error instanceof BrokerFailure) return findRequest(services.db, account.id, requestId)
    throw error
  }
}

async function answer(services: Services, account: TradedAccount, request: OrderRequest): Promise<RequestOutcome> {
  try {
    return { fate: 'DONE', reason: null, reply: await answerPlaced(services, account, request) }
  } catch (error) {
    if (error instanceof Refusal) return { fate: 'NOT_DONE', reason: error.message, reply: null }
    throw error
  }
}

/** Withdraws the request: once its owner hears that it was not placed, it is never sent. */
async function withdraw(services: Services, request: OrderRequest): Promise<RequestOutcome> {
  // It may still be on its way to the brokerage.
  if (isYoung(request, services.clock.nowMs()) || !(await withdrawRequest(services, request)))
    return { fate: 'RUNNING', reason: null, reply: null }
  return notPlaced(request)
}

const notPlaced = ({ reason }: OrderRequest): RequestOutcome => ({
  fate: 'NOT_DONE',
  reason: `The order was not placed. ${reason ?? 'It was never sent to the brokerage.'}`,
  reply: null,
})

const waiting = ({ candidate_ids, reason }: OrderRequest): string =>
  candidate_ids === null
    ? (reason ?? 'The order is being looked for at the brokerage.')
    : 'More than one order at the brokerage can be this one. Choose which on the Orders screen.'
