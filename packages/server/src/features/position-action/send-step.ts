// Sends one step of an action: exactly one order, replacement or cancellation, under a key of its own, so that whatever
// dies on the way nothing is sent twice.
import { Refusal } from '@clubfolio/contract'
import { type ActionStep, formatQuantity, isOverOrder } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { BrokerFailure, type BrokerOrder } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { cancelOpenOrder } from '../order/cancel-order.ts'
import { findLastPart, isBetween } from '../order/entry-division.ts'
import { withExitHolder } from '../order/exit-holder.ts'
import { lookAtOrder } from '../order/look-at-order.ts'
import type { Requester } from '../order/order-request.ts'
import { placeHeldExits } from '../order/place-held-exits.ts'
import { settleOverlap } from '../order/settle-overlap.ts'
import { settleRequest } from '../order/settle-request.ts'
import { submitOrder } from '../order/submit-order.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import type { StepRow } from './action-row.ts'
import { isClosingMarket, isMarketOrder } from './judge-action.ts'

/** What became of a step; UNKNOWN while its answer is lost and looked for. */
export type StepOutcome =
  | {
      readonly state: 'DONE' | 'PLACED'
      readonly orderId: string | null
      readonly reason: string | null
      /** What a cancelled exit has closed since the action was planned: so much less for the steps behind it. */
      readonly closed?: Decimal
    }
  | { readonly state: 'FAILED'; readonly orderId: string | null; readonly reason: string }
  | { readonly state: 'UNKNOWN' }

/** The order that a step was to replace has closed a part by itself: `step` is what is left of the step. */
export interface OvertakenStep {
  readonly state: 'OVERTAKEN'
  readonly step: ActionStep
}

const done = (orderId: string | null): StepOutcome => ({ state: 'DONE', orderId, reason: null })
const failed = (reason: string, orderId: string | null = null): StepOutcome => ({ state: 'FAILED', orderId, reason })

/** The key of this attempt; a cancellation has none that could be sent twice. */
export const keyOfStep = ({ action_id, place, attempts }: StepRow): string => `${action_id}/${place}/${attempts}`

/** Refusals after which it is not known whether the brokerage has it. */
const uncertain: ReadonlySet<string> = new Set(['orderUnknown', 'requestInFlight', 'orderCancelUnknown'])

export async function sendStep(
  services: Services,
  account: TradedAccount,
  row: StepRow,
  asker: Requester,
): Promise<StepOutcome | OvertakenStep> {
  const { step } = row
  if (step.kind === 'CANCEL') return outcomeOrRefusal(() => sendCancel(services, account, { row, step, asker }))
  const outcome = await outcomeOrRefusal(() => sendOrder(services, account, { row, step, asker }))
  if (outcome.state !== 'FAILED' || step.kind !== 'REPLACE' || !isClosingMarket(step.order)) return outcome
  return (row.attempts < mostOvertaken ? await afterOwnFills(services, account, step) : undefined) ?? outcome
}

/** An order that goes on filling in small parts is not followed longer than this. */
const mostOvertaken = 5

async function outcomeOrRefusal(sent: () => Promise<StepOutcome>): Promise<StepOutcome> {
  try {
    return await sent()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return uncertain.has(error.refusal) ? { state: 'UNKNOWN' } : failed(error.message)
  }
}

/**
 * Returns what is left of a step that could not put a market order in the place of a stop because the market reached
 * the stop first: what it has closed since does what the step was for. Undefined when it has closed nothing since.
 */
async function afterOwnFills(
  services: Services,
  account: TradedAccount,
  step: Extract<ActionStep, { kind: 'REPLACE' }>,
): Promise<StepOutcome | OvertakenStep | undefined> {
  const { order } = step
  if (order.kind !== 'ENTRY') return undefined
  const found = await outcomeOfLook(() => lookAtOrder(services, account, step.orderId))
  if (found === undefined) return undefined
  const closed = new Decimal(found.filledQuantity).minus(step.filled)
  const isFilled = found.status === 'FILLED'
  if (!closed.greaterThan(0) || (isOverOrder(found.status) && !isFilled)) return undefined
  const left = new Decimal(order.terms.quantity).minus(closed)
  if (!left.greaterThan(0))
    return { state: 'DONE', orderId: step.orderId, reason: 'The market reached this order before it was replaced.' }
  const rest = { ...order, terms: { ...order.terms, quantity: left.toFixed() } }
  return {
    state: 'OVERTAKEN',
    step: isFilled
      ? { kind: 'PLACE', symbol: step.symbol, order: rest, waitsForFlat: false, ...afterOf(step) }
      : { ...step, filled: found.filledQuantity, order: rest },
  }
}

const afterOf = ({ after }: ActionStep): Pick<ActionStep, 'after'> => (after === undefined ? {} : { after })

async function outcomeOfLook(look: () => Promise<BrokerOrder>): Promise<BrokerOrder | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

interface SendCancelOptions {
  readonly row: StepRow
  readonly step: Extract<ActionStep, { kind: 'CANCEL' }>
  readonly asker: Requester
}

async function sendCancel(
  services: Services,
  account: TradedAccount,
  { row, step, asker }: SendCancelOptions,
): Promise<StepOutcome> {
  const status = await cancelOpenOrder(services, account, step.orderId, {
    actorId: account.owner_id,
    requestId: asker.requestId,
    address: asker.address,
    requestKey: keyOfStep(row),
  })
  // What it claims is free only when it is over.
  return isOverOrder(status) ? outcomeOfCancel(services, account, step) : { state: 'UNKNOWN' }
}

