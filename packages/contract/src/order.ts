// Orders: the list with its filters, placing an order or an entry with its protecting stop, changing and cancelling,
// the preview of a ticket, and an account's guard rails. Source: docs/rules/trading.md, "Orders" and "Order entry";
// docs/rules/brokerage.md, "Orders on the wire".
import { orderQuestionKinds, type OrderQuestion as AskedQuestion, orderStatuses } from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { tradeRefusals } from './broker-refusals.ts'
import { messageReply } from './field.ts'
import { accountLimitFields, AccountLimitState, LimitUse } from './order-limit.ts'
import { listedPrice, Order, OrderTrail } from './order-listed.ts'
import {
  orderAccountNumber,
  sentOrderId,
  OrderEntry,
  OrderEntryWithTrigger,
  OrderToPreview,
  PairToPreview,
  OrderPair,
  SpreadToPreview,
  SpreadEntry,
  ReplacementToPreview,
  ReplacementEntry,
} from './order-to-send.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { decimalNumber, dollars, givenDay, quotedPipeList } from './wire.ts'

export const orderRefusals = {
  orderRefused: { status: 400, text: 'The brokerage did not take the order: {reason}' },
  orderRejected: { status: 400, text: 'The brokerage rejected the order: {reason}' },
  orderNotPlaced: { status: 409, text: 'The order was not placed: {reason} Place it again if you still want it.' },
  orderUnknown: {
    status: 503,
    text:
      'The answer of the brokerage was lost, so it is not known yet whether the order was placed. It is being ' +
      'looked for and never sent twice; the Orders screen shows it as UNKNOWN until then.',
  },
  orderTwinUnknown: {
    status: 409,
    text:
      'An equal order is still being looked for at the brokerage. Wait until it is found, or known not to be ' +
      'placed.',
  },
  orderInProgress: {
    status: 409,
    text: 'Another order of this account is just being sent. Try again in a few seconds.',
  },
  orderFaulty: { status: 400, text: 'The order was not sent: {reason}' },
  orderQuestioned: { status: 409, text: 'The order was not sent. Answer this first: {reason}' },
  orderGuarded: { status: 409, text: 'A guard rail of this account keeps the order back: {reason}' },
  orderNotOpen: { status: 409, text: 'The order is {status}: it can no longer be changed or cancelled.' },
  orderFilledMeanwhile: {
    status: 409,
    text:
      'Nothing was changed: {filled} of {quantity} are filled by now, and the change was made for {expected}. Look ' +
      'at what is left, then change it again.',
  },
  orderNotEditable: {
    status: 409,
    text:
      'This order is changed where it was made: it has several legs or terms that are not changed here. It can be ' +
      'cancelled.',
  },
  orderNotCancellable: {
    status: 409,
    text: 'Orders are cancelled here while they are queued or working; this one is {status}.',
  },
  orderCancelUnknown: {
    status: 503,
    text:
      'The answer of the brokerage was lost, so it is not known yet whether the order was cancelled. Look at its ' +
      'status in a minute.',
  },
  orderAssigned: {
    status: 409,
    text: 'Order {order} already belongs to another request. Choose another order.',
    field: 'orderId',
  },
  orderChildWrong: { status: 400, text: 'The stop loss of a {parent} is a {child}.' },
} as const satisfies Record<string, RefusalDefinition>

/** A market day or an instant; null where the range is open. */
const dayOrInstant = z
  .union([givenDay, z.iso.datetime({ offset: true })])
  .nullable()
  .optional()

export const OrderQuestion = z
  .object({
    /** The id that the order's `answered` refers to. */
    id: z.string(),
    kind: z.enum(orderQuestionKinds),
    text: z.string(),
  })
  .meta({ id: 'OrderQuestion' }) satisfies z.ZodType<AskedQuestion>
export type OrderQuestion = z.output<typeof OrderQuestion>

