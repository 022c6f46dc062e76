// The orders of the Alpaca wire. An order that cannot be taken is refused here and not stored, unlike on the other
// wire.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { advanceAccount } from '../../engine/advance-account.ts'
import type { OrderAnswer, TakenOrder } from '../../engine/order-desk.ts'
import { cancelOrder, takeOrder, takeReplacement } from '../../engine/order-desk.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { AccountSummary } from '../../ledger/list-accounts.ts'
import { alpacaCallerOf, requireScope } from '../access/require-credential.ts'
import { ALPACA_CODES, AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { readAlpacaOrder } from './alpaca-order-body.ts'
import type { AskedOrder } from './alpaca-order-body.ts'
import { draftOfAsked, exerciseDraft } from './alpaca-order-draft.ts'
import { orderIdText } from './alpaca-order-wire.ts'
import { findOrder, headOfOrder, listOrders, openOrders, orderNumberOf, orderNumberOfClient } from './find-orders.ts'
import { readOrderListQuery } from './order-list-query.ts'
import { readOrderChange, replacementDraft } from './replacement-draft.ts'

/** Places an order and returns it as this wire shows it; throws an AlpacaRefusal when it is not taken. */
export async function placeAsked(parts: BrokerParts, account: AccountSummary, asked: AskedOrder): Promise<object> {
  const taken = await takeOrder(parts, account, (book, state) => draftOfAsked(asked, book, state))
  return shownOrder(parts, account, await headOfOrder(parts.database, account.accountId, numberOfTaken(taken)))
}

/** Asks for the exercise of an option at the close of the day. */
export async function exercise(parts: BrokerParts, account: AccountSummary, symbol: string): Promise<void> {
  numberOfTaken(await takeOrder(parts, account, (book, state) => exerciseDraft(symbol, book, state)))
}

/** Returns the number of an order that was taken; throws the refusal of one that was not. */
function numberOfTaken(taken: OrderAnswer | TakenOrder): bigint {
  switch (taken.outcome) {
    case 'DONE':
      return taken.orderId
    case 'CLIENT_ID_TAKEN':
      throw new AlpacaRefusal('invalid', 'client_order_id must be unique, and another order of the account has it.')
    case 'REFUSED':
      throw new AlpacaRefusal(taken.isOfForm ? 'unprocessable' : 'forbidden', taken.reason)
    case 'NOT_FOUND':
      throw new AlpacaRefusal('notFound', 'There is no such order.')
    case 'CLOSED':
      throw new AlpacaRefusal('unprocessable', `The order is ${taken.status} and can no longer be changed.`)
    case 'WRONG_PLACE':
      throw new AlpacaRefusal('unprocessable', taken.reason)
  }
}

async function shownOrder(parts: BrokerParts, account: AccountSummary, orderId: bigint): Promise<object> {
  const order = await findOrder(parts.database, account.accountId, orderId, true)
  if (order === null) throw new AlpacaRefusal('notFound', 'There is no such order.')
  return order
}

/** Returns the number in the path; throws a refusal when it is no id of an order. */
function numberInPath(request: FastifyRequest): bigint {
  const number = orderNumberOf(pathPart(request, 'id'))
  if (number === null) throw new AlpacaRefusal('notFound', 'There is no such order.')
  return number
}

/** Cancels an account's open orders and returns one line for each. */
export async function cancelAll(parts: BrokerParts, account: AccountSummary): Promise<object[]> {
  const results: object[] = []
  for (const orderId of await openOrders(parts.database, account.accountId)) {
    const answer = await cancelOrder(parts, account, orderId, 'GROUP')
    // An order may have ended with another one of its group.
    const isOver = answer.outcome === 'DONE' || (answer.outcome === 'CLOSED' && /CANCEL/.test(answer.status))
    results.push({ id: orderIdText(orderId), status: isOver ? 200 : ALPACA_CODES.broken.status })
  }
  return results
}

export function alpacaOrderRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const { database, desk, settings } = parts
  const present = async (account: AccountSummary): Promise<void> =>
    advanceAccount(database, account, await desk.of(account), settings)

  scope.get('/orders', async (request) => {
    const { account } = alpacaCallerOf(request)
    const query = readOrderListQuery(readFields(request.query))
    await present(account)
    return listOrders(database, account.accountId, query)
  })

  scope.post('/orders', async (request) => {
    requireScope(request, 'trading')
    return placeAsked(parts, alpacaCallerOf(request).account, readAlpacaOrder(request.body))
  })

  scope.delete('/orders', async (request, reply) => {
    requireScope(request, 'trading')
    const { account } = alpacaCallerOf(request)
    await present(account)
    return reply.code(207).send(await cancelAll(parts, account))
  })

  scope.get('/orders::by_client_order_id', async (request) => {
    const { account } = alpacaCallerOf(request)
    const { client_order_id: clientOrderId } = readFields(request.query)
    if (typeof clientOrderId !== 'string' || clientOrderId === '')
      throw new AlpacaRefusal('invalid', 'client_order_id is missing.')
    await present(account)
    const orderId = await orderNumberOfClient(database, account.accountId, clientOrderId)
    if (orderId === null) throw new AlpacaRefusal('notFound', 'There is no order with this client_order_id.')
    return shownOrder(parts, account, orderId)
  })

  scope.get('/orders/:id', async (request) => {
    const { account } = alpacaCallerOf(request)
    const orderId = numberInPath(request)
    await present(account)
    const order = await findOrder(database, account.accountId, orderId, readFields(request.query)['nested'] === 'true')
    if (order === null) throw new AlpacaRefusal('notFound', 'There is no such order.')
    return order
  })

  scope.patch('/orders/:id', async (request) => {
    requireScope(request, 'trading')
    const { account } = alpacaCallerOf(request)
    const orderId = numberInPath(request)
    const change = readOrderChange(request.body)
    const taken = await takeReplacement(parts, account, orderId, (old, book, state) =>
      replacementDraft(old, change, book, state),
    )
    return shownOrder(parts, account, numberOfTaken(taken))
  })

  scope.delete('/orders/:id', async (request, reply): Promise<FastifyReply> => {
    requireScope(request, 'trading')
    const answer = await cancelOrder(parts, alpacaCallerOf(request).account, numberInPath(request), 'GROUP')
    numberOfTaken(answer)
    return reply.code(204).send()
  })
}
