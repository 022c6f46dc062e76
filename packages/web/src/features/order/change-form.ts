// The form state of Change order: its fields, their validation, and what they change.
import {
  findPriceField,
  findTickFaults,
  missingPriceTexts,
  type Order,
  type OrderPreview,
  type OrderToPreview,
  type PriceField,
} from '@clubfolio/contract'
import {
  type Directionality,
  findOrderType,
  formatTrail,
  isOverOrder,
  orderTypeRules,
  priceSteps,
  sentenceCase,
  stepsPerDollar,
  type TrailUnit,
} from '@clubfolio/domain'
import type { AskedOrderChange, OrderChangeRequest, OrderMoveRequest } from '../../kernel/order-change.ts'
import { describeFillPrice } from '../order-text/fill-words.ts'
import { formatPrice } from '../order-text/format-price.ts'
import type { PreviewedChange, PreviewedOrder, Replacement } from './api.ts'
import { isPrice, sharesFault } from './ticket-form.ts'

export interface ChangeForm {
  /** The quantity to trade from now on. */
  readonly quantity: string
  /** The filled quantity when that quantity was proposed or typed. */
  readonly filledQuantity: string
  readonly isQuantityTyped: boolean
  /** The limit or the stop; for a stop-limit order the stop. Null for a trailing stop. */
  readonly price: string | null
  /** Null when the order has none. */
  readonly limitPrice: string | null
  /** Distance of a trailing stop; null when the order has none. */
  readonly trail: string | null
  /** Price of the child stop loss; null without one. */
  readonly childPrice: string | null
  /** Price of the target beside it; null for an entry without both. */
  readonly targetPrice: string | null
}

/** What is already filled stays filled; only the rest can be changed. */
export function startChange(order: Order): ChangeForm {
  const type = findOrderType(order.orderType)
  const has = (field: PriceField): boolean => type !== undefined && findPriceField(type, field) !== undefined
  const isStopLimit = has('limitPrice')
  return {
    quantity: leftOf(order),
    filledQuantity: order.filledQuantity,
    isQuantityTyped: false,
    price: has('price') ? ((isStopLimit ? order.stopPrice : order.price) ?? '') : null,
    limitPrice: isStopLimit ? (order.price ?? '') : null,
    trail: has('trail') ? (order.trail?.offset ?? '') : null,
    ...exitPricesOf(order),
  }
}

type ExitOrder = Order['children'][number]['orders'][number]

interface OrderExits {
  readonly stop: ExitOrder | undefined
  readonly target: ExitOrder | undefined
}

function waitsForLimit(orderType: string | null): boolean {
  const type = findOrderType(orderType)
  return type !== undefined && orderTypeRules[type].waitsFor === 'limit'
}

/** Returns the exits of an entry; its only one counts as the stop, whatever it is. */
function exitsOf({ children: [child] }: Order): OrderExits {
  const pair = child?.orders ?? []
  if (pair.length < 2) return { stop: child, target: undefined }
  const target = pair.find(({ orderType }) => waitsForLimit(orderType))
  return { stop: pair.find((one) => one !== target), target }
}

function exitPricesOf(order: Order): Pick<ChangeForm, 'childPrice' | 'targetPrice'> {
  const { stop, target } = exitsOf(order)
  const isTrailing = stop !== undefined && stop.trail !== null
  return {
    childPrice: stop === undefined || isTrailing ? null : (stop.stopPrice ?? stop.price),
    targetPrice: target?.price ?? null,
  }
}

/**
 * Restores the fields of a change that was not carried out. A quantity equal to the remainder at that time counts as
 * not typed, and follows the current remainder.
 */
export function resumeChange(
  order: Order,
  { quantity, filledQuantity, price, limitPrice, trail, childPrice, targetPrice }: OrderChangeRequest,
): ChangeForm {
  const start = startChange(order)
  const isQuantityTyped = Number(quantity) !== Number(order.quantity ?? 0) - Number(filledQuantity)
  return {
    quantity,
    filledQuantity,
    isQuantityTyped,
    price: start.price === null ? null : (price ?? start.price),
    trail: start.trail && (trail ?? start.trail),
    limitPrice: start.limitPrice && (limitPrice ?? start.limitPrice),
    childPrice: start.childPrice && (childPrice ?? start.childPrice),
    targetPrice: start.targetPrice && (targetPrice ?? start.targetPrice),
  }
}

