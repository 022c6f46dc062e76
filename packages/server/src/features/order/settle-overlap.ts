// Handles what an order filled between our read of it and the moment its replacement ended it. A replacement on the
// wire has its own quantity, so the overlap is subtracted from the new order, unless the brokerage has done so. The
// settlement is recorded when done: if the process dies before that, the job completes it.
import { Refusal } from '@clubfolio/contract'
import {
  codeOfDraft,
  formatCode,
  formatQuantity,
  isOverOrder,
  type OrderDraft,
  protectionOf,
  quantityOfDraft,
  sideOf,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import { raiseAlert } from '../alert/write-alert.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { maskedAccount } from '../account/account-name.ts'
import { sendCancellation } from './cancel-order.ts'
import { lookAtOrder } from './look-at-order.ts'
import type { Requester, OrderRequest } from './order-request.ts'
import { submitOrder } from './submit-order.ts'
import { tradedAccountOf, type TradedAccount } from './traded-account.ts'

/** The new order may fill while it is being reduced; after this many tries the job continues. */
const tries = 5
/** For this long, the call that requested the replacement settles it itself. */
const ownMs = 10_000
const requestsPerTurn = 200

export interface SettledOverlap {
  /** The request whose order is working now. */
  readonly last: OrderRequest
  /** The messages for the user; empty when the old order filled no more than was known. */
  readonly words: readonly string[]
}

/** Settles a placed replacement. If the brokerage cannot be reached, the job settles it later. */
export async function settleOverlap(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  asker: Requester,
): Promise<SettledOverlap> {
  const { replaces_id: replacesId, filled_before: filledBefore, overlap_settled_at: settledAt } = request
  if (replacesId === null || filledBefore === null || settledAt !== null || !account.is_active)
    return { last: request, words: [] }
  for (let tried = 1; tried <= tries; tried++) {
    const step = await takeStep(services, account, request, asker)
    if (step !== 'AGAIN') return step
  }
  return { last: request, words: [] }
}

async function takeStep(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  asker: Requester,
): Promise<SettledOverlap | 'AGAIN'> {
  try {
    if (await isRejected(services, account, request)) return await end(services, account, request, { words: [] })
    const old =
      (await findOver(services, account, request)) ?? (await lookAtOrder(services, account, request.replaces_id!))
    // It can still fill while it is being replaced.
    if (!isOverOrder(old.status)) return { last: request, words: [] }
    const more = new Decimal(old.filledQuantity).minus(request.filled_before!)
    return more.isPositive() && !more.isZero()
      ? await subtractOverlap(services, account, { request, more, asker })
      : await end(services, account, request, { words: [] })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.refusal === 'orderFilledMeanwhile' || error.refusal === 'orderNotOpen'
      ? 'AGAIN'
      : { last: request, words: [] }
  }
}

/**
 * Returns the replaced order from our copy once it is over there: it was read back with its replacement, and an order
 * that is over fills no more.
 */
async function findOver(
  { db }: Services,
  account: TradedAccount,
  { replaces_id: oldId }: OrderRequest,
): Promise<Pick<BrokerOrder, 'status' | 'filledQuantity'> | undefined> {
  const old = await db
    .selectFrom('broker_order')
    .select(['status', 'filled_quantity as filledQuantity'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', oldId)
    .executeTakeFirst()
  return old !== undefined && isOverOrder(old.status) ? old : undefined
}

interface SubtractOverlapOptions {
  readonly request: OrderRequest
  readonly more: Decimal
  readonly asker: Requester
}

/**
 * Reduces the new order by the extra quantity that the old one filled, cancels it when nothing of it is left, or
 * reports that it is too late.
 */
async function subtractOverlap(
  services: Services,
  account: TradedAccount,
  { request, more, asker }: SubtractOverlapOptions,
): Promise<SettledOverlap> {
  const { draft } = request.plan
  await endWatch(services, request)
  const next = await lookAtOrder(services, account, request.broker_id!)
  const meanwhile = `${formatQuantity(more.toFixed())} more were filled while the order was being replaced`
  const isCounted = services.brokers.brokerOf(account).replacementsCountFills === true
  const wanted = wantedOf(draft, next, { more, isCounted })
  const left = wanted.minus(next.filledQuantity)
  if (isOverOrder(next.status)) {
    return end(services, account, request, {
      words: [`${meanwhile}.`, ...excessWords(left)],
      isTooMuch: left.isNegative(),
    })
  }
  if (isCounted && next.quantity !== null && wanted.equals(next.quantity))
    return end(services, account, request, {
      words: [`${meanwhile}, so it is for ${formatQuantity(left.toFixed())}.`],
    })
  if (left.isPositive() && !left.isZero()) {
    const smaller = await makeSmaller(services, account, request, { next, left, asker })
    if (smaller !== undefined) {
      const settled = await settleOverlap(services, account, smaller, asker)
      const { words } = await end(services, account, request, {
        words: [`${meanwhile}, so it is for ${formatQuantity(left.toFixed())}.`],
      })
      return { last: settled.last, words: [...words, ...settled.words] }
    }
  }
  await sendCancellation(services, account, next.brokerId, {
    actorId: null,
    requestId: asker.requestId,
    address: asker.address,
  })
  const side = draft.kind === 'ENTRY' ? sideOf(draft.terms.instruction).toLowerCase() : 'trade'
  const after = await lookAtOrder(services, account, next.brokerId)
  const why =
    left.isPositive() && !left.isZero()
      ? ' and the brokerage did not take a smaller order'
      : `, so nothing is left to ${side}`
  const spare = wanted.minus(after.filledQuantity)
  const words = [`${meanwhile}${why}: the new order is cancelled.`, ...excessWords(spare)]
  return end(services, account, request, { words, isTooMuch: spare.isNegative(), isCancelled: true })
}

/** The cancel price ends with the first share, and what the old order filled has its stop in the new one. */
async function endWatch({ db }: Services, { account_id: accountId, id }: OrderRequest): Promise<void> {
  await db
    .updateTable('order_watch')
    .set({ state: 'OVER' })
    .where('account_id', '=', accountId)
    .where('request_id', '=', id)
    .where('state', 'in', ['WATCHING', 'TOUCHED'])
    .execute()
}

interface Overlap {
  readonly more: Decimal
  /** The brokerage may have taken `more` off the new order already. */
  readonly isCounted: boolean
}

/**
 * Returns what the new order should trade after the old one traded `more`. In a pair it may already be for less than it
 * was sent for, because the other order of the pair has traded meanwhile. Example: sent for 50, now for 30, 5 more by
 * the old order: 25. Where the brokerage counts fills itself: sent for 50, now for 45, 5 more by the old order: 45.
 */
export function wantedOf(
  draft: OrderDraft,
  { quantity }: Pick<BrokerOrder, 'quantity'>,
  { more, isCounted }: Overlap,
): Decimal {
  const asked = quantityOfDraft(draft)
  const now = quantity ?? asked
  const wanted = isCounted ? Decimal.min(new Decimal(asked).minus(more), now) : Decimal.min(asked, now).minus(more)
  return Decimal.max(0, wanted)
}

/** Below zero: the new order was filled before it could be reduced. */
const excessWords = (spare: Decimal): string[] =>
  spare.isNegative() ? [`By then ${formatQuantity(spare.abs().toFixed())} more than you asked for were filled.`] : []

function withQuantity(draft: OrderDraft, quantity: string): OrderDraft {
  switch (draft.kind) {
    case 'ENTRY':
      return { ...draft, terms: { ...draft.terms, quantity } }
    case 'PAIR':
      return {
        ...draft,
        orders: [
          { ...draft.orders[0], quantity },
          { ...draft.orders[1], quantity },
        ],
      }
    case 'LEGS':
      return { ...draft, quantity }
  }
}

interface Smaller {
  readonly next: BrokerOrder
  readonly left: Decimal
  readonly asker: Requester
}

/** Replaces the new order by a smaller one; returns undefined when the brokerage does not accept it. */
async function makeSmaller(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  { next, left, asker }: Smaller,
): Promise<OrderRequest | undefined> {
  const { draft } = request.plan
  const wish = {
    content: { overlapOf: request.id },
    replacesId: next.brokerId,
    filledBefore: next.filledQuantity,
    plan: () => Promise.resolve({ ...request.plan, draft: withQuantity(draft, left.toFixed()), cancelPrice: null }),
  }
  try {
    const placed = await submitOrder(services, account, wish, {
      ...asker,
      requestKey: `overlap ${request.id} ${next.filledQuantity}`,
    })
    return (await isRejected(services, account, placed)) ? undefined : placed
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'orderRefused') return undefined
    throw error
  }
}

/**
 * Returns whether the replacement was rejected. The brokerage keeps a rejected replacement as a separate order, and the
 * order it should have replaced continues.
 */
async function isRejected({ db }: Services, account: TradedAccount, { broker_id: id }: OrderRequest): Promise<boolean> {
  const order = await db
    .selectFrom('broker_order')
    .select('status')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', id)
    .executeTakeFirst()
  return order?.status === 'REJECTED'
}

interface OverlapEnd {
  readonly words: readonly string[]
  /** True if more was filled than requested. */
  readonly isTooMuch?: boolean
  readonly isCancelled?: boolean
}

async function end(
  services: Services,
  account: TradedAccount,
  request: OrderRequest,
  { words, isTooMuch = false, isCancelled = false }: OverlapEnd,
): Promise<SettledOverlap> {
  return inTransaction(services.db, async (trx) => {
    const last = await trx
      .updateTable('order_request')
      .set({ overlap_settled_at: new Date(services.clock.nowMs()) })
      .where('account_id', '=', account.id)
      .where('id', '=', request.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (words.length > 0) await notifyOwner(trx, services, { account, request, text: words.join(' '), isTooMuch })
    if (isCancelled) await tellUnprotected(trx, services, account, request)
    return { last, words }
  })
}

interface OverfillNews {
  readonly account: TradedAccount
  readonly request: OrderRequest
  readonly text: string
  readonly isTooMuch: boolean
}

async function notifyOwner(
  trx: Trx,
  { clock }: Services,
  { account, request, text, isTooMuch }: OverfillNews,
): Promise<void> {
  const subject = `${formatCode(codeOfDraft(request.plan.draft))} in account ${maskedAccount(account)}`
  await recordNotification(trx, clock, {
    userId: account.owner_id,
    key: `order.overlap ${account.id} ${request.id}`,
    link: '/order',
    text: `${subject}: ${text}`,
    ...(isTooMuch
      ? { kind: 'ORDER_OVERFILLED', title: 'More filled than asked for' }
      : { kind: 'ORDER_FILLED', title: 'Filled while it was changed' }),
  })
}

/**
 * Reports the position without a stop: the stop loss ended with the cancelled order, so the quantity filled by the old
 * one has none.
 */
async function tellUnprotected(
  trx: Trx,
  { clock }: Services,
  account: TradedAccount,
  { id, plan, replaces_id: oldId }: OrderRequest,
): Promise<void> {
  // Exits that we hold stay responsible for what their own entry filled.
  if (plan.exitHolder === 'SERVER') return
  if (plan.draft.kind !== 'ENTRY' || protectionOf(plan.draft.exits) === null) return
  const old = await trx
    .selectFrom('broker_order')
    .select('filled_quantity')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', oldId)
    .executeTakeFirst()
  const name = formatCode(plan.draft.terms.symbol)
  const filled = old === undefined ? '' : formatQuantity(old.filled_quantity)
  const text =
    `${filled} ${name} in account ${maskedAccount(account)} were filled while the entry ` +
    'was being replaced. Nothing of it is left to fill, so it is cancelled with its stop loss, and they have no ' +
    'stop.'
  const told = {
    userId: account.owner_id,
    key: `order.unprotected ${account.id} ${id}`,
    kind: 'ORDER_UNPROTECTED',
    text,
    link: '/operation',
  } as const
  // The rest of the position may be covered by another stop.
  const title = `${filled} ${name} without a stop`
  await recordNotification(trx, clock, { ...told, title })
  await raiseAlert(trx, clock, { ...told, severity: 'CRITICAL', title })
}

/**
 * Settles the overlaps that calls could not: the process died, the response was lost, or the brokerage had not reported
 * the end yet.
 */
export async function settleOverlaps(services: Services): Promise<number> {
  const { db, clock } = services
  const open = await db
    .selectFrom('order_request')
    .selectAll()
    .where((eb) => eb.not(isBackingOff('settle-overlap', sql`order_request.id::text`, clock)))
    .where('kind', '=', 'REPLACE')
    .where('state', '=', 'PLACED')
    .where('overlap_settled_at', 'is', null)
    .where('settled_at', '<=', new Date(clock.nowMs() - ownMs))
    .orderBy('settled_at', 'desc')
    .limit(requestsPerTurn)
    .execute()
  const owners =
    open.length === 0
      ? []
      : await db
          .selectFrom('account')
          .select(['id', 'owner_id'])
          .where(
            'id',
            'in',
            open.map(({ account_id }) => account_id),
          )
          .execute()
  await runRows(services, 'settle-overlap', open, {
    describe: ({ id, account_id: accountId, plan }) => ({
      id,
      ownerId: owners.find((account) => account.id === accountId)?.owner_id ?? null,
      name: `The replaced order in ${(plan.draft && codeOfDraft(plan.draft)) ?? 'your account'}`,
    }),
    work: settleOne,
  })
  return open.length

  async function settleOne(request: OrderRequest): Promise<void> {
    try {
      const account = await tradedAccountOf(db, request.account_id)
      if (account)
        await settleOverlap(services, account, request, { requestKey: request.id, requestId: request.id, address: '' })
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof BrokerFailure)) throw error
    }
  }
}
