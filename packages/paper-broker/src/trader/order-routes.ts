// The orders of the trader API: place, read, list, replace, cancel, preview. A rejected order is no HTTP error: it
// answers 201 and reads REJECTED with its reason.
import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { advanceAccount } from '../engine/advance-account.ts'
import type { OrderAnswer } from '../engine/order-desk.ts'
import { cancelOrder, placeOrder, previewOrder, replaceOrder } from '../engine/order-desk.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { refuseWithMessage } from '../kernel/wire-error.ts'
import { findAccountOfConsent, listAccountsOfConsent } from '../ledger/list-accounts.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import { readOrderBody, UnreadableOrder } from './order-body.ts'
import { orderDraftOf } from './order-draft-of.ts'
import { previewWire, quotesOfDraft } from './order-preview.ts'
import { readOrderQuery } from './order-query.ts'
import { orderWire } from './order-wire.ts'
import { readOrder, readOrders } from './read-orders.ts'
import type { OrderQuery } from './read-orders.ts'

const ORDER_NUMBER = /^\d{1,18}$/
const ALL_ACCOUNTS_BACK_MS = 60 * 24 * 60 * 60_000
/** Clients query exactly 60 days back, and the call takes time. */
const GRACE_MS = 60 * 60_000
const NO_ACCOUNT = 'Invalid account number'
const NO_ORDER = 'No such order'

export function orderRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const { database, desk, settings } = parts

  const accountOf = async (request: FastifyRequest): Promise<AccountSummary | null> => {
    const hash = pathPart(request, 'hash')
    return findAccountOfConsent(database, callerOf(request).consentId, hash)
  }
  const idOf = (request: FastifyRequest): bigint | null => {
    const id = pathPart(request, 'id')
    return ORDER_NUMBER.test(id) ? BigInt(id) : null
  }
  const draftOf = async (request: FastifyRequest, account: AccountSummary): Promise<ReceivedOrder | string> => {
    try {
      return await orderDraftOf(readOrderBody(request.body), await desk.of(account))
    } catch (error) {
      if (error instanceof UnreadableOrder) return error.message
      throw error
    }
  }
  const listOf = async (account: AccountSummary, query: OrderQuery): Promise<object[]> => {
    await advanceAccount(database, account, await desk.of(account), settings)
    return (await readOrders(database, account.accountId, query)).map((tree) => orderWire(tree, account.accountNumber))
  }
  const created = (reply: FastifyReply, account: AccountSummary, orderId: bigint): FastifyReply =>
    reply
      .code(201)
      .header('location', `${parts.issuer()}/trader/v1/accounts/${account.hashValue}/orders/${orderId}`)
      .send()
  const refusal = (reply: FastifyReply, answer: Exclude<OrderAnswer, { outcome: 'DONE' }>): FastifyReply => {
    if (answer.outcome === 'NOT_FOUND') return refuseWithMessage(reply, 404, NO_ORDER)
    if (answer.outcome === 'CLOSED')
      return refuseWithMessage(reply, 400, `The order is ${answer.status} and can no longer be changed`)
    return refuseWithMessage(reply, 400, answer.reason)
  }

  const place = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const draft = await draftOf(request, account)
    if (typeof draft === 'string') return refuseWithMessage(reply, 400, 'Invalid order', [draft])
    return created(reply, account, await placeOrder(parts, account, draft))
  }
  const replace = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const orderId = idOf(request)
    if (orderId === null) return refuseWithMessage(reply, 404, NO_ORDER)
    const draft = await draftOf(request, account)
    if (typeof draft === 'string') return refuseWithMessage(reply, 400, 'Invalid order', [draft])
    const answer = await replaceOrder(parts, account, orderId, draft)
    return answer.outcome === 'DONE' ? created(reply, account, answer.orderId) : refusal(reply, answer)
  }
  const cancel = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const orderId = idOf(request)
    if (orderId === null) return refuseWithMessage(reply, 404, NO_ORDER)
    const answer = await cancelOrder(parts, account, orderId)
    return answer.outcome === 'DONE' ? reply.code(200).send() : refusal(reply, answer)
  }
  const preview = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const draft = await draftOf(request, account)
    if (typeof draft === 'string') return refuseWithMessage(reply, 400, 'Invalid order', [draft])
    const reason = await previewOrder(parts, account, draft)
    const state = await desk.of(account)
    const quotes = await quotesOfDraft(state, draft)
    return previewWire({ accountNumber: account.accountNumber, draft, reason, settings, quotes, at: state.marketMs })
  }
  const one = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const orderId = idOf(request)
    await advanceAccount(database, account, await desk.of(account), settings)
    const found = orderId === null ? null : await readOrder(database, account.accountId, orderId)
    return found === null ? refuseWithMessage(reply, 404, NO_ORDER) : orderWire(found, account.accountNumber)
  }
  const list = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const account = await accountOf(request)
    if (account === null) return refuseWithMessage(reply, 404, NO_ACCOUNT)
    const query = readOrderQuery(readFields(request.query), null)
    if (query === 'nothing') return []
    return 'complaint' in query
      ? refuseWithMessage(reply, 400, 'Invalid request', [query.complaint])
      : listOf(account, query)
  }
  const all = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const { marketMs } = await desk.active()
    const query = readOrderQuery(readFields(request.query), marketMs - ALL_ACCOUNTS_BACK_MS - GRACE_MS)
    if (query === 'nothing') return []
    if ('complaint' in query) return refuseWithMessage(reply, 400, 'Invalid request', [query.complaint])
    const accounts = await listAccountsOfConsent(database, callerOf(request).consentId)
    return (await Promise.all(accounts.map((account) => listOf(account, query)))).flat().slice(0, query.maxResults)
  }

  scope.get('/orders', all)
  scope.get('/accounts/:hash/orders', list)
  scope.post('/accounts/:hash/orders', place)
  scope.get('/accounts/:hash/orders/:id', one)
  scope.put('/accounts/:hash/orders/:id', replace)
  scope.delete('/accounts/:hash/orders/:id', cancel)
  scope.post('/accounts/:hash/previewOrder', preview)
}
