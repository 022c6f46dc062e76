// The price of an order in the fields of our calls. `price` is the order's first price: its stop, or the limit of an
// order that has no stop. A limit behind a stop is `limitPrice`.
import {
  describeSessionFault,
  describeTickFault,
  hasPricePart,
  isOptionCode,
  orderPriceOf,
  type OrderPrice,
  type OrderSession,
  orderTypeRules,
  priceParts,
  type PricePart,
  type PriceParts,
  pricePartsOf,
  type TicketDuration,
  type TicketOrderType,
  type Trail,
} from '@clubfolio/domain'
import type { z } from 'zod'

export interface PriceFields {
  readonly price: string | null
  readonly limitPrice?: string | null | undefined
  readonly trail?: Trail | null | undefined
}
export type PriceField = keyof PriceFields

/** What to say where the field is missing. */
export const missingPriceTexts: Readonly<Record<PriceField, string>> = {
  price: 'Enter a price.',
  limitPrice: 'Enter the limit.',
  trail: 'Enter the distance.',
}

/** Returns the field in which an order of that type has the part. */
function fieldOf(type: TicketOrderType, part: PricePart): PriceField {
  const fields: Readonly<Record<PricePart, PriceField>> = {
    stopPrice: 'price',
    limitPrice: hasPricePart(type, 'stopPrice') ? 'limitPrice' : 'price',
    trail: 'trail',
  }
  return fields[part]
}

export interface LabelledField {
  readonly field: PriceField
  /** Its label in a form. */
  readonly label: string
}

/** Returns the fields of a type's price, in the order in which a form asks for them. */
export function priceFieldsOf(type: TicketOrderType): LabelledField[] {
  const labels: Readonly<Partial<Record<PricePart, string>>> = orderTypeRules[type].labels
  return priceParts.flatMap((part) =>
    labels[part] === undefined ? [] : [{ field: fieldOf(type, part), label: labels[part] }],
  )
}

/** Returns the field; undefined where orders of the type do not have it. */
export const findPriceField = (type: TicketOrderType, field: PriceField): LabelledField | undefined =>
  priceFieldsOf(type).find((one) => one.field === field)

/** Returns the price parts that the fields say for an order of that type; others count as not given. */
export function readPriceParts(type: TicketOrderType, fields: PriceFields): PriceParts {
  const price = fields.price ?? null
  const hasStop = hasPricePart(type, 'stopPrice')
  const limit = hasStop ? (fields.limitPrice ?? null) : price
  return {
    stopPrice: hasStop ? price : null,
    limitPrice: hasPricePart(type, 'limitPrice') ? limit : null,
    trail: hasPricePart(type, 'trail') ? (fields.trail ?? null) : null,
  }
}

/** Returns the price that the fields say; null where one of its parts is missing. */
export const readPrice = (type: TicketOrderType, fields: PriceFields): OrderPrice | null =>
  orderPriceOf(type, readPriceParts(type, fields))

type WrittenPrice = { readonly [F in PriceField]-?: NonNullable<PriceFields[F]> | null }

/** Returns the fields of a price. */
export function writePrice(price: OrderPrice): WrittenPrice {
  const { stopPrice, limitPrice, trail } = pricePartsOf(price)
  return { price: stopPrice ?? limitPrice, limitPrice: stopPrice === null ? null : limitPrice, trail }
}

/** The prices of an order or of a change of one. */
export interface AskedPrices extends Partial<PriceFields> {
  readonly childPrice?: string | null | undefined
  readonly childLimitPrice?: string | null | undefined
  readonly childTrail?: Trail | null | undefined
  readonly targetPrice?: string | null | undefined
  readonly stopPrice?: string | null | undefined
  readonly stopLimitPrice?: string | null | undefined
  readonly stopTrail?: Trail | null | undefined
  readonly cancelPrice?: string | null | undefined
}

/** The price of an exit in the fields of an entry that has one. */
export const childPriceFields = (asked: AskedPrices): PriceFields => ({
  price: asked.childPrice ?? null,
  limitPrice: asked.childLimitPrice,
  trail: asked.childTrail,
})

/** The price of the stop of a pair in the fields of our calls. */
export const pairStopFields = (asked: AskedPrices): PriceFields => ({
  price: asked.stopPrice ?? null,
  limitPrice: asked.stopLimitPrice,
  trail: asked.stopTrail,
})

const childFields: Readonly<Record<PriceField, string>> = {
  price: 'childPrice',
  limitPrice: 'childLimitPrice',
  trail: 'childTrail',
}
const pairFields: Readonly<Record<PriceField, string>> = {
  price: 'stopPrice',
  limitPrice: 'stopLimitPrice',
  trail: 'stopTrail',
}

const isNumber = /^\d+(\.\d+)?$/

