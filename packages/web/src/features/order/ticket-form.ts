// The form state of a ticket: its fields, their validation, and the order they produce.
import {
  childPriceFields,
  findPriceField,
  findTickFaults,
  missingPriceTexts,
  type OrderEntryWithTrigger,
  type OrderToPreview,
  pairStopFields,
  type PairToPreview,
  type PriceFields,
  priceFieldsOf,
  readPrice,
  wrongShares,
} from '@clubfolio/contract'
import {
  type Directionality,
  exitsOf,
  findOrderFaults,
  formatOrderPrice,
  formatTrail,
  hasPricePart,
  instructionFor,
  isOptionCode,
  marketDay,
  type OrderDraft,
  type OrderFaultKind,
  type OrderSession,
  type OrderTerms,
  orderTypeRules,
  restingTime,
  type SizeMode,
  type StopOrderType,
  stopOrderTypes,
  type TicketDuration,
  type TicketOrderType,
  trailStop,
  type TrailUnit,
  unknownMarket,
} from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'

export interface TicketForm {
  readonly accountNumber: string
  readonly code: string
  readonly directionality: Directionality
  readonly orderType: TicketOrderType
  readonly duration: TicketDuration
  /** The last day of the order; null for none, empty while it is not chosen. */
  readonly goodTill: string | null
  readonly session: OrderSession
  /** What `amount` counts; shares are `quantity` itself. */
  readonly sizeMode: SizeMode
  /** Dollars, or percent of the capital. */
  readonly amount: string
  /** Dollars; empty means the value of the account. */
  readonly capital: string
  /** Whole shares or contracts; in another size mode what `amount` pays for (`size-form.ts`). */
  readonly quantity: string
  readonly price: string
  /** The limit of a stop-limit order, whose price is the stop. */
  readonly limitPrice: string
  /** Distance of a trailing stop, in `trailUnit`. */
  readonly trail: string
  readonly trailUnit: TrailUnit
  /** Target and stop close what is held, as a pair. */
  readonly isPair: boolean
  readonly stopType: StopOrderType
  /** Empty means no stop loss. */
  readonly stopPrice: string
  readonly stopLimit: string
  readonly stopTrail: string
  readonly stopTrailUnit: TrailUnit
  /** Empty means no target. */
  readonly targetPrice: string
  /** Empty means the same quantity as the entry. */
  readonly stopQuantity: string
  readonly cancelPrice: string
}

/** A trail as it is typed. */
export type TypedTrail = Pick<TicketForm, 'directionality' | 'trail' | 'trailUnit'>

export type TicketFaults = Partial<Record<keyof TicketForm, string>>

/** What a ticket sends: an order with its exits, or a pair of exits for a position that is held. */
export type TicketOrder = OrderToPreview | PairToPreview

export const isPairOrder = (order: TicketOrder): order is PairToPreview => 'stopOrderType' in order