export const orderJudgement = {
  warnings: z.array(z.object({ kind: z.string(), text: z.string() })),
  /** Faults that can only go wrong, so that the order is not sent. */
  faults: z.array(z.string()),
  /** Questions that must be answered with yes before it is sent. */
  questions: z.array(OrderQuestion),
  /** Guard rails that keep it from being sent. */
  breaches: z.array(z.string()),
}

export const OrderPreview = z
  .object({
    code: z.string(),
    name: z.string().nullable(),
    /**
     * As it would be sent, rounded to its tick; of a trailing stop its present stop. Of several legs the net price per
     * share, below zero for a credit.
     */
    price: listedPrice.nullable(),
    limitPrice: listedPrice.nullable(),
    /** As it would be sent. */
    trail: OrderTrail.nullable(),
    /** The stop loss of the entry, or the stop of a pair. */
    stopPrice: listedPrice.nullable(),
    /** Its limit, where it has one. */
    stopLimitPrice: listedPrice.nullable(),
    /** Its distance, where it trails. */
    stopTrail: OrderTrail.nullable(),
    /** The profit target of the entry or of a pair. */
    targetPrice: listedPrice.nullable(),
    lastPrice: listedPrice.nullable(),
    /** Null on several legs. */
    brokerInstruction: z.string().nullable(),
    inversion: dollars.nullable(),
    /** The base of the percentages: cash and positions at the brokerage. */
    accountValue: dollars,
    buyingPowerBefore: dollars,
    buyingPowerAfter: dollars,
    /** Percent of the account value. */
    shareOfCapital: decimalNumber(2, '').nullable(),
    lossAtStop: dollars.nullable(),
    lossPercent: decimalNumber(2, '').nullable(),
    /** What the target brings. */
    reward: dollars.nullable(),
    /** reward / lossAtStop. */
    rewardToRisk: decimalNumber(2, '').nullable(),
    /** The most that several legs can lose at expiration; null without a limit, and where a leg closes a position. */
    greatestLoss: dollars.nullable(),
    commission: dollars.nullable(),
    ...orderJudgement,
    /** Why the brokerage would reject it. */
    rejects: z.array(z.string()),
    /** What the limits of the account hold now and after the order. */
    limits: z.array(LimitUse),
    /** Of a change: the faults and rejects that are about a field of it. */
    wrongFields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'OrderPreview' })
export type OrderPreview = z.output<typeof OrderPreview>

export const OrderGuardRails = z
  .object({
    largestOrder: dollars.nullable(),
    largestPosition: dollars.nullable(),
    dailyLoss: dollars.nullable(),
    /** Percent of the last price. */
    priceDistance: decimalNumber(2, 'Enter a percentage with at most 2 decimals.').nullable(),
    ...accountLimitFields,
  })
  .meta({ id: 'OrderGuardRails' })
export type OrderGuardRails = z.output<typeof OrderGuardRails>

/** OVER: there was nothing left to cancel. UNKNOWN: the brokerage's response was lost. */
export const CancelOutcome = z
  .object({ orderId: z.string(), outcome: z.enum(['CANCELLED', 'OVER', 'FAILED', 'UNKNOWN']), message: z.string() })
  .meta({ id: 'CancelOutcome' })
export type CancelOutcome = z.output<typeof CancelOutcome>
/** Thresholds from which a question is asked; null disables it. */
export const OrderQuestionLimits = z
  .object({
    /** Percent that a limit may lie through the market. */
    limitThrough: decimalNumber(2, 'Enter a percentage with at most 2 decimals.').nullable(),
    /** Percent of the buying power that one order may reserve. */
    buyingPower: decimalNumber(2, 'Enter a percentage with at most 2 decimals.').nullable(),
    /** Multiple of the usual quantity that an order may be for. */
    usualQuantity: decimalNumber(2, 'Enter a number with at most 2 decimals.').nullable(),
  })
  .meta({ id: 'OrderQuestionLimits' })
export type OrderQuestionLimits = z.output<typeof OrderQuestionLimits>

