// The form state of a ticket: its fields, their validation, and the order they produce.
import {
  findPriceField,
  findTickFaults,
  missingPriceTexts,
  type OrderEntryWithTrigger,
  type OrderToPreview,
  priceFieldsOf,
  readPrice,
  wrongShares,
} from '@clubfolio/contract'
import {
  type Directionality,
  entryWith,
  findOrderFaults,
  isOptionCode,
  type OrderDraft,
  type OrderFaultKind,
  restingTime,
  singleOrder,
  type TicketDuration,
  type TicketOrderType,
  unknownMarket,
  orderTypeRules,
  formatOrderPrice,
  formatTrail,
  trailStop,
  type TrailUnit,
} from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'

export interface TicketForm {
  readonly accountNumber: string
  readonly code: string
  readonly directionality: Directionality
  readonly orderType: TicketOrderType
  readonly duration: TicketDuration
  readonly quantity: string
  readonly price: string
  /** The limit of a stop-limit order, whose price is the stop. */
  readonly limitPrice: string
  /** Distance of a trailing stop, in `trailUnit`. */
  readonly trail: string
  readonly trailUnit: TrailUnit
  readonly hasStop: boolean
  readonly stopPrice: string
  /** Empty means the same quantity as the entry. */
  readonly stopQuantity: string
  readonly cancelPrice: string
}

export type TicketFaults = Partial<Record<keyof TicketForm, string>>

/** `accountNumber` is the account in view, empty without one. */
export function startForm(request: OrderTicketRequest, accountNumber: string): TicketForm {
  return {
    accountNumber: request.accountNumber ?? accountNumber,
    code: request.code ?? '',
    directionality: request.directionality ?? 'BUY',
    orderType: request.orderType ?? 'STOP',
    duration: request.duration ?? 'GOOD_TILL_CANCEL',
    quantity: request.quantity ?? '',
    price: request.price ?? '',
    limitPrice: request.limitPrice ?? '',
    trail: request.trail ?? '',
    trailUnit: request.trailUnit ?? 'DOLLARS',
    hasStop: request.stopPrice !== undefined,
    stopPrice: request.stopPrice ?? '',
    stopQuantity: request.stopQuantity ?? '',
    cancelPrice: request.cancelPrice ?? '',
  }
}

/**
 * Clears an account that the ticket does not offer, such as a disabled one, so that the user has to choose. No other
 * account replaces it.
 */
export const inNamedAccount = (form: TicketForm, numbers: readonly string[]): TicketForm =>
  numbers.includes(form.accountNumber) ? form : { ...form, accountNumber: '' }

/** Selling a holding has no child order to protect it. */
export const canHaveStop = (directionality: Directionality): boolean => directionality !== 'SELL'

/** Only a stop waits on the far side of the market, where the cancel price can be touched before it. */
export const canHaveCancelPrice = (orderType: TicketOrderType): boolean => orderTypeRules[orderType].waitsFor === 'stop'

/** Market orders are day orders. */
export const durationOf = ({ orderType, duration }: TicketForm): TicketDuration => {
  const { hasDuration, defaultDuration } = orderTypeRules[orderType]
  return hasDuration ? duration : defaultDuration
}

export const isPrice = (text: string): boolean => /^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0
/** Returns what is wrong with a quantity; undefined for a good one. */
export function sharesFault(text: string): string | undefined {
  if (!/^\d+$/.test(text) || Number(text) === 0) return 'Enter whole shares.'
  return Number(text) > 10_000_000 ? wrongShares : undefined
}

/** Returns whether a text can be the code of a share or of a contract. */
export const isCode = (text: string): boolean => /^[\w./-]{1,24}$/.test(text) || isOptionCode(text)

export function ticketFaults(form: TicketForm): TicketFaults {
  const hasStop = form.hasStop && canHaveStop(form.directionality)
  const missing: TicketFaults = {
    ...(form.accountNumber === '' ? { accountNumber: 'Choose an account.' } : {}),
    ...(isCode(form.code) ? {} : { code: 'Enter the code.' }),
    ...optional('quantity', sharesFault(form.quantity)),
    ...Object.fromEntries(
      priceFieldsOf(form.orderType)
        .filter(({ field }) => !isPrice(form[field]))
        .map(({ field }) => [field, missingPriceTexts[field]]),
    ),
    ...(!hasStop || isPrice(form.stopPrice) ? {} : { stopPrice: 'Enter the stop.' }),
    ...optional('stopQuantity', !hasStop || form.stopQuantity === '' ? undefined : sharesFault(form.stopQuantity)),
    ...(!hasStop || !canHaveCancelPrice(form.orderType) || form.cancelPrice === '' || isPrice(form.cancelPrice)
      ? {}
      : { cancelPrice: 'Enter a price or nothing.' }),
  }
  if (Object.keys(missing).length > 0) return missing
  const fine = tooFine(orderOf(form))
  return Object.keys(fine).length > 0 ? fine : contradictions(orderOf(form))
}

