// Submits one intent to the brokerage as exactly one order, whatever dies on the way: first the request is recorded and
// committed, then the existing orders are listed and committed, then the order is sent once, linked by the broker's id
// and read back. After a lost response the order is searched for, never sent again.
import { Refusal } from '@clubfolio/contract'
import { Decimal } from 'decimal.js'
import { BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { brokerRefusalOf } from '../account/broker-refusal.ts'
import { readAfterFill } from '../account-reading/read-after-fill.ts'
import { flattenOrders } from '../broker-order/flatten-orders.ts'
import { applyBrokerOrders } from '../broker-order/apply-broker-orders.ts'
import { maskedAccount } from '../account/account-name.ts'
import { storeReadOrders } from './store-read-orders.ts'
import { readWithTree } from './look-at-order.ts'
import { draftToSend } from './exit-holder.ts'
import { isOrderOf } from './match-order.ts'
import { idsOf, listRecentOrders, type OrderList } from './order-list.ts'
import {
  type Requester,
  claimForSending,
  endAttempt,
  findRequest,
  isYoung,
  type OrderRequest,
  type OrderIntent,
  referenceOf,
  recordAgain,
  recordRequest,
  reopenAttempt,
  writeKnownIds,
} from './order-request.ts'
import { describeOrder } from './order-words.ts'
import { settleRequest } from './settle-request.ts'
import { accessOf, requireEnabled, type TradedAccount } from './traded-account.ts'

/** How long to wait while another order of the account is being sent; that takes at most the time of one call. */
const turnMs = 12_000
const turnPauseMs = 150
/** Less than the time after which a silent request is considered dead (`settle-request.ts`), counted from its claim. */
const sendWithinMs = 15_000
const tooLate = 'It could not be sent in time.'
/** Number of searches after a lost response before the caller is told that the outcome is not known yet. */
const searches = 3
const searchPauseMs = 500
const anyPart = new Decimal(Infinity)

/** Returns the request once it is PLACED; every other outcome is thrown as a refusal. */
export async function submitOrder(
  services: Services,
  account: TradedAccount,
  wish: OrderIntent,
  asker: Requester,
): Promise<OrderRequest> {
  let request = await recordRequest(services, account, wish, asker)
  if (!account.is_active) return answerWhileDisabled(account, request)
  if (request.state === 'SENDING') request = await awaitOtherSender(services, account, request)
  if (request.state === 'SENDING' || request.state === 'UNKNOWN') request = await settle(services, account, request)
  const isLeft =
    request.state === 'NOT_PLACED' || (request.state === 'NEW' && !isYoung(request, services.clock.nowMs()))
  if (isLeft) request = await recordAgain(services, account, request, wish)
  // A copy of the same call may have been faster.
  if (request.state === 'SENDING')
    request = await settle(services, account, await awaitOtherSender(services, account, request))
  if (request.state === 'NEW') request = await send(services, account, request)
  return answerFor(request)
}

function answerFor(request: OrderRequest): OrderRequest {
  if (request.state === 'PLACED') return request
  if (request.state === 'REFUSED') throw new Refusal('orderRefused', { reason: request.reason ?? '' })
  if (request.state === 'NOT_PLACED') throw new Refusal('orderNotPlaced', { reason: request.reason ?? '' })
  if (request.state === 'WITHDRAWN') throw new Refusal('requestWithdrawn')
  throw new Refusal(request.state === 'SENDING' ? 'requestInFlight' : 'orderUnknown')
}

/** Nothing is sent or read for a disabled account; what became of the request before is its answer. */
function answerWhileDisabled(account: TradedAccount, request: OrderRequest): OrderRequest {
  if (request.state === 'NEW' || request.state === 'NOT_PLACED') requireEnabled(account)
  return answerFor(request)
}

async function send(services: Services, account: TradedAccount, waiting: OrderRequest): Promise<OrderRequest> {
  const request = await claimTurn(services, account, waiting)
  if (request === undefined) return settle(services, account, await awaitOtherSender(services, account, waiting))
  const end = async (ending: Parameters<typeof endAttempt>[3]): Promise<OrderRequest> => {
    await endAttempt(services.db, services.clock.nowMs(), request, ending)
    return findRequest(services.db, account.id, request.id)
  }
  let known: readonly string[]
  try {
    const list = await listRecentOrders(services, account, { replacesId: request.replaces_id })
    known = idsOf(list.orders)
    await refuseFillMeanwhile(services, account, request, list)
    if (!(await writeKnownIds(services, request, known, list.fromMs)))
      return await findRequest(services.db, account.id, request.id)
  } catch (error) {
    if (!(error instanceof BrokerFailure) && !(error instanceof Refusal)) throw error
    await end({ state: 'NOT_PLACED', reason: error.message })
    throw error instanceof Refusal ? error : brokerRefusalOf(error, account.number)
  }
  // A process that stalled must not send what was abandoned meanwhile.
  if (services.clock.nowMs() - request.sent_at!.getTime() > sendWithinMs) {
    const late = await end({ state: 'NOT_PLACED', reason: tooLate })
    throw new Refusal('orderNotPlaced', { reason: late.reason ?? tooLate })
  }
  const broker = services.brokers.brokerOf(account)
  const access = accessOf(services, account)
  const sent =
    request.replaces_id === null
      ? await broker.placeOrder(access, account.hash_value, draftToSend(request.plan), referenceOf(request))
      : await broker.replaceOrder(access, account.hash_value, {
          brokerId: request.replaces_id,
          draft: draftToSend(request.plan),
          reference: referenceOf(request),
        })
  await reopenAbandoned(services, account, request)
  if (sent.outcome === 'REFUSED') return end({ state: 'REFUSED', reason: sent.reason })
  if (sent.outcome === 'NOT_SENT') {
    await end({ state: 'NOT_PLACED', reason: sent.failure.message })
    throw brokerRefusalOf(sent.failure, account.number)
  }
  if (sent.outcome === 'TAKEN' && sent.brokerId !== null && !known.includes(sent.brokerId)) {
    const startedMs = services.clock.nowMs()
    const read = await readBack(services, account, request, sent.brokerId)
    if (read !== undefined) return placed(services, account, request, { brokerId: sent.brokerId, read, startedMs })
  }
  return settle(
    services,
    account,
    await end({ state: 'UNKNOWN', reason: 'The answer of the brokerage was lost.', candidateIds: [] }),
  )
}

/**
 * Reopens a request that was reported as not placed. A process that stalled between our record and its call has sent
 * the order anyway: it counts as sent again, and the owner is notified.
 */
async function reopenAbandoned({ db, clock }: Services, account: TradedAccount, request: OrderRequest): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await reopenAttempt(trx, request))) return
    await recordNotification(trx, clock, {
      userId: account.owner_id,
      kind: 'ORDER_NOT_PLACED',
      key: `order.sent-late ${request.id} ${request.attempts}`,
      title: 'An order was sent after all',
      link: '/order',
      text:
        `The order to ${describeOrder(request.plan.draft)} in account ${maskedAccount(account)} was reported ` +
        'as not placed, but it was sent late. Look at your orders before you place it again.',
    })
  })
}