/** `accountNumber` is the account in view, empty without one. */
export function startForm(request: OrderTicketRequest, accountNumber: string): TicketForm {
  return {
    accountNumber: request.accountNumber ?? accountNumber,
    code: request.code ?? '',
    directionality: request.directionality ?? 'BUY',
    orderType: request.orderType ?? 'STOP',
    duration: request.duration ?? 'GOOD_TILL_CANCEL',
    goodTill: request.goodTill ?? null,
    session: request.session ?? 'NORMAL',
    sizeMode: request.sizeMode ?? 'SHARES',
    amount: request.amount ?? '',
    capital: '',
    quantity: request.quantity ?? '',
    price: request.price ?? '',
    limitPrice: request.limitPrice ?? '',
    trail: request.trail ?? '',
    trailUnit: request.trailUnit ?? 'DOLLARS',
    isPair: request.isPair ?? false,
    stopType: request.stopType ?? 'STOP',
    stopPrice: request.stopPrice ?? '',
    stopLimit: request.stopLimit ?? '',
    stopTrail: request.stopTrail ?? '',
    stopTrailUnit: request.stopTrailUnit ?? 'DOLLARS',
    targetPrice: request.targetPrice ?? '',
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

/** Selling a holding has no exits, and a pair consists of them. */
export const canHaveExits = ({ directionality, isPair }: Pick<TicketForm, 'directionality' | 'isPair'>): boolean =>
  isPair || directionality !== 'SELL'

/** Only a stop waits on the far side of the market, where the cancel price can be touched before it. */
export const canHaveCancelPrice = ({ orderType, isPair }: Pick<TicketForm, 'orderType' | 'isPair'>): boolean =>
  !isPair && orderTypeRules[orderType].waitsFor === 'stop'

/** Market orders are day orders. */
export const durationOf = ({ orderType, duration, isPair }: TicketForm): TicketDuration => {
  const { hasDuration, defaultDuration } = orderTypeRules[orderType]
  return hasDuration || isPair ? duration : defaultDuration
}

const goodTillOf = (form: TicketForm): string | null =>
  durationOf(form) === 'GOOD_TILL_CANCEL' && form.goodTill !== '' ? form.goodTill : null

/** The stop loss in the fields of a price; a missing part is null. */
function stopFieldsOf({ stopType, stopPrice, stopLimit, stopTrail, stopTrailUnit }: TicketForm): PriceFields {
  const typed = (text: string) => (text === '' ? null : text)
  return {
    price: stopType === 'TRAILING_STOP' ? null : typed(stopPrice),
    ...(stopType === 'STOP_LIMIT' ? { limitPrice: typed(stopLimit) } : {}),
    ...(stopType === 'TRAILING_STOP' && stopTrail !== '' ? { trail: { offset: stopTrail, unit: stopTrailUnit } } : {}),
  }
}

/** Whether the form has a stop loss, however complete it is. */
export const hasStop = (form: TicketForm): boolean =>
  canHaveExits(form) && (form.stopType === 'TRAILING_STOP' ? form.stopTrail : form.stopPrice) !== ''

const hasTarget = (form: TicketForm): boolean => canHaveExits(form) && form.targetPrice !== ''

export const isPrice = (text: string): boolean => /^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0
/** Returns what is wrong with a quantity; undefined for a good one. */
export function sharesFault(text: string): string | undefined {
  if (!/^\d+$/.test(text) || Number(text) === 0) return 'Enter whole shares.'
  return Number(text) > 10_000_000 ? wrongShares : undefined
}

/** Returns whether a text can be the code of a share or of a contract. */
export const isCode = (text: string): boolean => /^[\w./-]{1,24}$/.test(text) || isOptionCode(text)

export function ticketFaults(form: TicketForm): TicketFaults {
  const hasExits = hasStop(form) || hasTarget(form)
  const missing: TicketFaults = {
    ...(form.accountNumber === '' ? { accountNumber: 'Choose an account.' } : {}),
    ...(isCode(form.code) ? {} : { code: 'Enter the code.' }),
    ...sizeFaults(form),
    ...(form.isPair ? {} : missingPrices(form)),
    ...exitFaults(form),
    ...optional('stopQuantity', !hasExits || form.stopQuantity === '' ? undefined : sharesFault(form.stopQuantity)),
    ...(!hasExits || !canHaveCancelPrice(form) || form.cancelPrice === '' || isPrice(form.cancelPrice)
      ? {}
      : { cancelPrice: 'Enter a price or nothing.' }),
    ...(form.goodTill === '' && durationOf(form) === 'GOOD_TILL_CANCEL' ? { goodTill: 'Choose the last day.' } : {}),
  }
  if (Object.keys(missing).length > 0) return missing
  const fine = tooFine(orderOf(form))
  return Object.keys(fine).length > 0 ? fine : contradictions(orderOf(form))
}

function sizeFaults({ sizeMode, amount, capital, quantity }: TicketForm): TicketFaults {
  if (sizeMode === 'SHARES') return optional('quantity', sharesFault(quantity))
  const isPercent = sizeMode !== 'DOLLARS'
  if (!isPrice(amount)) return { amount: isPercent ? 'Enter a percentage.' : 'Enter dollars.' }
  if (isPercent && Number(amount) > 100) return { amount: 'Enter at most 100%.' }
  if (capital !== '' && !isPrice(capital)) return { capital: 'Enter dollars or nothing.' }
  // Without a price or a stop there is no size yet, and that field says so.
  if (quantity === '') return {}
  return quantity === '0' ? { amount: 'It is too small for one share.' } : optional('amount', sharesFault(quantity))
}

const missingPrices = (form: TicketForm): TicketFaults =>
  Object.fromEntries(
    priceFieldsOf(form.orderType)
      .filter(({ field }) => !isPrice(form[field]))
      .map(({ field }) => [field, missingPriceTexts[field]]),
  )

/** A pair needs both exits, and a size by risk a stop. */
function exitFaults(form: TicketForm): TicketFaults {
  if (!canHaveExits(form)) return {}
  const { isPair, sizeMode, stopType, stopPrice, stopLimit, stopTrail, targetPrice } = form
  const needsStop = isPair || sizeMode === 'RISK'
  const stop = hasStop(form) || needsStop
  const wrong = isPair ? 'Enter the target.' : 'Enter a price or nothing.'
  const isTargetMissing = isPair ? !isPrice(targetPrice) : targetPrice !== '' && !isPrice(targetPrice)
  return {
    ...(stop && stopType === 'TRAILING_STOP' && !isPrice(stopTrail) ? { stopTrail: 'Enter the distance.' } : {}),
    ...(stop && stopType !== 'TRAILING_STOP' && !isPrice(stopPrice) ? { stopPrice: 'Enter the stop.' } : {}),
    ...(stop && stopType === 'STOP_LIMIT' && !isPrice(stopLimit) ? { stopLimit: 'Enter the limit.' } : {}),
    ...(isTargetMissing ? { targetPrice: wrong } : {}),
  }
}

const optional = (field: keyof TicketForm, text: string | undefined): TicketFaults =>
  text === undefined ? {} : { [field]: text }

const fieldOfPrice: Readonly<Record<string, keyof TicketForm>> = {
  childPrice: 'stopPrice',
  childLimitPrice: 'stopLimit',
  childTrail: 'stopTrail',
  stopLimitPrice: 'stopLimit',
}

/** The tick of a price depends on the code. */
const tooFine = (order: TicketOrder): TicketFaults =>
  Object.fromEntries(
    findTickFaults(order.ticket, order).map(({ path: [field = ''], message }) => [
      // The only exit of an entry with a target alone is that target.
      field === 'childPrice' && !isPairOrder(order) && order.childOrderType === 'LIMIT'
        ? 'targetPrice'
        : (fieldOfPrice[field] ?? field),
      message,
    ]),
  )

const faultyField: Readonly<Record<OrderFaultKind, keyof TicketForm>> = {
  trailTooWide: 'trail',
  exerciseNotHeld: 'code',
  stopWrongSide: 'stopPrice',
  targetWrongSide: 'targetPrice',
  stopOfClosing: 'stopPrice',
  stopLarger: 'stopQuantity',
  targetLarger: 'stopQuantity',
  exitsAlike: 'stopPrice',
  pairOfOpening: 'directionality',
  pairUnequal: 'stopQuantity',
  legsApart: 'code',
  turnsOver: 'quantity',
  sessionNotForOrder: 'session',
  goodTillPast: 'goodTill',
  cancelTouched: 'cancelPrice',
  cancelNeverFirst: 'cancelPrice',
  cancelAlwaysFirst: 'cancelPrice',
}

/** Finds the faults of the order alone; the preview finds those that depend on the market. */
function contradictions(order: TicketOrder): TicketFaults {
  const draft = draftOf(order)
  const cancelPrice = isPairOrder(order) ? null : (order.cancelPrice ?? null)
  const found = draft === null ? [] : findOrderFaults(draft, cancelPrice, unknownMarket)
  const hasOwnTrail = !isPairOrder(order) && hasPricePart(order.orderType, 'trail')
  return Object.fromEntries(
    found.map(({ kind, text }) => [kind === 'trailTooWide' && !hasOwnTrail ? 'stopTrail' : faultyField[kind], text]),
  )
}

/** Returns null while a part of a price is missing. */
export function draftOf(order: TicketOrder): OrderDraft | null {
  return isPairOrder(order) ? pairDraftOf(order) : entryDraftOf(order)
}

function pairDraftOf(order: PairToPreview): OrderDraft | null {
  const price = readPrice(order.stopOrderType, pairStopFields(order))
  if (price === null) return null
  const stop: OrderTerms = {
    symbol: order.ticket,
    // It closes what is held.
    instruction: order.directionality === 'SELL' ? 'SELL' : 'BUY_TO_COVER',
    quantity: order.quantity,
    price,
    ...restingTime,
  }
  return { kind: 'PAIR', orders: [{ ...stop, price: { type: 'LIMIT', limitPrice: order.targetPrice } }, stop] }
}

function entryDraftOf(order: OrderToPreview): OrderDraft | null {
  const price = readPrice(order.orderType, order)
  if (price === null) return null
  const goodTill = order.goodTill ?? null
  const terms: OrderTerms = {
    symbol: order.ticket,
    instruction: order.directionality,
    quantity: order.quantity,
    price,
    duration: order.duration ?? 'DAY',
    goodTill: goodTill === null ? null : marketDay(goodTill),
    session: order.session ?? 'NORMAL',
  }
  const { childQuantity, childDirectionality, childOrderType, targetPrice } = order
  if (childQuantity === undefined || childDirectionality === undefined || childOrderType === undefined)
    return { kind: 'ENTRY', terms, exits: [] }
  const exitPrice = readPrice(childOrderType, childPriceFields(order))
  if (exitPrice === null) return { kind: 'ENTRY', terms, exits: [] }
  const exit: OrderTerms = {
    symbol: order.ticket,
    instruction: instructionFor(childDirectionality, 0, order.directionality, isOptionCode(order.ticket)),
    quantity: childQuantity,
    price: exitPrice,
    ...restingTime,
  }
  const target = (targetPrice ?? null) === null ? [] : [{ ...exit, price: limitAt(targetPrice ?? '') }]
  return { kind: 'ENTRY', terms, exits: exitsOf([exit, ...target]) ?? [] }
}

const limitAt = (limitPrice: string) => ({ type: 'LIMIT', limitPrice }) as const

/**
 * Says where a trailing stop is with the last price of the market. Example: with a trail of 2 and a last price of 50.00
 * "Trails the last price by $2.00: the stop is $48.00 now."
 */
export function describeTrailNow(
  { directionality, trail: offset, trailUnit: unit }: TypedTrail,
  last: string | null,
): string {
  if (!isPrice(offset)) return 'The stop follows the last price at this distance and never moves back.'
  const words = `Trails the last price by ${formatTrail({ offset, unit })}`
  if (last === null) return `${words}.`
  const stop = trailStop({ offset, unit }, last, directionality === 'BUY')
  return stop.greaterThan(0) ? `${words}: the stop is ${formatOrderPrice(stop)} now.` : `${words}.`
}

/** Returns the order of a form without faults. */
export const orderOf = (form: TicketForm): TicketOrder => (form.isPair ? pairOf(form) : entryOf(form))

const timeOf = (form: TicketForm) => {
  const goodTill = goodTillOf(form)
  return { duration: durationOf(form), ...(goodTill === null ? {} : { goodTill }) }
}

function pairOf(form: TicketForm): PairToPreview {
  const { price, limitPrice, trail } = stopFieldsOf(form)
  return {
    ticket: form.code,
    quantity: form.quantity,
    directionality: form.directionality === 'SELL' ? 'SELL' : 'BUY',
    accountNumber: form.accountNumber,
    targetPrice: form.targetPrice,
    stopOrderType: form.stopType,
    stopPrice: price,
    ...(limitPrice === undefined ? {} : { stopLimitPrice: limitPrice }),
    ...(trail === undefined ? {} : { stopTrail: trail }),
    ...timeOf(form),
  }
}

function entryOf(form: TicketForm): OrderToPreview {
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
    ...timeOf(form),
    ...(form.session === 'NORMAL' ? {} : { session: form.session }),
    ...exitsOfForm(form),
  }
}

function exitsOfForm(form: TicketForm): Partial<OrderToPreview> {
  if (!hasStop(form) && !hasTarget(form)) return {}
  const { price, limitPrice, trail } = stopFieldsOf(form)
  const own = hasStop(form)
    ? {
        childPrice: price,
        childOrderType: form.stopType,
        ...(limitPrice === undefined ? {} : { childLimitPrice: limitPrice }),
        ...(trail === undefined ? {} : { childTrail: trail }),
        ...(hasTarget(form) ? { targetPrice: form.targetPrice } : {}),
      }
    : { childPrice: form.targetPrice, childOrderType: 'LIMIT' as const }
  return {
    childQuantity: form.stopQuantity === '' ? form.quantity : form.stopQuantity,
    childDirectionality: form.directionality === 'BUY' ? 'SELL' : 'BUY',
    ...own,
    cancelPrice: form.cancelPrice === '' || !canHaveCancelPrice(form) ? null : form.cancelPrice,
  }
}

export const hasTrigger = (order: TicketOrder): order is OrderEntryWithTrigger =>
  !isPairOrder(order) && order.childOrderType !== undefined

/** Returns a ticket request for the entry's stop alone, to place after the brokerage rejected it. */
export function missingStop(order: TicketOrder): OrderTicketRequest {
  const { accountNumber, ticket, directionality, quantity } = order
  const isPair = isPairOrder(order)
  const type = isPair ? order.stopOrderType : order.childOrderType
  const { price, limitPrice, trail } = isPair ? pairStopFields(order) : childPriceFields(order)
  return {
    accountNumber,
    code: ticket,
    directionality: isPair ? directionality : directionality === 'BUY' ? 'SELL' : 'BUY',
    orderType: stopOrderTypes.find((one) => one === type) ?? 'STOP',
    quantity,
    ...(price === null ? {} : { price }),
    ...((limitPrice ?? null) === null ? {} : { limitPrice: limitPrice ?? '' }),
    ...(trail ? { trail: trail.offset, trailUnit: trail.unit } : {}),
  }
}
