// Orders: the list with its filters, placing an order or an entry with its protecting stop, changing and cancelling,
// the preview of a ticket, and an account's guard rails. Source: docs/rules/trading.md, "Orders" and "Order entry";
// docs/rules/brokerage.md, "Orders on the wire".
import {
  describeLegsFault,
  directionalities,
  isMalformedOptionCode,
  isOptionCode,
  netPriceTypes,
  orderQuestionKinds,
  type OrderQuestion as AskedQuestion,
  orderSessions,
  orderStatuses,
  stopOrderTypes,
  ticketDurations,
  ticketOrderTypes,
  tradeInstructions,
  trailUnits,
} from '@clubfolio/domain'
import { z } from 'zod'
import { access } from './access.ts'
import { tradeRefusals } from './broker-refusals.ts'
import { messageReply } from './field.ts'
import { accountLimitFields, AccountLimitState, LimitUse } from './order-limit.ts'
import { checkGoodTill, checkPairPrices, checkPreviewPrices, checkPrices } from './order-price.ts'
import type { RefusalDefinition } from './refusal.ts'
import { route } from './route.ts'
import { day, decimalNumber, dollars, givenDay, instant, quotedPipeList } from './wire.ts'

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

const accountNumber = z.string().trim().min(1).max(64)
const price = decimalNumber(4, 'Enter a price in dollars.')
/** The tick depends on the code: a price that is finer is refused with the nearest one (`checkPrices`). */
const askedPrice = decimalNumber(8, 'Enter a price in dollars.').refine(
  (text) => Number(text) > 0,
  'Enter a price above 0.',
)
/** An average over fills has more places than an input price may have. */
const fillPrice = decimalNumber(6, 'Enter a price in dollars.')
const shares = decimalNumber(6, 'Enter a number of shares.')
export const wrongShares = 'Enter 1 to 10,000,000 whole shares.'
const askedShares = decimalNumber(0, 'Enter a whole number of shares.', wrongShares).refine(
  (text) => Number(text) > 0 && Number(text) <= 10_000_000,
  wrongShares,
)
const orderId = z.union([z.string().trim().min(1).max(64), z.number().int().transform(String)])
/** The code of a share, or the 21 characters of an option. */
const code = z
  .string()
  .trim()
  .min(1, 'Enter the code.')
  .max(24, 'A code has at most 24 characters.')
  .toUpperCase()
  .refine((text) => !isMalformedOptionCode(text), {
    error:
      'An option code has 21 characters: the symbol filled up with blanks to six, the day, C or P, and the strike in ' +
      'thousandths of a dollar, like "AAPL  261218C00235000".',
  })
/** A market day or an instant; null where the range is open. */
const dayOrInstant = z
  .union([givenDay, z.iso.datetime({ offset: true })])
  .nullable()
  .optional()

/** Distance of a trailing stop from the market. */
export const OrderTrail = z.object({ offset: fillPrice, unit: z.enum(trailUnits) }).meta({ id: 'OrderTrail' })
export type OrderTrail = z.output<typeof OrderTrail>

/** One leg of a multi-leg order. */
export const OrderLeg = z
  .object({
    code: z.string(),
    /** `45 put 2026-03-06`, or the code of a share. */
    name: z.string(),
    instruction: z.enum(['BUY', 'SELL']),
    brokerInstruction: z.string(),
    quantity: shares.nullable(),
  })
  .meta({ id: 'OrderLeg' })
export type OrderLeg = z.output<typeof OrderLeg>

/** Legs that trade together at a net price; empty on any other order. */
const together = {
  legs: z.array(OrderLeg),
  /** Their shape: VERTICAL, IRON_CONDOR, ... */ shape: z.string().nullable(),
}

export const orderStatus = z.enum(orderStatuses).meta({ id: 'OrderStatus' })

const childFields = {
  orderId: z.string(),
  instruction: z.enum(['BUY', 'SELL']).nullable(),
  ...together,
  orderType: z.string().nullable(),
  price: price.nullable(),
  stopPrice: price.nullable(),
  trail: OrderTrail.nullable(),
  quantity: shares.nullable(),
  status: orderStatus,
  description: z.string().nullable(),
}
/** One of two exits of which the fill of one cancels the other. */
export const PairedOrder = z.object(childFields).meta({ id: 'PairedOrder' })

/** A child order: an exit of an entry, the wrapper of two exits, or an order of a pair. */
export const ChildOrder = z
  .object({
    ...childFields,
    /** The two exits of a wrapper, which has no terms itself; empty on any other order. */
    orders: z.array(PairedOrder),
  })
  .meta({ id: 'ChildOrder' })