const ownAccount = [{ object: 'account', at: 'body.accountNumber' }] as const
const sending = [
  ...tradeRefusals,
  'orderRefused',
  'orderRejected',
  'orderNotPlaced',
  'orderUnknown',
  'orderTwinUnknown',
  'orderInProgress',
  'orderFaulty',
  'orderQuestioned',
  'orderGuarded',
  'requestInFlight',
  'requestKeyReused',
] as const
const OneOrder = z.object({ accountNumber: orderAccountNumber, orderId: sentOrderId }).meta({ id: 'OneOrder' })
const placedReply = z
  .object({
    message: z.string(),
    orderId: z.string(),
    /** Why the brokerage rejected the stop of an entry that is filled: the position has no stop. Null otherwise. */
    stopRejected: z.string().nullable(),
  })
  .meta({ id: 'PlacedOrder' })

export const orderRoutes = {
  findOrders: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/order/find-orders',
    summary: 'The orders of an account by when they were entered and closed and by status, newest first.',
    access: access.session,
    owns: ownAccount,
    body: z.object({
      enteredFrom: dayOrInstant,
      enteredTo: dayOrInstant,
      closedFrom: dayOrInstant,
      closedTo: dayOrInstant,
      orderType: quotedPipeList(orderStatuses).nullable().optional(),
      accountNumber: orderAccountNumber,
    }),
    reply: z.array(Order),
    refusals: ['notFound'],
  }),
  putOrder: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/order/put-order',
    summary: 'Place one order. Sent once; the same Idempotency-Key is the same order.',
    access: access.session,
    owns: ownAccount,
    body: OrderEntry,
    reply: placedReply,
    refusals: sending,
  }),
  putOrderWithTrigger: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/order/put-order-with-trigger',
    summary:
      'Place an entry whose protecting stop, and target if there is one, become active when it is filled; cancelled ' +
      'when cancelPrice is touched first.',
    access: access.session,
    owns: ownAccount,
    body: OrderEntryWithTrigger,
    reply: placedReply,
    refusals: [...sending, 'orderChildWrong'],
  }),
  putOrderPair: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/order/put-order-pair',
    summary: 'Place a target and a stop on a position that is held; the fill of one cancels the other.',
    access: access.session,
    owns: ownAccount,
    body: OrderPair,
    reply: placedReply,
    refusals: sending,
  }),
  previewOrderPair: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/order/preview-order-pair',
    summary: 'What a target and a stop on a held position would do; nothing is sent.',
    access: access.session,
    owns: ownAccount,
    body: PairToPreview,
    reply: OrderPreview,
    refusals: tradeRefusals,
  }),
  putSpread: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/order/put-spread',
    summary: 'Place options of one underlying, with or without its shares, at one net price.',
    access: access.session,
    owns: ownAccount,
    body: SpreadEntry,
    reply: placedReply,
    refusals: sending,
  }),
  previewSpread: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/order/preview-spread',
    summary: 'What several legs would do at one net price, and what the brokerage says of them; nothing is sent.',
    access: access.session,
    owns: ownAccount,
    body: SpreadToPreview,
    reply: OrderPreview,
    refusals: tradeRefusals,
  }),
  cancelOrder: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/order/cancel-order',
    summary: 'Cancel an order that is QUEUED or WORKING.',
    access: access.session,
    owns: ownAccount,
    body: OneOrder,
    reply: messageReply,
    refusals: [...tradeRefusals, 'orderNotCancellable', 'orderNotOpen', 'orderCancelUnknown'],
  }),
  previewOrder: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/order/preview-order',
    summary: 'What an order would do, and what the brokerage says of it; nothing is sent.',
    access: access.session,
    owns: ownAccount,
    body: OrderToPreview,
    reply: OrderPreview,
    refusals: [...tradeRefusals, 'orderChildWrong'],
  }),
  previewReplacement: route({
    method: 'POST',
    asks: true,
    path: '/v1/api/order/preview-replacement',
    summary:
      'What a change of an open order would do, judged without the old order, and what speaks against it; nothing is ' +
      'sent.',
    access: access.session,
    owns: ownAccount,
    body: ReplacementToPreview,
    reply: OrderPreview,
    refusals: [...tradeRefusals, 'orderNotOpen', 'orderNotEditable', 'orderFilledMeanwhile'],
  }),
  replaceOrder: route({
    effect: 'own',
    method: 'POST',
    path: '/v1/api/order/replace-order',
    summary: 'Put another quantity or price in the place of what is left of an open order; it gets a new id.',
    access: access.session,
    owns: ownAccount,
    body: ReplacementEntry,
    reply: placedReply,
    refusals: [...sending, 'orderNotOpen', 'orderNotEditable', 'orderFilledMeanwhile'],
  }),
  withdrawOrder: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/order/withdraw-order',
    summary: 'Cancel an open order that is not QUEUED or WORKING yet, such as one that waits for the market to open.',
    access: access.session,
    owns: ownAccount,
    body: OneOrder,
    reply: messageReply,
    refusals: [...tradeRefusals, 'orderNotOpen', 'orderCancelUnknown'],
  }),
  cancelAllOrders: route({
    effect: 'recorded',
    method: 'POST',
    path: '/v1/api/order/cancel-all-orders',
    summary:
      'Cancel every open order of an account, or those that are named; stops that protect positions too, and ' +
      'these last.',
    access: access.session,
    owns: ownAccount,
    body: z.object({ accountNumber: orderAccountNumber, orderIds: z.array(sentOrderId).max(5_000).optional() }),
    reply: z.object({
      message: z.string(),
      cancelled: z.number().int(),
      failed: z.number().int(),
      orders: z.array(CancelOutcome),
    }),
    refusals: tradeRefusals,
  }),
  settleOrder: route({
    method: 'POST',
    path: '/v1/api/order/settle-order',
    summary: 'Say which order at the brokerage a request of unknown fate became, or that it became none.',
    access: access.session,
    owns: ownAccount,
    body: z.object({ accountNumber: orderAccountNumber, requestId: z.uuid(), orderId: sentOrderId.nullable() }),
    reply: messageReply,
    refusals: ['notFound', 'orderAssigned'],
    effect: true,
  }),
  findGuardRails: route({
    method: 'GET',
    path: '/v1/api/order/find-guard-rails/{accountNumber}',
    summary: 'The guard rails of an account; null where there is no limit.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountNumber' }],
    params: z.object({ accountNumber: orderAccountNumber }),
    reply: OrderGuardRails,
    refusals: ['notFound'],
  }),
  findLimitState: route({
    method: 'GET',
    path: '/v1/api/order/find-limit-state/{accountNumber}',
    summary: 'What the limits of an account hold at present, and whether its daily loss was reached.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountNumber' }],
    params: z.object({ accountNumber: orderAccountNumber }),
    reply: AccountLimitState,
    refusals: ['notFound'],
  }),
  saveGuardRails: route({
    method: 'POST',
    path: '/v1/api/order/save-guard-rails',
    summary: 'Set the guard rails of an account.',
    access: access.session,
    owns: ownAccount,
    body: z.object({
      accountNumber: orderAccountNumber,
      ...OrderGuardRails.shape,
      ...z.object(accountLimitFields).partial().shape,
    }),
    reply: messageReply,
    refusals: ['notFound', 'limitLocked'],
    effect: true,
  }),
  findQuestionLimits: route({
    method: 'GET',
    path: '/v1/api/order/find-question-limits',
    summary:
      'From when on the session user is asked a second time before an order is sent; null where nothing is asked.',
    access: access.session,
    reply: OrderQuestionLimits,
    refusals: [],
  }),
  saveQuestionLimits: route({
    method: 'POST',
    path: '/v1/api/order/save-question-limits',
    summary: 'Set from when on the session user is asked a second time, for all accounts.',
    access: access.session,
    body: OrderQuestionLimits,
    reply: messageReply,
    refusals: [],
    effect: true,
  }),
} as const