/** Returns what to say of each price that is finer than the tick of the code, by its place in the body. */
export function findTickFaults(code: string, asked: AskedPrices): { path: string[]; message: string }[] {
  const { price, limitPrice, trail, childPrice, childLimitPrice, childTrail, cancelPrice, targetPrice } = asked
  const { stopPrice, stopLimitPrice, stopTrail } = asked
  const inDollars = (one: Trail | null | undefined) => (one?.unit === 'DOLLARS' ? one.offset : null)
  const prices: readonly (readonly [string[], string | null | undefined])[] = [
    [['price'], price],
    [['limitPrice'], limitPrice],
    [['childPrice'], childPrice],
    [['childLimitPrice'], childLimitPrice],
    [['targetPrice'], targetPrice],
    [['stopPrice'], stopPrice],
    [['stopLimitPrice'], stopLimitPrice],
    [['cancelPrice'], cancelPrice],
    [['trail', 'offset'], inDollars(trail)],
    [['childTrail', 'offset'], inDollars(childTrail)],
    [['stopTrail', 'offset'], inDollars(stopTrail)],
  ]
  return prices.flatMap(([path, given]) => {
    // A field that is no number has its own fault.
    const message = given && isNumber.test(given) ? describeTickFault(given, isOptionCode(code)) : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

interface CheckedTime {
  readonly duration?: TicketDuration | undefined
  readonly goodTill?: string | null | undefined
  readonly session?: OrderSession | undefined
}

/** An entry with its exit, as `checkPrices` checks it. */
export interface CheckedEntry extends AskedPrices, CheckedTime {
  readonly price: string | null
  readonly ticket: string
  readonly orderType: TicketOrderType
  readonly childOrderType?: TicketOrderType | undefined
}

/** Adds an issue for each price of an order that is missing, finer than its tick, or not for its hours. */
export function checkPrices(body: CheckedEntry, context: z.core.$RefinementCtx): void {
  checkTicks(body.ticket, body, context)
  checkPresent(priceFieldsOf(body.orderType), body, context, {
    price: 'price',
    limitPrice: 'limitPrice',
    trail: 'trail',
  })
  if (body.childOrderType !== undefined)
    checkPresent(priceFieldsOf(body.childOrderType), childPriceFields(body), context, childFields)
  checkTime(body, context, {
    symbol: body.ticket,
    price: { type: body.orderType },
    duration: body.duration ?? orderTypeRules[body.orderType].defaultDuration,
    session: body.session ?? 'NORMAL',
  })
}

/**
 * Adds an issue for each price of a preview that is finer than its tick, and for those of its entry that are missing.
 */
export function checkPreviewPrices(body: CheckedEntry, context: z.core.$RefinementCtx): void {
  checkPrices({ ...body, childOrderType: undefined }, context)
}

/** A pair of exits, as `checkPairPrices` checks it. */
export interface CheckedPair extends AskedPrices, CheckedTime {
  readonly ticket: string
  readonly stopOrderType: TicketOrderType
}

/** Adds an issue for each price of a pair that is missing or finer than its tick. */
export function checkPairPrices(body: CheckedPair, context: z.core.$RefinementCtx): void {
  checkTicks(body.ticket, body, context)
  checkPresent(priceFieldsOf(body.stopOrderType), pairStopFields(body), context, pairFields)
  checkGoodTill(body.goodTill, body.duration ?? 'GOOD_TILL_CANCEL', context)
}

function checkTicks(code: string, asked: AskedPrices, context: z.core.$RefinementCtx): void {
  for (const fault of findTickFaults(code, asked)) context.addIssue({ code: 'custom', ...fault })
}

function checkPresent(
  needed: readonly LabelledField[],
  given: PriceFields,
  context: z.core.$RefinementCtx,
  names: Readonly<Record<PriceField, string>>,
): void {
  for (const { field } of needed)
    if ((given[field] ?? null) === null)
      context.addIssue({ code: 'custom', path: [names[field]], message: missingPriceTexts[field] })
}

function checkTime(
  { goodTill }: CheckedTime,
  context: z.core.$RefinementCtx,
  terms: Parameters<typeof describeSessionFault>[0],
): void {
  const message = describeSessionFault(terms)
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['session'], message })
  checkGoodTill(goodTill, terms.duration, context)
}

/** Adds an issue for a last day of an order that ends with the day. */
export function checkGoodTill(
  goodTill: string | null | undefined,
  duration: TicketDuration,
  context: z.core.$RefinementCtx,
): void {
  if ((goodTill ?? null) !== null && duration === 'DAY')
    context.addIssue({
      code: 'custom',
      path: ['goodTill'],
      message: 'A day order cannot have another end date. Choose a longer duration.',
    })
}