export const Order = z
  .object({
    orderId: z.string(),
    /** Null on a wrapper that only holds two others; on multi-leg orders the share they are about. */
    code: z.string().nullable(),
    ...together,
    duration: z.string().nullable(),
    /** The last day of an order that is good till a day. */
    goodTill: day.nullable(),
    /** When it may fill: NORMAL, AM, PM, SEAMLESS. */
    session: z.string().nullable(),
    orderType: z.string().nullable(),
    status: orderStatus,
    /** The limit or the stop; for a market order the average of its fills. */
    price: price.nullable(),
    stopPrice: price.nullable(),
    quantity: shares.nullable(),
    /**
     * Buying to cover is a BUY, selling short a SELL; the broker's word is in `brokerInstruction`. Null on multi-leg
     * orders.
     */
    instruction: z.enum(['BUY', 'SELL']).nullable(),
    brokerInstruction: z.string().nullable(),
    enteredTime: instant,
    closeTime: instant.nullable(),
    accountNumber: z.string(),
    filledQuantity: shares,
    /** Over all fills, weighted by quantity. */
    averageFillPrice: fillPrice.nullable(),
    /** Time of the last fill. */
    filledTime: instant.nullable(),
    trail: OrderTrail.nullable(),
    /** Why it was rejected or cancelled, in the broker's words. */
    description: z.string().nullable(),
    strategy: z.string(),
    parentOrderId: z.string().nullable(),
    children: z.array(ChildOrder),
    isCancellable: z.boolean(),
    /** Open at the broker and of a kind that our tickets support, so that quantity and price can be changed. */
    isEditable: z.boolean(),
    /** The price at which the waiting entry is cancelled. */
    cancelPrice: price.nullable(),
    /** Orders that this request of unknown fate may have become; the owner chooses. */
    candidates: z.array(z.string()),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

/** Distance of a trailing stop that is to be sent. */
export const TrailToSend = z
  .object({
    /** Dollars per share, or percent of the price. */
    offset: decimalNumber(4, 'Enter the distance.').refine((text) => Number(text) > 0, 'Enter a distance above 0.'),
    unit: z.enum(trailUnits),
  })
  .meta({ id: 'TrailToSend' })
const entry = {
  ticket: code,
  quantity: askedShares,
  directionality: z.enum(directionalities),
  accountNumber,
  /** Null for a MARKET and a TRAILING_STOP order only. */
  price: askedPrice.nullable(),
  /** For a STOP_LIMIT order, whose `price` is the stop. */
  limitPrice: askedPrice.nullable().optional(),
  /** For a TRAILING_STOP order: how far its stop follows the last price. */
  trail: TrailToSend.nullable().optional(),
  orderType: z.enum(ticketOrderTypes),
  duration: z.enum(ticketDurations).optional(),
  /** Hours in which it may fill; before and after regular hours for limit orders of the day only. */
  session: z.enum(orderSessions).optional(),
  /** The last day of a GOOD_TILL_CANCEL order. */
  goodTill: givenDay.nullable().optional(),
}
const stopOrderType = z.enum(stopOrderTypes)
const protection = {
  childQuantity: askedShares,
  childDirectionality: z.enum(directionalities),
  /** Null for a TRAILING_STOP only. */
  childPrice: askedPrice.nullable(),
  /** For a STOP_LIMIT, whose `childPrice` is the stop. */
  childLimitPrice: askedPrice.nullable().optional(),
  /** For a TRAILING_STOP. */
  childTrail: TrailToSend.nullable().optional(),
  childOrderType: z.enum(['STOP', 'LIMIT', 'STOP_LIMIT', 'TRAILING_STOP']),
  /** A limit beside the stop, at which the position is closed with a profit; the fill of one cancels the other. */
  targetPrice: askedPrice.nullable().optional(),
  cancelPrice: askedPrice.nullable().optional(),
}
/** The ids of the preview's questions that were answered with yes. */
const answers = { answered: z.array(z.string().trim().min(1).max(80)).max(20).optional() }

export const OrderEntry = z.object({ ...entry, ...answers }).superRefine(checkPrices)
export type OrderEntry = z.output<typeof OrderEntry>
export const OrderEntryWithTrigger = z.object({ ...entry, ...protection, ...answers }).superRefine(checkPrices)
export type OrderEntryWithTrigger = z.output<typeof OrderEntryWithTrigger>
const OrderToPreview = z
  .object({
    ...entry,
    ...protection,
    childQuantity: protection.childQuantity.optional(),
    childDirectionality: protection.childDirectionality.optional(),
    childPrice: protection.childPrice.optional(),
    childOrderType: protection.childOrderType.optional(),
  })
  .superRefine(checkPreviewPrices)
export type OrderToPreview = z.output<typeof OrderToPreview>

const pair = {
  ticket: code,
  quantity: askedShares,
  /** SELL closes a long position, BUY a short one. */
  directionality: z.enum(['BUY', 'SELL']),
  accountNumber,
  targetPrice: askedPrice,
  stopOrderType,
  /** Null for a TRAILING_STOP only. */
  stopPrice: askedPrice.nullable(),
  stopLimitPrice: askedPrice.nullable().optional(),
  stopTrail: TrailToSend.nullable().optional(),
  duration: z.enum(ticketDurations).optional(),
  goodTill: givenDay.nullable().optional(),
}
const PairToPreview = z.object(pair).superRefine(checkPairPrices)
export type PairToPreview = z.output<typeof PairToPreview>
const OrderPair = z.object({ ...pair, ...answers }).superRefine(checkPairPrices)
export type OrderPair = z.output<typeof OrderPair>

/** A leg of an order that is to be sent. */
export const LegToSend = z
  .object({
    ticket: code,
    instruction: z.enum(tradeInstructions),
    /** Shares or contracts for each unit of the order. */
    ratio: askedShares,
  })
  .refine(({ ticket, instruction }) => isOptionCode(ticket) === /_TO_(OPEN|CLOSE)$/.test(instruction), {
    path: ['instruction'],
    error: 'Options are opened or closed, shares are bought or sold.',
  })
  .meta({ id: 'LegToSend' })
const spread = {
  accountNumber,
  legs: z
    .array(LegToSend)
    .min(2, 'An order of several legs has two to four.')
    .max(4, 'An order of several legs has two to four.'),
  /** Units: each leg is for this many times its ratio. */
  quantity: askedShares,
  priceType: z.enum(netPriceTypes),
  /** Dollars per share of a contract; null for NET_ZERO and MARKET only. */
  netPrice: decimalNumber(2, 'Enter a net price in whole cents.')
    .refine((text) => Number(text) > 0, 'Enter a price above 0.')
    .nullable(),
  duration: z.enum(ticketDurations).optional(),
  goodTill: givenDay.nullable().optional(),
}
const checkSpread = (
  { legs, priceType, netPrice, duration, goodTill }: SpreadToPreview,
  context: z.core.$RefinementCtx,
): void => {
  const message = describeLegsFault(legs.map(({ ticket }) => ({ symbol: ticket })))
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['legs'], message })
  if ((priceType === 'NET_DEBIT' || priceType === 'NET_CREDIT') && netPrice === null)
    context.addIssue({ code: 'custom', path: ['netPrice'], message: 'Enter a net price.' })
  checkGoodTill(goodTill, duration ?? 'DAY', context)
}
const spreadFields = z.object(spread)
export type SpreadToPreview = z.output<typeof spreadFields>
const SpreadToPreview = spreadFields.superRefine(checkSpread)
const SpreadEntry = z.object({ ...spread, ...answers }).superRefine(checkSpread)
export type SpreadEntry = z.output<typeof SpreadEntry>

