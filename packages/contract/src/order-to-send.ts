// Orders as they are sent: entries with their stop and target, pairs on a position, several legs, and changes.
import {
  describeLegsFault,
  directionalities,
  isMalformedOptionCode,
  isOptionCode,
  netPriceTypes,
  orderSessions,
  stopOrderTypes,
  ticketDurations,
  ticketOrderTypes,
  tradeInstructions,
  trailUnits,
} from '@clubfolio/domain'
import { z } from 'zod'
import { listedShares } from './order-listed.ts'
import { checkGoodTill, checkPairPrices, checkPreviewPrices, checkPrices } from './order-price.ts'
import { decimalNumber, givenDay } from './wire.ts'

export const orderAccountNumber = z.string().trim().min(1).max(64)
/** The tick depends on the code: a price that is finer is refused with the nearest one (`checkPrices`). */
export const priceToAsk = decimalNumber(8, 'Enter a price in dollars.').refine(
  (text) => Number(text) > 0,
  'Enter a price above 0.',
)
export const wrongShares = 'Enter 1 to 10,000,000 whole shares.'
export const sharesToAsk = decimalNumber(0, 'Enter a whole number of shares.', wrongShares).refine(
  (text) => Number(text) > 0 && Number(text) <= 10_000_000,
  wrongShares,
)
export const sentOrderId = z.union([z.string().trim().min(1).max(64), z.number().int().transform(String)])
/** The code of a share, or the 21 characters of an option. */
export const orderCode = z
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

/** Distance of a trailing stop that is to be sent. */
export const TrailToSend = z
  .object({
    /** Dollars per share, or percent of the price. */
    offset: decimalNumber(4, 'Enter the distance.').refine((text) => Number(text) > 0, 'Enter a distance above 0.'),
    unit: z.enum(trailUnits),
  })
  .meta({ id: 'TrailToSend' })
const entry = {
  ticket: orderCode,
  quantity: sharesToAsk,
  directionality: z.enum(directionalities),
  accountNumber: orderAccountNumber,
  /** Null for a MARKET and a TRAILING_STOP order only. */
  price: priceToAsk.nullable(),
  /** For a STOP_LIMIT order, whose `price` is the stop. */
  limitPrice: priceToAsk.nullable().optional(),
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
  childQuantity: sharesToAsk,
  childDirectionality: z.enum(directionalities),
  /** Null for a TRAILING_STOP only. */
  childPrice: priceToAsk.nullable(),
  /** For a STOP_LIMIT, whose `childPrice` is the stop. */
  childLimitPrice: priceToAsk.nullable().optional(),
  /** For a TRAILING_STOP. */
  childTrail: TrailToSend.nullable().optional(),
  childOrderType: z.enum(['STOP', 'LIMIT', 'STOP_LIMIT', 'TRAILING_STOP']),
  /** A limit beside the stop, at which the position is closed with a profit; the fill of one cancels the other. */
  targetPrice: priceToAsk.nullable().optional(),
  cancelPrice: priceToAsk.nullable().optional(),
}
/** The ids of the preview's questions that were answered with yes. */
export const orderAnswers = { answered: z.array(z.string().trim().min(1).max(80)).max(20).optional() }

export const OrderEntry = z.object({ ...entry, ...orderAnswers }).superRefine(checkPrices)
export type OrderEntry = z.output<typeof OrderEntry>
export const OrderEntryWithTrigger = z.object({ ...entry, ...protection, ...orderAnswers }).superRefine(checkPrices)
export type OrderEntryWithTrigger = z.output<typeof OrderEntryWithTrigger>
export const OrderToPreview = z
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
  ticket: orderCode,
  quantity: sharesToAsk,
  /** SELL closes a long position, BUY a short one. */
  directionality: z.enum(['BUY', 'SELL']),
  accountNumber: orderAccountNumber,
  targetPrice: priceToAsk,
  stopOrderType,
  /** Null for a TRAILING_STOP only. */
  stopPrice: priceToAsk.nullable(),
  stopLimitPrice: priceToAsk.nullable().optional(),
  stopTrail: TrailToSend.nullable().optional(),
  duration: z.enum(ticketDurations).optional(),
  goodTill: givenDay.nullable().optional(),
}
export const PairToPreview = z.object(pair).superRefine(checkPairPrices)
export type PairToPreview = z.output<typeof PairToPreview>
export const OrderPair = z.object({ ...pair, ...orderAnswers }).superRefine(checkPairPrices)
export type OrderPair = z.output<typeof OrderPair>

/** A leg of an order that is to be sent. */
export const LegToSend = z
  .object({
    ticket: orderCode,
    instruction: z.enum(tradeInstructions),
    /** Shares or contracts for each unit of the order. */
    ratio: sharesToAsk,
  })
  .refine(({ ticket, instruction }) => isOptionCode(ticket) === /_TO_(OPEN|CLOSE)$/.test(instruction), {
    path: ['instruction'],
    error: 'Options are opened or closed, shares are bought or sold.',
  })
  .meta({ id: 'LegToSend' })
const spread = {
  accountNumber: orderAccountNumber,
  legs: z
    .array(LegToSend)
    .min(2, 'An order of several legs has two to four.')
    .max(4, 'An order of several legs has two to four.'),
  /** Units: each leg is for this many times its ratio. */
  quantity: sharesToAsk,
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
export const SpreadToPreview = spreadFields.superRefine(checkSpread)
export const SpreadEntry = z.object({ ...spread, ...orderAnswers }).superRefine(checkSpread)
export type SpreadEntry = z.output<typeof SpreadEntry>

const replacement = {
  accountNumber: orderAccountNumber,
  orderId: sentOrderId,
  /** Quantity to trade from now on, in addition to the filled quantity. */
  quantity: sharesToAsk,
  /** The filled quantity when the change was made; the change is refused when more has filled since. */
  filledQuantity: listedShares.refine((text) => Number(text) >= 0, 'The filled quantity is not below 0.'),
  /** Of several legs the net price. Null for a TRAILING_STOP order only; null keeps the price of another one. */
  price: priceToAsk.nullable(),
  limitPrice: priceToAsk.nullable().optional(),
  trail: TrailToSend.nullable().optional(),
  childPrice: priceToAsk.nullable().optional(),
  childLimitPrice: priceToAsk.nullable().optional(),
  childTrail: TrailToSend.nullable().optional(),
  /** The target of an entry with two exits. */
  targetPrice: priceToAsk.nullable().optional(),
}
export const ReplacementToPreview = z.object(replacement)
export type ReplacementToPreview = z.output<typeof ReplacementToPreview>
export const ReplacementEntry = z.object({ ...replacement, ...orderAnswers })
