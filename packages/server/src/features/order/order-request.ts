// Our own record of each order requested from the brokerage. It is committed before anything is sent, and it makes one
// intent exactly one order: the key is the caller's, and every state transition names the state it starts from.
import { createHash } from 'node:crypto'
import { Refusal } from '@clubfolio/contract'
import { sideOf } from '@clubfolio/domain'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { OrderPlan } from '../../db/tables/order-tables.ts'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import { findKey, lockKey } from '../../kernel/request-key.ts'
import type { Trx } from '../../kernel/transaction.ts'
import { violatedUnique } from '../../kernel/unique-refusal.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { holdLimits } from './hold-limits.ts'
import { recordHeldExits } from './record-held-exits.ts'
import { requireTradable, type TradedAccount } from './traded-account.ts'

export type OrderRequest = Selectable<Tables['order_request']>

/**
 * Our reference of the order at a brokerage that keeps them. It is the same for every attempt: an attempt that was
 * abandoned and arrives late is then the only order there is.
 */
export const referenceOf = ({ id }: Pick<OrderRequest, 'id'>): string => id

export interface OrderIntent {
  /** What the caller sent: the same key with other content is refused. */
  readonly content: unknown
  /** The broker's id of the order that this one replaces. */
  readonly replacesId: string | null
  /** The filled quantity of that order, as far as the caller knows. */
  readonly filledBefore?: string
  /**
   * Plans the order, judges it and asks its questions. Not called again for a key whose order was sent, as positions
   * may have changed.
   */
  readonly plan: () => Promise<OrderPlan>
  /** The request of the divided entry that this is the rest of: the limits have allowed it already. */
  readonly restOf?: string
  /**
   * Throws what can only be checked in the transaction that records the request; absent for requests of the server
   * itself, which ask nothing.
   */
  readonly ask?: (trx: Trx, plan: OrderPlan) => Promise<void>
}

/** The caller's idempotency key and origin; a request of the server itself has no user behind it. */
export type Requester = Pick<Caller, 'requestKey' | 'requestId' | 'address'>

/**
 * Records the request as NEW, or returns the existing one when its key was used before. Throws `requestKeyReused` for
 * the same key with other content, and `accountDisabled` for a new key.
 */
export async function recordRequest(
  services: Services,
  account: TradedAccount,
  wish: OrderIntent,
  asker: Requester,
): Promise<OrderRequest> {
  const { db, clock } = services
  const id = newId(clock)
  const key = asker.requestKey ?? id
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([wish.replacesId, wish.content]))
    .digest()
  const earlier = await findByKey(db, account.id, key, bodyHash)
  if (earlier) return earlier
  await requireTradable(db, account)
  const plan = await wish.plan()
  const market = await accountMarketTime(db, clock, account.market_source)
  const order = { draft: plan.draft, requestId: null, replacesId: wish.replacesId, restOf: wish.restOf }
  return holdLimits(services, account, order, async (trx, judge) => {
    if (asker.requestKey !== undefined) await refuseWithdrawn(trx, account.owner_id, asker.requestKey)
    await wish.ask?.(trx, plan)
    // A copy of the same request that was slightly faster takes no second share of the limits.
    const copy = await findByKey(trx, account.id, key, bodyHash)
    if (copy) return copy
    const judgedPrice = await judge(trx)
    const written = await trx
      .insertInto('order_request')
      .values({
        account_id: account.id,
        id,
        kind: wish.replacesId === null ? 'PLACE' : 'REPLACE',
        request_key: key,
        body_hash: bodyHash,
        plan: JSON.stringify(plan),
        replaces_id: wish.replacesId,
        filled_before: wish.filledBefore ?? null,
        overlap_settled_at: null,
        state: 'NEW',
        known_ids: null,
        listed_from: null,
        broker_id: null,
        candidate_ids: null,
        reason: null,
        judged_price: judgedPrice,
        created_at: new Date(clock.nowMs()),
        sent_at: null,
        settled_at: null,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'request_key']).doNothing())
      .returningAll()
      .executeTakeFirst()
    // A copy of the same request was slightly faster.
    if (!written) return (await findByKey(trx, account.id, key, bodyHash))!
    await watchCancelPrice(trx, account.id, {
      requestId: id,
      orderPlan: plan,
      marketNow: new Date(market.nowMs),
      now: new Date(clock.nowMs()),
    })
    await recordHeldExits(trx, { accountId: account.id, requestId: id, plan, now: new Date(clock.nowMs()) })
    await writeAudit(trx, clock, {
      actorId: account.owner_id,
      action: wish.replacesId === null ? 'order.place' : 'order.replace',
      objectType: 'account',
      objectId: account.id,
      after: { request: id, replacesId: wish.replacesId, ...plan },
      requestId: asker.requestId,
      address: asker.address,
    })
    return written
  })
}