/**
 * Returns the form of an order with its price moved. The limit of a stop-limit order keeps its distance from the stop.
 *
 * A stop of 48.50 with a limit of 48.30, moved to 49.00, has a limit of 48.80.
 */
export function moveChange(
  order: Order,
  { moved, newPrice }: Pick<OrderMoveRequest, 'moved' | 'newPrice'>,
): ChangeForm {
  const start = startChange(order)
  if (start[moved] === null) return start
  if (moved !== 'price' || start.limitPrice === null) return { ...start, [moved]: newPrice }
  return { ...start, price: newPrice, limitPrice: shifted(start.limitPrice, start.price, newPrice) }
}

/** Returns a limit as far from the new stop as it was from the old one. */
const shifted = (limit: string, from: string | null, to: string): string =>
  String((priceSteps(Number(limit)) + priceSteps(Number(to)) - priceSteps(Number(from))) / stepsPerDollar)

/** Returns the fields with which the dialog begins. */
export function beginChange(order: Order, request: AskedOrderChange | undefined): ChangeForm {
  if (request === undefined) return startChange(order)
  if ('moved' in request) return moveChange(order, request)
  return 'quantity' in request ? resumeChange(order, request) : startChange(order)
}

const leftOf = (order: Order): string => String(Number(order.quantity ?? 0) - Number(order.filledQuantity))

/** An untyped quantity follows the remainder of the order. */
export const followFill = (form: ChangeForm, order: Order): ChangeForm =>
  form.isQuantityTyped || isSame(form.filledQuantity, order.filledQuantity)
    ? form
    : { ...form, quantity: leftOf(order), filledQuantity: order.filledQuantity }

export const typeQuantity = (form: ChangeForm, order: Order, quantity: string): ChangeForm => ({
  ...form,
  quantity,
  filledQuantity: order.filledQuantity,
  isQuantityTyped: true,
})

/** Describes what happened to the order since the dialog was opened; undefined if nothing did. */
export function describeOrderNews(opened: Order, now: Order): string | undefined {
  if (isOverOrder(now.status))
    return `The order is already ${sentenceCase(now.status).toLowerCase()}. There is nothing left to change.`
  if (isSame(opened.filledQuantity, now.filledQuantity)) return undefined
  const price = describeFillPrice(now)
  const at = price === undefined ? '' : ` at ${price}`
  return (
    `${count(now.filledQuantity)} of ${count(now.quantity ?? '0')} are filled by now${at}; ${count(leftOf(now))} ` +
    'are left. Only what is left can be changed.'
  )
}

const isSame = (one: string, other: string): boolean => Number(one) === Number(other)
const count = (text: string): string => Number(text).toLocaleString('en-US')

function quantityFault(form: ChangeForm, order: Order): string | undefined {
  const fault = sharesFault(form.quantity)
  if (fault !== undefined) return fault
  return isSame(form.filledQuantity, order.filledQuantity)
    ? undefined
    : `Typed before the fill. Enter how many of ${count(leftOf(order))} you still want.`
}

/** The fields of the price, null in the form where the order does not have them. */
const priceFields: readonly PriceField[] = ['price', 'limitPrice', 'trail']

/** `order` is its current state. */
export function changeFaults(form: ChangeForm, order: Order): Partial<Record<keyof ChangeForm, string>> {
  const quantity = quantityFault(form, order)
  const missing = {
    ...(quantity === undefined ? {} : { quantity }),
    ...Object.fromEntries(
      priceFields.filter((field) => !isPrice(form[field] ?? '1')).map((field) => [field, missingPriceTexts[field]]),
    ),
    ...(form.childPrice === null || isPrice(form.childPrice) ? {} : { childPrice: 'Enter the stop.' }),
    ...(form.targetPrice === null || isPrice(form.targetPrice) ? {} : { targetPrice: 'Enter the target.' }),
  }
  return Object.keys(missing).length > 0 ? missing : tooFine(form, order)
}

/** The tick of a price depends on the code. */
function tooFine(form: ChangeForm, order: Order): Partial<Record<keyof ChangeForm, string>> {
  const { price, limitPrice, childPrice, targetPrice, trail: offset } = form
  const trail = offset === null ? null : { offset, unit: order.trail?.unit ?? 'DOLLARS' }
  return Object.fromEntries(
    findTickFaults(order.code ?? '', { price, limitPrice, childPrice, targetPrice, trail }).map(
      ({ path: [field = ''], message }) => [field, message],
    ),
  )
}

