// What an order still filled between our look at it and the end that its replacement put to it. The wire's replacement is for a quantity
// of its own, so that much is taken off the new order. It is written down when that is done: whoever dies before is followed by the job.
import { Refusal } from '@clubfolio/contract'
import { codeWords, isOverOrder, maskNumber, sideOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import { raiseAlert } from '../alert/write-alert.ts'
import { isResting, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { sendCancellation } from './cancel-order.ts'
import { lookAtOrder } from './look-at-order.ts'
import type { Asker, OrderRequest } from './order-request.ts'
import { submitOrder } from './submit-order.ts'
import { tradedAccountOf, type TradedAccount } from './traded-account.ts'

/** The new order may fill while it is made smaller; after that many tries the job goes on. */
const tries = 5
/** So long the call that asked for the replacement settles it itself. */
const ownMs = 10_000
const requestsPerTurn = 200

export interface SettledOverlap {
  /** The request whose order works now. */
  readonly last: OrderRequest
  /** What has to be said of it; empty when the old order filled no more than was known. */
  readonly words: readonly string[]
}

/** Of a placed replacement. A brokerage that cannot be asked right now leaves it to the job. */
export async function settleOverlap(services: Services, account: TradedAccount, request: OrderRequest, asker: Asker): Promise<SettledOverlap> {
  if (request.replaces_id === null || request.filled_before === null || request.overlap_settled_at !== null) return { last: request, words: [] }
  for (let tried = 1; tried <= tries; tried++) {
    const step = await takeStep(services, account, request, asker)
    if (step !== 'AGAIN') return step
  }
  return { last: request, words: [] }
}

async function takeStep(services: Services, account: TradedAccount, request: OrderRequest, asker: Asker): Promise<SettledOverlap | 'AGAIN'> {
  try {
    if (await isRejected(services, account, request)) return await end(services, account, request, { words: [] })
    const old = await lookAtOrder(services, account, request.replaces_id!)
    // On its way out it can still fill.
    if (!isOverOrder(old.status)) return { last: request, words: [] }
    const more = new Decimal(old.filledQuantity).minus(request.filled_before!)
    return more.isPositive() && !more.isZero() ? await takeOff(services, account, request, more, asker) : await end(services, account, request, { words: [] })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.refusal === 'orderFilledMeanwhile' || error.refusal === 'orderNotOpen' ? 'AGAIN' : { last: request, words: [] }
  }
}

/** Makes the new order smaller by what the old one filled more, cancels it when nothing of it is left, or says that it is too late. */
async function takeOff(services: Services, account: TradedAccount, request: OrderRequest, more: Decimal, asker: Asker): Promise<SettledOverlap> {
  const { draft } = request.plan
  const next = await lookAtOrder(services, account, request.broker_id!)
  const meanwhile = `${more.toFixed()} more were filled while the order was being replaced`
  const wanted = Decimal.max(0, new Decimal(draft.terms.quantity).minus(more))
  const left = wanted.minus(next.filledQuantity)
  if (isOverOrder(next.status)) {
    return end(services, account, request, { words: [`${meanwhile}.`, ...excessWords(left)], isTooMuch: left.isNegative() })
  }
  if (left.isPositive() && !left.isZero()) {
    const smaller = await makeSmaller(services, account, request, { next, left, asker })
    if (smaller !== undefined) {
      const settled = await settleOverlap(services, account, smaller, asker)
      const { words } = await end(services, account, request, { words: [`${meanwhile}, so it is for ${left.toFixed()}.`] })
      return { last: settled.last, words: [...words, ...settled.words] }
    }
  }
  await sendCancellation(services, account, next.brokerId, { actorId: null, requestId: asker.requestId, address: asker.address })
  const side = sideOf(draft.terms.instruction).toLowerCase()
  const after = await lookAtOrder(services, account, next.brokerId)
  const why = left.isPositive() && !left.isZero() ? ' and the brokerage did not take a smaller order' : `, so nothing is left to ${side}`
  const spare = wanted.minus(after.filledQuantity)
  const words = [`${meanwhile}${why}: the new order is cancelled.`, ...excessWords(spare)]
  return end(services, account, request, { words, isTooMuch: spare.isNegative(), isCancelled: true })
}

/** Below zero the new order was filled before it could be made smaller. */
const excessWords = (spare: Decimal): string[] => (spare.isNegative() ? [`By then ${spare.abs().toFixed()} more than you asked for were filled.`] : [])

interface Smaller {
  readonly next: BrokerOrder
  readonly left: Decimal
  readonly asker: Asker
}

/** Undefined when the brokerage takes no such order. */
async function makeSmaller(services: Services, account: TradedAccount, request: OrderRequest, { next, left, asker }: Smaller): Promise<OrderRequest | undefined> {
  const { draft } = request.plan
  const wish = {
    content: { overlapOf: request.id },
    replacesId: next.brokerId,
    filledBefore: next.filledQuantity,
    plan: () => Promise.resolve({ ...request.plan, draft: { ...draft, terms: { ...draft.terms, quantity: left.toFixed() } } }),
  }
  try {
    const placed = await submitOrder(services, account, wish, { ...asker, requestKey: `overlap ${request.id} ${next.filledQuantity}` })
    return (await isRejected(services, account, placed)) ? undefined : placed
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'orderRefused') return undefined
    throw error
  }
}

/** The brokerage keeps what it rejects as an order of its own, and the one that it should replace goes on. */
async function isRejected({ db }: Services, account: TradedAccount, { broker_id: id }: OrderRequest): Promise<boolean> {
  const order = await db.selectFrom('broker_order').select('status').where('account_id', '=', account.id).where('broker_id', '=', id).executeTakeFirst()
  return order?.status === 'REJECTED'
}

interface OverlapEnd {
  readonly words: readonly string[]
  /** More was filled than was asked for. */
  readonly isTooMuch?: boolean
  readonly isCancelled?: boolean
}

async function end(services: Services, account: TradedAccount, request: OrderRequest, { words, isTooMuch = false, isCancelled = false }: OverlapEnd): Promise<SettledOverlap> {
  return inTransaction(services.db, async (trx) => {
    const last = await trx
      .updateTable('order_request')
      .set({ overlap_settled_at: new Date(services.clock.nowMs()) })
      .where('account_id', '=', account.id)
      .where('id', '=', request.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (words.length > 0) await tell(trx, services, account, request, { text: words.join(' '), isTooMuch })
    if (isCancelled) await tellUnprotected(trx, services, account, request)
    return { last, words }
  })
}

async function tell(trx: Trx, { clock }: Services, account: TradedAccount, request: OrderRequest, { text, isTooMuch }: { readonly text: string; readonly isTooMuch: boolean }): Promise<void> {
  const subject = `${codeWords(request.plan.draft.terms.symbol)} in account ${maskNumber(account.number)}`
  await recordNotification(trx, clock, {
    userId: account.owner_id, key: `order.overlap ${account.id} ${request.id}`, link: '/order', text: `${subject}: ${text}`,
    ...(isTooMuch ? { kind: 'ORDER_OVERFILLED', title: 'More filled than asked for' } : { kind: 'ORDER_FILLED', title: 'Filled while it was changed' }),
  })
}

/** The stop loss went with the order that was cancelled; what the old one filled has none. */
async function tellUnprotected(trx: Trx, { clock }: Services, account: TradedAccount, { id, plan, replaces_id: oldId }: OrderRequest): Promise<void> {
  if (plan.draft.child === null) return
  const old = await trx.selectFrom('broker_order').select('filled_quantity').where('account_id', '=', account.id).where('broker_id', '=', oldId).executeTakeFirst()
  const name = codeWords(plan.draft.terms.symbol)
  const text = `${old?.filled_quantity ?? ''} ${name} in account ${maskNumber(account.number)} were filled while the entry was being replaced. Nothing of it is left to fill, so it is cancelled with its stop loss, and they have no stop.`
  const told = { userId: account.owner_id, key: `order.unprotected ${account.id} ${id}`, kind: 'ORDER_UNPROTECTED', text, link: '/operation' } as const
  await recordNotification(trx, clock, { ...told, title: 'Position without a stop' })
  await raiseAlert(trx, clock, { ...told, severity: 'CRITICAL', title: `${name} has no stop` })
}

/** Settles what a call could not: its process died, its answer was lost, or the brokerage did not say yet. */
export async function settleOverlaps(services: Services): Promise<number> {
  const { db, clock } = services
  const open = await db
    .selectFrom('order_request')
    .selectAll()
    .where((eb) => eb.not(isResting('settle-overlap', sql`order_request.id::text`, clock)))
    .where('kind', '=', 'REPLACE')
    .where('state', '=', 'PLACED')
    .where('overlap_settled_at', 'is', null)
    .where('settled_at', '<=', new Date(clock.nowMs() - ownMs))
    .orderBy('settled_at', 'desc')
    .limit(requestsPerTurn)
    .execute()
  const owners = open.length === 0 ? [] : await db.selectFrom('account').select(['id', 'owner_id']).where('id', 'in', open.map(({ account_id }) => account_id)).execute()
  await runRows(services, 'settle-overlap', open, {
    describe: ({ id, account_id: accountId, plan }) => ({ id, ownerId: owners.find((account) => account.id === accountId)?.owner_id ?? null, name: `The replaced order in ${plan.draft?.terms?.symbol ?? 'your account'}` }),
    work: settleOne,
  })
  return open.length

  async function settleOne(request: OrderRequest): Promise<void> {
    try {
      const account = await tradedAccountOf(db, request.account_id)
      if (account) await settleOverlap(services, account, request, { requestKey: request.id, requestId: request.id, address: '' })
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof BrokerFailure)) throw error
    }
  }
}
