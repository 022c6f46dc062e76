// Determines the outcome of a request whose response is missing: lost in transit, or never awaited because the process
// died. The matching order has our reference where the brokerage keeps references; elsewhere it has our terms, an id
// that was not in the list read right before sending, and belongs to no other request. One match: that is the order.
// None after a minute: it was not placed. Several: the owner decides.
// Source: docs/rules/brokerage.md, "Sending an order".
import { type EpochMs, maskNumber, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { maskedAccount } from '../account/account-name.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { findTree } from './look-at-order.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { draftToSend } from './exit-holder.ts'
import { explainedReduction, isOrderOf } from './match-order.ts'
import { listRecentOrders } from './order-list.ts'
import { endAttempt, findRequest, type OrderRequest, referenceOf } from './order-request.ts'
import { describeOrder } from './order-words.ts'
import { accessOf, tradedAccountOf, type TradedAccount } from './traded-account.ts'

/** Longer than any call to the brokerage takes: a process still SENDING after that has died. */
const sendingMs = 20_000
/** An order missing from lists for this long, counted from the first list that could be read, was never placed. */
const searchMs = 60_000

const requestsPerTurn = 200

const neverSent = 'It was never sent.'
const notFound = 'The brokerage did not take it: a minute later there was no such order.'

/** Settles a request as far as possible and returns it. Throws BrokerFailure when the list cannot be read. */
export async function settleRequest(
  services: Services,
  account: TradedAccount,
  requestId: string,
): Promise<OrderRequest> {
  const { db, clock } = services
  const request = await findRequest(db, account.id, requestId)
  if (!isUnsettled(request, clock.nowMs())) return request
  if (request.known_ids === null || request.listed_from === null) {
    if (request.state === 'SENDING' || clock.nowMs() - request.created_at.getTime() >= searchMs) {
      await endAttempt(db, clock.nowMs(), request, { state: 'NOT_PLACED', reason: neverSent })
    }
    return findRequest(db, account.id, requestId)
  }
  const { startedMs, orders } = await findAlike(services, account, {
    request,
    knownIds: request.known_ids,
    listedFromMs: toEpochMs(request.listed_from.getTime()),
  })
  const alike = orders.map(({ brokerId }) => brokerId)
  await inTransaction(db, async (trx) => {
    // Settlements of one account are serialised, so that no order is assigned to two requests.
    await trx.selectFrom('account').select('id').where('id', '=', account.id).forUpdate().executeTakeFirst()
    const searchedFrom = await noteSearch(trx, request, startedMs)
    await decide(trx, services, {
      request,
      candidates: await withoutOthers(trx, request, alike),
      searchedFromMs: searchedFrom,
    })
  })
  return findRequest(db, account.id, requestId)
}

interface Search {
  readonly request: OrderRequest
  readonly knownIds: readonly string[]
  readonly listedFromMs: EpochMs
}

/**
 * Reads and stores the orders that can be the requested one: the one under our reference where the brokerage keeps
 * references, otherwise those with our terms that were not there before.
 */
async function findAlike(
  services: Services,
  account: TradedAccount,
  { request, knownIds, listedFromMs }: Search,
): Promise<{ readonly startedMs: number; readonly orders: readonly BrokerOrder[] }> {
  const broker = services.brokers.brokerOf(account)
  if (broker.findOrder === undefined) {
    const { replaces_id: replacesId } = request
    const { startedMs, orders } = await listRecentOrders(services, account, { since: listedFromMs, replacesId })
    await storeReadOrders(services, account.id, { orders, startedMs })
    const known = new Set(knownIds)
    // What replaces the stop of an entry takes its place inside of the entry's tree.
    const found = replacesId === null ? orders : flattenOrders(orders).map(({ order }) => order)
    return {
      startedMs,
      orders: found.filter(
        (order) =>
          !known.has(order.brokerId) && isOrderOf(draftToSend(request.plan), order, explainedReduction(order, orders)),
      ),
    }
  }
  const startedMs = services.clock.nowMs()
  const access = accessOf(services, account)
  const order = await broker.findOrder(access, account.hash_value, {
    reference: referenceOf(request),
    draft: draftToSend(request.plan),
  })
  if (order === null) return { startedMs, orders: [] }
  await storeReadOrders(services, account.id, { orders: [await findTree(services, account, order)], startedMs })
  return { startedMs, orders: [order] }
}

interface DecideOptions {
  readonly request: OrderRequest
  readonly candidates: readonly string[]
  readonly searchedFromMs: number
}

async function decide(
  trx: Trx,
  { clock }: Services,
  { request, candidates, searchedFromMs }: DecideOptions,
): Promise<void> {
  const nowMs = clock.nowMs()
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined) {
    await endAttempt(trx, nowMs, request, { state: 'PLACED', brokerId: only })
  } else if (candidates.length > 1) {
    await endAttempt(trx, nowMs, request, {
      state: 'UNKNOWN',
      reason: 'More than one order at the brokerage can be this one.',
      candidateIds: candidates,
    })
  } else if (nowMs - searchedFromMs >= searchMs) {
    await endAttempt(trx, nowMs, request, { state: 'NOT_PLACED', reason: notFound })
  } else {
    await endAttempt(trx, nowMs, request, {
      state: 'UNKNOWN',
      reason: 'The answer of the brokerage was lost; the order is being looked for.',
      candidateIds: [],
    })
  }
}