const optional = (field: keyof TicketForm, text: string | undefined): TicketFaults =>
  text === undefined ? {} : { [field]: text }

const fieldOfPrice: Readonly<Record<string, keyof TicketForm>> = { childPrice: 'stopPrice' }

/** The tick of a price depends on the code. */
const tooFine = (order: OrderToPreview): TicketFaults =>
  Object.fromEntries(
    findTickFaults(order.ticket, order).map(({ path: [field = ''], message }) => [
      fieldOfPrice[field] ?? field,
      message,
    ]),
  )

const faultyField: Readonly<Record<OrderFaultKind, keyof TicketForm>> = {
  trailTooWide: 'trail',
  stopWrongSide: 'stopPrice',
  targetWrongSide: 'stopPrice',
  stopOfClosing: 'stopPrice',
  stopLarger: 'stopQuantity',
  targetLarger: 'stopQuantity',
  exitsAlike: 'stopPrice',
  pairOfOpening: 'directionality',
  pairUnequal: 'stopQuantity',
  legsApart: 'code',
  sessionNotForOrder: 'orderType',
  goodTillPast: 'duration',
  cancelTouched: 'cancelPrice',
  cancelNeverFirst: 'cancelPrice',
  cancelAlwaysFirst: 'cancelPrice',
}

/** Finds the faults of the order alone; the preview finds those that depend on the market. */
function contradictions(order: OrderToPreview): TicketFaults {
  const draft = draftOf(order)
  const found = draft === null ? [] : findOrderFaults(draft, order.cancelPrice ?? null, unknownMarket)
  return Object.fromEntries(found.map(({ kind, text }) => [faultyField[kind], text]))
}

/** Returns null while a part of the price is missing. */
function draftOf(order: OrderToPreview): OrderDraft | null {
  const price = readPrice(order.orderType, order)
  if (price === null) return null
  const terms = {
    symbol: order.ticket,
    instruction: order.directionality,
    quantity: order.quantity,
    price,
    duration: order.duration ?? 'DAY',
    goodTill: null,
    session: order.session ?? 'NORMAL',
  }
  const childPrice = readPrice(order.childOrderType ?? 'STOP', { price: order.childPrice ?? null })
  if (childPrice === null || order.childQuantity === undefined || order.childDirectionality === undefined)
    return singleOrder(terms)
  return entryWith(terms, {
    symbol: order.ticket,
    instruction: order.childDirectionality,
    quantity: order.childQuantity,
    price: childPrice,
    ...restingTime,
  })
}

/**
 * Says where a trailing stop is with the last price of the market. Example: with a trail of 2 and a last price of 50.00
 * "Trails the last price by $2.00: the stop is $48.00 now."
 */
export function describeTrailNow(
  { directionality, trail: offset, trailUnit: unit }: TicketForm,
  last: string | null,
): string {
  if (!isPrice(offset)) return 'The stop follows the last price at this distance and never moves back.'
  const words = `Trails the last price by ${formatTrail({ offset, unit })}`
  if (last === null) return `${words}.`
  const stop = trailStop({ offset, unit }, last, directionality === 'BUY')
  return stop.greaterThan(0) ? `${words}: the stop is ${formatOrderPrice(stop)} now.` : `${words}.`
}

/** Returns the order of a form without faults. */
export function orderOf(form: TicketForm): OrderToPreview {
  const { code, directionality, orderType } = form
  return {
    ticket: code,
    quantity: form.quantity,
    directionality,
    accountNumber: form.accountNumber,
    price: findPriceField(orderType, 'price') === undefined ? null : form.price,
    ...(findPriceField(orderType, 'limitPrice') === undefined ? {} : { limitPrice: form.limitPrice }),
    ...(findPriceField(orderType, 'trail') === undefined
      ? {}
      : { trail: { offset: form.trail, unit: form.trailUnit } }),
    orderType,
    duration: durationOf(form),
    ...(form.hasStop && canHaveStop(directionality)
      ? {
          childQuantity: form.stopQuantity === '' ? form.quantity : form.stopQuantity,
          childDirectionality: directionality === 'BUY' ? ('SELL' as const) : ('BUY' as const),
          childPrice: form.stopPrice,
          childOrderType: 'STOP' as const,
          cancelPrice: form.cancelPrice === '' || !canHaveCancelPrice(orderType) ? null : form.cancelPrice,
        }
      : {}),
  }
}

export const hasTrigger = (order: OrderToPreview): order is OrderEntryWithTrigger => order.childPrice !== undefined

/** Returns a ticket request for the entry's stop alone, to place after the brokerage rejected it. */
export const missingStop = ({
  accountNumber,
  ticket,
  directionality,
  quantity,
  childPrice,
}: OrderToPreview): OrderTicketRequest => ({
  accountNumber,
  code: ticket,
  directionality: directionality === 'BUY' ? 'SELL' : 'BUY',
  orderType: 'STOP',
  quantity,
  ...((childPrice ?? null) === null ? {} : { price: childPrice ?? '' }),
})