const replacement = {
  accountNumber,
  orderId,
  /** Quantity to trade from now on, in addition to the filled quantity. */
  quantity: askedShares,
  /** The filled quantity when the change was made; the change is refused when more has filled since. */
  filledQuantity: shares.refine((text) => Number(text) >= 0, 'The filled quantity is not below 0.'),
  /** Of several legs the net price. Null for a TRAILING_STOP order only; null keeps the price of another one. */
  price: askedPrice.nullable(),
  limitPrice: askedPrice.nullable().optional(),
  trail: TrailToSend.nullable().optional(),
  childPrice: askedPrice.nullable().optional(),
  childLimitPrice: askedPrice.nullable().optional(),
  childTrail: TrailToSend.nullable().optional(),
  /** The target of an entry with two exits. */
  targetPrice: askedPrice.nullable().optional(),
}
const ReplacementToPreview = z.object(replacement)
export type ReplacementToPreview = z.output<typeof ReplacementToPreview>
const ReplacementEntry = z.object({ ...replacement, ...answers })
export const OrderQuestion = z
  .object({
    /** The id that the order's `answered` refers to. */
    id: z.string(),
    kind: z.enum(orderQuestionKinds),
    text: z.string(),
  })
  .meta({ id: 'OrderQuestion' }) satisfies z.ZodType<AskedQuestion>
export type OrderQuestion = z.output<typeof OrderQuestion>

const judgement = {
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
    price: price.nullable(),
    limitPrice: price.nullable(),
    /** As it would be sent. */
    trail: OrderTrail.nullable(),
    /** The stop loss of the entry, or the stop of a pair. */
    stopPrice: price.nullable(),
    /** Its limit, where it has one. */
    stopLimitPrice: price.nullable(),
    /** Its distance, where it trails. */
    stopTrail: OrderTrail.nullable(),
    /** The profit target of the entry or of a pair. */
    targetPrice: price.nullable(),
    lastPrice: price.nullable(),
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
    ...judgement,
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
const OneOrder = z.object({ accountNumber, orderId }).meta({ id: 'OneOrder' })
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
      accountNumber,
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
    body: z.object({ accountNumber, orderIds: z.array(orderId).max(5_000).optional() }),
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
    body: z.object({ accountNumber, requestId: z.uuid(), orderId: orderId.nullable() }),
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
    params: z.object({ accountNumber }),
    reply: OrderGuardRails,
    refusals: ['notFound'],
  }),
  findLimitState: route({
    method: 'GET',
    path: '/v1/api/order/find-limit-state/{accountNumber}',
    summary: 'What the limits of an account hold at present, and whether its daily loss was reached.',
    access: access.session,
    owns: [{ object: 'account', at: 'params.accountNumber' }],
    params: z.object({ accountNumber }),
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
      accountNumber,
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

export {
  answers as orderAnswers,
  askedPrice as priceToAsk,
  askedShares as sharesToAsk,
  code as orderCode,
  judgement as orderJudgement,
}