/**
 * Returns what a cancellation came to. Steps behind that of an entry are for what was filled of it, and no more; those
 * behind that of an exit are made smaller by what it has closed since.
 */
export async function outcomeOfCancel(
  { db }: Services,
  account: TradedAccount,
  { orderId, filled: filledOfEntry, exitFilled }: Extract<ActionStep, { kind: 'CANCEL' }>,
): Promise<StepOutcome> {
  const expected = filledOfEntry ?? exitFilled
  if (expected === undefined) return done(orderId)
  const order = await db
    .selectFrom('broker_order')
    .select('filled_quantity')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', orderId)
    .executeTakeFirst()
  const more = new Decimal(order?.filled_quantity ?? expected).minus(expected)
  if (!more.greaterThan(0)) return done(orderId)
  const reason = `${formatQuantity(more.toFixed())} more of it were filled before it was cancelled.`
  return filledOfEntry === undefined ? { state: 'DONE', orderId, reason, closed: more } : failed(reason, orderId)
}

interface SendOrderOptions {
  readonly row: StepRow
  readonly step: Exclude<ActionStep, { kind: 'CANCEL' }>
  readonly asker: Requester
}

async function sendOrder(
  services: Services,
  account: TradedAccount,
  { row, step, asker }: SendOrderOptions,
): Promise<StepOutcome> {
  const requestKey = keyOfStep(row)
  const lost = await settleLost(services, account, requestKey)
  if (lost !== undefined) return lost
  const plan = withExitHolder(services, account, { draft: step.order, cancelPrice: null })
  const own = { ...asker, requestKey }
  const request = await submitOrder(
    services,
    account,
    {
      content: step,
      replacesId: step.kind === 'REPLACE' ? step.orderId : null,
      ...(step.kind === 'REPLACE' ? { filledBefore: step.filled } : {}),
      plan: () => Promise.resolve(plan),
    },
    own,
  )
  // An entry may be filled at once.
  if (request.plan.exitHolder === 'SERVER') await placeHeldExits(services, request.id)
  const { last } = await settleOverlap(services, account, request, own)
  return outcomeOfOrder(services, account, step, last.broker_id)
}

/**
 * Settles an earlier attempt under the same key, of a process that died or an answer that was lost: one that the
 * brokerage never had is not sent again on its own, because the market has moved on since.
 */
async function settleLost(
  services: Services,
  account: TradedAccount,
  requestKey: string,
): Promise<StepOutcome | undefined> {
  const earlier = await services.db
    .selectFrom('order_request')
    .select('id')
    .where('account_id', '=', account.id)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
  if (!earlier) return undefined
  try {
    const request = await settleRequest(services, account, earlier.id)
    if (request.state === 'UNKNOWN' || request.state === 'SENDING') return { state: 'UNKNOWN' }
    if (request.state === 'NOT_PLACED' && request.known_ids !== null)
      return failed(request.reason ?? 'The brokerage did not take it.')
    return undefined
  } catch (error) {
    if (error instanceof BrokerFailure) return { state: 'UNKNOWN' }
    throw error
  }
}

/** Returns what an order of a step is by now, from our copy. */
export async function outcomeOfOrder(
  { db }: Services,
  account: TradedAccount,
  step: Exclude<ActionStep, { kind: 'CANCEL' }>,
  orderId: string | null,
): Promise<StepOutcome> {
  if (orderId === null) return { state: 'UNKNOWN' }
  const last = await findLastPart(db, account.id, orderId)
  if (isBetween(last.division))
    return { state: 'PLACED', orderId, reason: 'The rest of it is being entered again, so that its part has a stop.' }
  const order = await db
    .selectFrom('broker_order')
    .select(['status', 'description', 'filled_quantity', 'quantity'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', last.orderId)
    .executeTakeFirst()
  if (order === undefined) return { state: 'PLACED', orderId, reason: null }
  if (order.status === 'REJECTED')
    return failed(`The brokerage rejected it: ${order.description ?? 'no reason was given.'}`, orderId)
  if (!isMarketOrder(step.order) || order.status === 'FILLED') return done(orderId)
  if (!isOverOrder(order.status)) {
    const filled = new Decimal(order.filled_quantity)
    return {
      state: 'PLACED',
      orderId,
      reason: filled.isZero()
        ? null
        : `${filled.toFixed()} of ${new Decimal(order.quantity ?? 0).toFixed()} are filled.`,
    }
  }
  return failed(
    `${new Decimal(order.filled_quantity).toFixed()} of ${new Decimal(order.quantity ?? 0).toFixed()} were ` +
      'filled, then ' +
      `it was ${order.status === 'EXPIRED' ? 'expired' : order.status === 'REPLACED' ? 'replaced' : 'cancelled'}.`,
    orderId,
  )
}

/** Reads an order that is not filled yet at the brokerage, once more. */
export async function refreshPlaced(services: Services, account: TradedAccount, orderId: string): Promise<void> {
  try {
    await lookAtOrder(services, account, (await findLastPart(services.db, account.id, orderId)).orderId)
  } catch (error) {
    // The next turn reads it again.
    if (!(error instanceof Refusal)) throw error
  }
}