/** Returns the first message about each field that the preview of this change finds wrong. */
export const wrongFieldsOf = ({ wrongFields = [] }: OrderPreview): Readonly<Record<string, string>> =>
  Object.fromEntries(wrongFields.toReversed().map(({ field, message }) => [field, message]))

/** Returns the change as the order it results in, with its preview, to be shown like an order of the ticket. */
export function previewedOrder(order: Order, { change, preview }: PreviewedChange): PreviewedOrder {
  const { quantity, filledQuantity, price, limitPrice, trail, childPrice, targetPrice } = change
  const shown: OrderToPreview = {
    ticket: preview.code,
    quantity,
    directionality: directionalityOf(preview.brokerInstruction ?? ''),
    accountNumber: change.accountNumber,
    price,
    limitPrice,
    trail,
    orderType: findOrderType(order.orderType) ?? 'STOP',
    ...(childPrice === null
      ? {}
      : {
          childPrice,
          childOrderType: exitTypeOf(order),
          targetPrice,
          // The stop also covers what is filled already.
          childQuantity: String(Number(quantity) + Number(filledQuantity)),
          cancelPrice: order.cancelPrice,
        }),
  }
  return { order: shown, preview }
}

function exitTypeOf(order: Order): NonNullable<OrderToPreview['childOrderType']> {
  const type = findOrderType(exitsOf(order).stop?.orderType ?? null)
  return type === 'LIMIT' || type === 'STOP_LIMIT' || type === 'TRAILING_STOP' ? type : 'STOP'
}

const directionalityOf = (instruction: string): Directionality =>
  instruction.startsWith('BUY')
    ? 'BUY'
    : instruction === 'SELL_SHORT' || instruction === 'SELL_TO_OPEN'
      ? 'SELL_SHORT'
      : 'SELL'

export interface ChangeRow {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Returns only the differences. Example: `[{ name: 'Price', before: '$50.50', after: '$51.00' }]`. */
export function changeRows(order: Order, form: ChangeForm): ChangeRow[] {
  const start = startChange(order)
  const rows: ChangeRow[] = []
  const note = (name: string, before: string | null, after: string | null, words: (text: string) => string) => {
    if (before !== null && after !== null && Number(before) !== Number(after))
      rows.push({ name, before: words(before), after: words(after) })
  }
  note('Qty', start.quantity, form.quantity, (text) => Number(text).toLocaleString('en-US'))
  note(form.limitPrice === null ? 'Price' : 'Stop Price', start.price, form.price, formatPrice)
  note('Limit Price', start.limitPrice, form.limitPrice, formatPrice)
  note('Trail', start.trail, form.trail, (offset) => formatTrail({ offset, unit: trailUnitOf(order) }))
  note('Stop Loss', start.childPrice, form.childPrice, formatPrice)
  note('Target', start.targetPrice, form.targetPrice, formatPrice)
  return rows
}

/** A change keeps the unit of a trail. */
export const trailUnitOf = ({ trail }: Pick<Order, 'trail'>): TrailUnit => trail?.unit ?? 'DOLLARS'

export const replacementOf = (
  order: Order,
  { quantity, filledQuantity, price, limitPrice, trail, childPrice, targetPrice }: ChangeForm,
): Replacement => ({
  accountNumber: order.accountNumber,
  orderId: order.orderId,
  quantity,
  filledQuantity,
  price,
  limitPrice,
  trail: trail === null ? null : { offset: trail, unit: trailUnitOf(order) },
  childPrice,
  childLimitPrice: childLimitOf(order, childPrice),
  childTrail: null,
  targetPrice,
})

/** The limit of a stop loss keeps its distance from the stop; null keeps it where it is. */
function childLimitOf(order: Order, childPrice: string | null): string | null {
  const { stop } = exitsOf(order)
  if (childPrice === null || stop?.orderType !== 'STOP_LIMIT' || stop.stopPrice === null || stop.price === null)
    return null
  return isSame(childPrice, stop.stopPrice) ? null : shifted(stop.price, stop.stopPrice, childPrice)
}