/**
 * Checks the filled quantity in the account's turn, right before the replacement is sent: the replacement was made for
 * exactly this quantity.
 */
async function refuseFillMeanwhile(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  list: OrderList,
): Promise<void> {
  const { replaces_id: oldId, filled_before: expected } = request
  if (oldId === null || expected === null) return
  const listed = flattenOrders(list.orders).find(({ order }) => order.brokerId === oldId)?.order
  const { order: old, roots } = listed
    ? { order: listed, roots: list.orders }
    : await readWithTree(services, account, oldId)
  if (new Decimal(old.filledQuantity).equals(expected)) return
  await storeReadOrders(services, account.id, { orders: roots, startedMs: list.startedMs })
  refuseOtherFill(old, expected)
}

/** Throws `orderFilledMeanwhile` when the order's filled quantity differs from the one a change was made for. */
export function refuseOtherFill({ filledQuantity: filled, quantity }: BrokerOrder, expected: string): void {
  if (!new Decimal(filled).equals(expected))
    throw new Refusal('orderFilledMeanwhile', {
      filled,
      quantity: quantity ?? '',
      expected: new Decimal(expected).toFixed(),
    })
}

/**
 * Returns the new order and, for a replacement, the old one, as they read now; empty when they cannot be read.
 * Undefined when the order is not ours.
 */