/**
 * Records when the search started and returns it. While lists could not be read nothing was searched, so the minute
 * starts with the first list read after the order was sent.
 */
async function noteSearch(trx: Trx, request: OrderRequest, readMs: number): Promise<number> {
  if (request.searched_from !== null) return request.searched_from.getTime()
  await trx
    .updateTable('order_request')
    .set({ searched_from: new Date(readMs) })
    .where('account_id', '=', request.account_id)
    .where('id', '=', request.id)
    .where('attempts', '=', request.attempts)
    .execute()
  return readMs
}

async function withoutOthers(trx: Trx, request: OrderRequest, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const linked = await trx
    .selectFrom('order_request')
    .select('broker_id')
    .where('account_id', '=', request.account_id)
    .where('broker_id', 'in', ids)
    .execute()
  const taken = new Set(linked.map(({ broker_id }) => broker_id))
  return ids.filter((id) => !taken.has(id))
}

function isUnsettled(request: OrderRequest, nowMs: number): boolean {
  if (request.state === 'SENDING') return nowMs - request.sent_at!.getTime() >= sendingMs
  return request.state === 'UNKNOWN' || request.state === 'NEW'
}

/** Notifies the owner that the order was not placed, because no call is waiting for the outcome any more. */
async function tell(
  { db, clock }: Services,
  account: TradedAccount,
  { id, state, reason, plan, attempts }: OrderRequest,
): Promise<void> {
  if (state !== 'NOT_PLACED') return
  await recordNotification(db, clock, {
    userId: account.owner_id,
    kind: 'ORDER_NOT_PLACED',
    key: `order.not-placed ${id} ${attempts}`,
    title: 'Order not placed',
    link: '/order',
    text:
      `The order to ${describeOrder(plan.draft)} in account ${maskedAccount(account)} was not placed: ` +
      `${reason ?? ''} Place it again if you still want it.`,
  })
}

/**
 * Settles every request whose response is missing, and returns how many it processed. A failing account does not block
 * the others.
 */
export async function settleRequests(services: Services, most = requestsPerTurn): Promise<number> {
  const { db, clock, log } = services
  const nowMs = clock.nowMs()
  const open = await db
    .selectFrom('order_request')
    .innerJoin('account', 'account.id', 'order_request.account_id')
    .select(['order_request.account_id', 'order_request.id', 'account.owner_id', 'account.number'])
    .where((eb) => eb.not(isBackingOff('settle-request', sql`order_request.id::text`, clock)))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'UNKNOWN'),
        eb.and([eb('state', '=', 'SENDING'), eb('sent_at', '<=', new Date(nowMs - sendingMs))]),
        eb.and([eb('state', '=', 'NEW'), eb('created_at', '<=', new Date(nowMs - searchMs))]),
      ]),
    )
    // Requests that wait for their owner's decision, or whose brokerage does not respond, do not block the others.
    .orderBy('searched_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .limit(most)
    .execute()
  await runRows(services, 'settle-request', open, {
    describe: ({ id, owner_id: ownerId, number }) => ({
      id,
      ownerId,
      name: `An order in account ${maskNumber(number)} whose answer is missing`,
    }),
    work: settleOne,
  })
  return open.length

  async function settleOne({ account_id, id }: { readonly account_id: string; readonly id: string }): Promise<void> {
    await db
      .updateTable('order_request')
      .set({ searched_at: new Date(nowMs) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute()
    try {
      const account = await tradedAccountOf(db, account_id)
      if (account) await tell(services, account, await settleRequest(services, account, id))
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
      log.warn({ err: error, accountId: account_id, orderRequest: id }, 'an order request could not be settled yet')
    }
  }
}