/**
 * Refuses a withdrawn key: its owner may have asked for the request's outcome before it arrived here, and was told that
 * it will never be sent.
 */
async function refuseWithdrawn(trx: Trx, ownerId: string, key: string): Promise<void> {
  await lockKey(trx, { ownerId, key })
  if ((await findKey(trx, { ownerId, key }))?.state === 'WITHDRAWN') throw new Refusal('requestWithdrawn')
}

async function findByKey(
  db: Db | Trx,
  accountId: string,
  key: string,
  bodyHash: Buffer,
): Promise<OrderRequest | undefined> {
  const found = await db
    .selectFrom('order_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  if (found && !found.body_hash.equals(bodyHash)) throw new Refusal('requestKeyReused')
  return found
}

interface WatchCancelPriceOptions {
  readonly requestId: string
  readonly orderPlan: OrderPlan
  readonly marketNow: Date
  readonly now: Date
}

async function watchCancelPrice(
  trx: Trx,
  accountId: string,
  { requestId, orderPlan: { draft, cancelPrice }, marketNow, now }: WatchCancelPriceOptions,
): Promise<void> {
  // Only an entry has a cancel price.
  if (cancelPrice === null || draft.kind !== 'ENTRY') return
  await trx
    .insertInto('order_watch')
    .values({
      account_id: accountId,
      request_id: requestId,
      symbol: draft.terms.symbol,
      direction: sideOf(draft.terms.instruction) === 'SELL' ? 'SHORT' : 'LONG',
      cancel_price: cancelPrice,
      state: 'WATCHING',
      looked_until: marketNow,
      touched_price: null,
      claimed_until: null,
      next_at: now,
    })
    .execute()
}

export async function findRequest(db: Db | Trx, accountId: string, id: string): Promise<OrderRequest> {
  return db
    .selectFrom('order_request')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** An older recorded request is no longer about to be sent. */
const youngMs = 20_000

export const isYoung = (request: OrderRequest, nowMs: number): boolean =>
  request.state === 'NEW' && nowMs - request.created_at.getTime() < youngMs

/**
 * Records a request again that was not placed and whose key is used again. Prices, positions and other orders may have
 * changed since, so it is planned, judged and questioned like a new one. If its state has changed meanwhile, the
 * request is returned unchanged.
 */
export async function recordAgain(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  wish: OrderIntent,
): Promise<OrderRequest> {
  const { db, clock } = services
  const plan = await wish.plan()
  const market = await accountMarketTime(db, clock, account.market_source)
  const order = {
    draft: plan.draft,
    requestId: request.id,
    replacesId: request.replaces_id,
    restOf: wish.restOf,
  }
  await holdLimits(services, account, order, async (trx, judge) => {
    await wish.ask?.(trx, plan)
    const judgedPrice = await judge(trx)
    const written = await trx
      .updateTable('order_request')
      .set({
        plan: JSON.stringify(plan),
        judged_price: judgedPrice,
        state: 'NEW',
        known_ids: null,
        candidate_ids: null,
        reason: null,
        created_at: new Date(clock.nowMs()),
        sent_at: null,
        settled_at: null,
      })
      .where('account_id', '=', request.account_id)
      .where('id', '=', request.id)
      .where('state', '=', request.state)
      .where('attempts', '=', request.attempts)
      .executeTakeFirst()
    if (written.numUpdatedRows !== 1n) return
    const now = new Date(clock.nowMs())
    await watchAgain(trx, request, new Date(market.nowMs), now)
    await recordHeldExits(trx, { accountId: account.id, requestId: request.id, plan, now })
  })
  return findRequest(db, request.account_id, request.id)
}

/**
 * Restarts the watch of the cancel price: a touch before the order exists cancels nothing, and a watch that ended with
 * the first attempt resumes.
 */
async function watchAgain(trx: Trx, request: OrderRequest, marketNow: Date, now: Date): Promise<void> {
  await trx
    .updateTable('order_watch')
    .set({ state: 'WATCHING', looked_until: marketNow, touched_price: null, next_at: now })
    .where('account_id', '=', request.account_id)
    .where('request_id', '=', request.id)
    .execute()
}

/**
 * Claims a request for sending; returns undefined while another request of the account is being sent, or when this one
 * must not be sent any more.
 */
export async function claimForSending(
  { db, clock }: Services,
  request: OrderRequest,
): Promise<OrderRequest | undefined> {
  try {
    return await db
      .updateTable('order_request')
      .set({
        state: 'SENDING',
        attempts: sql<number>`attempts + 1`,
        known_ids: null,
        candidate_ids: null,
        reason: null,
        settled_at: null,
        searched_from: null,
        sent_at: new Date(clock.nowMs()),
      })
      .where('account_id', '=', request.account_id)
      .where('id', '=', request.id)
      .where('state', '=', 'NEW')
      .returningAll()
      .executeTakeFirst()
  } catch (error) {
    if (violatedUnique(error) === 'order_request_one_sending') return undefined
    throw error
  }
}

/**
 * Commits the ids of the orders that exist at the broker right before the order is sent. Returns false when the request
 * was settled elsewhere meanwhile.
 */
export async function writeKnownIds(
  { db, clock }: Services,
  request: OrderRequest,
  knownIds: readonly string[],
  listedFromMs: number,
): Promise<boolean> {
  const written = await db
    .updateTable('order_request')
    .set({ known_ids: [...knownIds], listed_from: new Date(listedFromMs), sent_at: new Date(clock.nowMs()) })
    .where('account_id', '=', request.account_id)
    .where('id', '=', request.id)
    .where('state', '=', 'SENDING')
    .where('attempts', '=', request.attempts)
    .executeTakeFirst()
  return written.numUpdatedRows === 1n
}

/**
 * Marks the request as withdrawn because its owner is told that it was not placed: it is never sent again. Returns
 * false when it has progressed meanwhile.
 */
export async function withdrawRequest({ db, clock }: Services, request: OrderRequest): Promise<boolean> {
  const written = await db
    .updateTable('order_request')
    .set({ state: 'WITHDRAWN', settled_at: new Date(clock.nowMs()) })
    .where('account_id', '=', request.account_id)
    .where('id', '=', request.id)
    .where('state', 'in', ['NEW', 'NOT_PLACED'])
    .executeTakeFirst()
  return written.numUpdatedRows === 1n
}

type Ending =
  | { readonly state: 'PLACED'; readonly brokerId: string }
  | { readonly state: 'REFUSED' | 'NOT_PLACED'; readonly reason: string }
  | { readonly state: 'UNKNOWN'; readonly reason: string; readonly candidateIds: readonly string[] }

/** Ends this attempt of a request, if it is still the current one. */
export async function endAttempt(db: Db | Trx, nowMs: number, request: OrderRequest, ending: Ending): Promise<boolean> {
  const written = await db
    .updateTable('order_request')
    .set({
      state: ending.state,
      broker_id: ending.state === 'PLACED' ? ending.brokerId : null,
      candidate_ids: ending.state === 'UNKNOWN' && ending.candidateIds.length > 0 ? [...ending.candidateIds] : null,
      reason: ending.state === 'PLACED' ? null : ending.reason,
      settled_at: ending.state === 'UNKNOWN' ? null : new Date(nowMs),
    })
    .where('account_id', '=', request.account_id)
    .where('id', '=', request.id)
    .where('attempts', '=', request.attempts)
    .where('state', 'in', ['NEW', 'SENDING', 'UNKNOWN'])
    .executeTakeFirst()
  return written.numUpdatedRows === 1n
}

/**
 * Reopens an abandoned attempt that was sent after all: its fate is unknown again. Returns whether it had been
 * abandoned.
 */
export async function reopenAttempt(trx: Trx, request: OrderRequest): Promise<boolean> {
  const written = await trx
    .updateTable('order_request')
    .set({
      state: 'UNKNOWN',
      searched_from: null,
      settled_at: null,
      reason: 'It was sent late; the order is being looked for.',
    })
    .where('account_id', '=', request.account_id)
    .where('id', '=', request.id)
    .where('attempts', '=', request.attempts)
    .where('state', 'in', ['NOT_PLACED', 'WITHDRAWN'])
    .executeTakeFirst()
  return written.numUpdatedRows === 1n
}
