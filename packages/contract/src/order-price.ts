// The price of an order in the fields of our calls. `price` is the order's first price: its stop, or the limit of an
// order that has no stop. A limit behind a stop is `limitPrice`.
import {
  describeTickFault,
  hasPricePart,
  isOptionCode,
  orderPriceOf,
  type OrderPrice,
  orderTypeRules,
  priceParts,
  type PricePart,
  type PriceParts,
  pricePartsOf,
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
export interface AskedPrices extends PriceFields {
  readonly childPrice?: string | null | undefined
  readonly cancelPrice?: string | null | undefined
}

const isNumber = /^\d+(\.\d+)?$/

/** Returns what to say of each price that is finer than the tick of the code, by its place in the body. */
export function findTickFaults(code: string, asked: AskedPrices): { path: string[]; message: string }[] {
  const { price, limitPrice, childPrice, cancelPrice, trail } = asked
  const prices: readonly (readonly [string[], string | null | undefined])[] = [
    [['price'], price],
    [['limitPrice'], limitPrice],
    [['childPrice'], childPrice],
    [['cancelPrice'], cancelPrice],
    [['trail', 'offset'], trail?.unit === 'DOLLARS' ? trail.offset : null],
  ]
  return prices.flatMap(([path, given]) => {
    // A field that is no number has its own fault.
    const message = given && isNumber.test(given) ? describeTickFault(given, isOptionCode(code)) : undefined
    return message === undefined ? [] : [{ path, message }]
  })
}

/** Adds an issue for each price of an order that is missing, and for each that is finer than its tick. */
export function checkPrices(
  body: AskedPrices & { readonly ticket: string; readonly orderType: TicketOrderType },
  context: z.core.$RefinementCtx,
): void {
  for (const fault of findTickFaults(body.ticket, body)) context.addIssue({ code: 'custom', ...fault })
  for (const { field } of priceFieldsOf(body.orderType))
    if ((body[field] ?? null) === null)
      context.addIssue({ code: 'custom', path: [field], message: missingPriceTexts[field] })
}