async function readBack(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  brokerId: string,
): Promise<readonly BrokerOrder[] | undefined> {
  const broker = services.brokers.brokerOf(account)
  const access = accessOf(services, account)
  try {
    const order = await broker.readOrder(access, account.hash_value, brokerId)
    // The brokerage named it in its answer, so a part may have been taken off it already, whatever explains that.
    if (!isOrderOf(draftToSend(request.plan), order, anyPart)) return undefined
    if (request.replaces_id === null) return [order]
    // The old order's tree comes first: a new order that is a child keeps its place in it.
    return [...(await readWithTree(services, account, request.replaces_id)).roots, order]
  } catch (error) {
    if (error instanceof BrokerFailure) return []
    throw error
  }
}

interface Placed {
  readonly brokerId: string
  readonly read: readonly BrokerOrder[]
  readonly startedMs: number
}

/**
 * Records the placed order in one transaction, so that the old order shows as replaced as soon as the new one exists.
 */
async function placed(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  { brokerId, read, startedMs }: Placed,
): Promise<OrderRequest> {
  const { db, clock } = services
  const isFilled = await inTransaction(db, async (trx) => {
    const hasFills = await applyBrokerOrders(trx, clock, {
      accountId: account.id,
      roots: read,
      readMs: startedMs,
      options: { isJustPlaced: true },
    })
    await endAttempt(trx, clock.nowMs(), request, { state: 'PLACED', brokerId })
    return hasFills
  })
  if (isFilled) await readAfterFill(services, account.id)
  return findRequest(db, account.id, request.id)
}

/** Searches for the outcome a few times; if the brokerage does not respond, it stays unknown. */
async function settle(services: Services, account: TradedAccount, before: OrderRequest): Promise<OrderRequest> {
  let request = before
  for (let search = 1; search <= searches; search++) {
    if (search > 1) await services.pause(searchPauseMs)
    try {
      request = await settleRequest(services, account, request.id)
    } catch (error) {
      if (!(error instanceof BrokerFailure)) throw error
    }
    if (request.state !== 'UNKNOWN' || request.candidate_ids !== null) break
  }
  return request
}

/**
 * Waits until no other order of the account is being sent, and returns the request, claimed by this call alone;
 * undefined when a copy of the same call has claimed it. A request that died while sending is settled first.
 */
async function claimTurn(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
): Promise<OrderRequest | undefined> {
  const untilMs = performance.now() + turnMs
  for (;;) {
    await refuseEqualUnknown(services, account, request)
    const claimed = await claimForSending(services, request)
    if (claimed) return claimed
    const now = await findRequest(services.db, account.id, request.id)
    if (now.state !== 'NEW') return undefined
    const other = await services.db
      .selectFrom('order_request')
      .select('id')
      .where('account_id', '=', account.id)
      .where('state', '=', 'SENDING')
      .executeTakeFirst()
    if (other) await settleRequest(services, account, other.id).catch(ignoreBroker)
    if (performance.now() >= untilMs) throw new Refusal('orderInProgress')
    await services.pause(turnPauseMs)
  }
}

/** Waits until the faster copy of the call has finished sending, or the time is up, and returns the request. */
async function awaitOtherSender(
  services: Services,
  account: TradedAccount,
  waiting: OrderRequest,
): Promise<OrderRequest> {
  const untilMs = performance.now() + turnMs
  for (;;) {
    const now = await findRequest(services.db, account.id, waiting.id)
    if (now.state !== 'SENDING' || performance.now() >= untilMs) return now
    await services.pause(turnPauseMs)
  }
}

/**
 * Refuses the request while an equal order is still being searched for: sending another would make the two
 * indistinguishable.
 */
async function refuseEqualUnknown(services: Services, account: TradedAccount, request: OrderRequest): Promise<void> {
  const unknown = await services.db
    .selectFrom('order_request')
    .select(['id', 'plan'])
    .where('account_id', '=', account.id)
    .where('state', '=', 'UNKNOWN')
    .where('id', '!=', request.id)
    .execute()
  for (const twin of unknown) {
    if (JSON.stringify(draftToSend(twin.plan)) !== JSON.stringify(draftToSend(request.plan))) continue
    const settled = await settleRequest(services, account, twin.id).catch(ignoreBroker)
    if (settled === undefined || settled.state === 'UNKNOWN') throw new Refusal('orderTwinUnknown')
  }
}

function ignoreBroker(error: unknown): undefined {
  if (error instanceof BrokerFailure) return undefined
  throw error
}
