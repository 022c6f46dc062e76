// The order that replaces another on the Alpaca wire: the old one as it is now, with some fields changed. Orders that
// wait below it come along.

import { z } from 'zod'
import type { OrderDuration, OrderType } from '../../kind/order-kind.ts'
import type { MarketState } from '../../market/market-state.ts'
import type { AccountBook } from '../../order/account-book.ts'
import { childrenOf } from '../../order/account-book.ts'
import type { ReceivedOrder } from '../../order/order-draft.ts'
import { isOpen, isTradable } from '../../order/order.ts'
import type { Order, OrderTerms } from '../../order/order.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import type { AskedTime } from './alpaca-order-body.ts'
import { MAX_CLIENT_ID, checkTime, netOf, trailField } from './alpaca-order-body.ts'
import { DURATION_OF_TIME } from './alpaca-order-draft.ts'
import type { GivenAmount } from './amount-field.ts'
import { decimalField, isGiven, priceField, quantityField } from './amount-field.ts'

const patchBody = z.object({
  qty: decimalField.nullish(),
  time_in_force: z.enum(['day', 'gtc', 'opg', 'cls', 'ioc', 'fok']).nullish(),
  limit_price: decimalField.nullish(),
  stop_price: decimalField.nullish(),
  trail: decimalField.nullish(),
  client_order_id: z.string().min(1).max(MAX_CLIENT_ID).nullish(),
})

export type OrderChange = z.output<typeof patchBody>

/** Parses the fields to change; throws an AlpacaRefusal that says which one is wrong. */
export function readOrderChange(sent: unknown): OrderChange {
  const read = patchBody.safeParse(sent ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new AlpacaRefusal('invalid', `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'cannot be read'}.`)
}

const AT_CLOSE: Readonly<Partial<Record<OrderType, OrderType>>> = {
  MARKET: 'MARKET_ON_CLOSE',
  LIMIT: 'LIMIT_ON_CLOSE',
}
const AT_ANY_TIME: Readonly<Partial<Record<OrderType, OrderType>>> = {
  MARKET_ON_CLOSE: 'MARKET',
  LIMIT_ON_CLOSE: 'LIMIT',
}
const HAS_LIMIT: ReadonlySet<OrderType> = new Set([
  'LIMIT',
  'STOP_LIMIT',
  'LIMIT_ON_CLOSE',
  'TRAILING_STOP_LIMIT',
  'CABINET',
  'NON_MARKETABLE',
])
const HAS_STOP: ReadonlySet<OrderType> = new Set(['STOP', 'STOP_LIMIT'])

/** Returns type and duration at another time in force. */
function atTime(
  terms: OrderTerms,
  time: AskedTime | null | undefined,
): { readonly orderType: OrderType; readonly duration: OrderDuration } {
  const { orderType, duration, session } = terms
  if (time === null || time === undefined) return { orderType, duration }
  const plain = AT_ANY_TIME[orderType] ?? orderType
  checkTime(
    plain === 'LIMIT' ? 'limit' : plain === 'MARKET' ? 'market' : terms.trail === null ? 'stop' : 'trailing_stop',
    time,
    session !== 'NORMAL',
  )
  return { orderType: time === 'cls' ? (AT_CLOSE[plain] ?? plain) : plain, duration: DURATION_OF_TIME[time] }
}

function changedPrice(
  name: string,
  text: GivenAmount,
  before: OrderTerms['price'],
  hasIt: boolean,
): OrderTerms['price'] {
  if (!isGiven(text)) return before
  if (!hasIt) throw new AlpacaRefusal('invalid', `The order has no ${name} to replace.`)
  return priceField(name, text)
}

function changedNet(terms: OrderTerms, text: GivenAmount): Pick<OrderTerms, 'orderType' | 'price'> {
  if (!isGiven(text)) return terms
  if (terms.orderType === 'MARKET' || terms.orderType === 'EXERCISE')
    throw new AlpacaRefusal('invalid', 'The order has no limit_price to replace.')
  const net = netOf('limit', text)
  return { orderType: net.type, price: net.price }
}

/**
 * Returns the shares that are left of the wanted quantity. The replacement starts without executions, so that both
 * orders together never trade more than was asked for.
 */
function changedQuantity(order: Order & { readonly terms: OrderTerms }, text: GivenAmount, isInGroup: boolean): bigint {
  if (isGiven(text) && isInGroup)
    throw new AlpacaRefusal(
      'invalid',
      'The qty of an order with exits cannot be replaced: cancel it and place another.',
    )
  const wanted = isGiven(text) ? quantityField('qty', text) : order.terms.quantity
  if (wanted <= order.filled)
    throw new AlpacaRefusal('unprocessable', `${order.filled} of the order are already filled: qty must be above that.`)
  return wanted - order.filled
}

function changedTerms(
  order: Order & { readonly terms: OrderTerms },
  change: OrderChange,
  isInGroup: boolean,
): OrderTerms {
  const { terms } = order
  const quantity = changedQuantity(order, change.qty, isInGroup)
  if (terms.legs !== null) return { ...terms, quantity, ...changedNet(terms, change.limit_price) }
  if (isGiven(change.trail) && terms.trail === null)
    throw new AlpacaRefusal('invalid', 'trail is for orders of the type trailing_stop.')
  return {
    ...terms,
    ...atTime(terms, change.time_in_force),
    quantity,
    price: changedPrice('limit_price', change.limit_price, terms.price, HAS_LIMIT.has(terms.orderType)),
    stopPrice: changedPrice('stop_price', change.stop_price, terms.stopPrice, HAS_STOP.has(terms.orderType)),
    trail:
      isGiven(change.trail) && terms.trail !== null
        ? trailField('trail', change.trail, terms.trail.isPercent)
        : terms.trail,
  }
}

async function draftOf(
  order: Order,
  terms: OrderTerms | null,
  book: AccountBook,
  state: MarketState,
): Promise<ReceivedOrder> {
  const children: ReceivedOrder[] = []
  for (const child of childrenOf(book, order.orderId))
    if (isOpen(child)) children.push(await draftOf(child, child.terms, book, state))
  const instrument = terms === null ? null : await state.market.find(terms.symbol, state.marketMs)
  return {
    strategy: order.strategy,
    terms,
    isShortable: instrument?.isShortable ?? true,
    details: terms?.keepsPrice === true ? { specialInstruction: 'DO_NOT_REDUCE' } : {},
    children,
  }
}

/** Returns the draft of the order that replaces an open one. Throws an AlpacaRefusal on a field it does not have. */
export async function replacementDraft(
  old: Order,
  change: OrderChange,
  book: AccountBook,
  state: MarketState,
): Promise<ReceivedOrder> {
  if (!isTradable(old)) throw new AlpacaRefusal('unprocessable', 'A pair is replaced order by order.')
  const isInGroup = old.parentId !== null || childrenOf(book, old.orderId).length > 0
  const draft = await draftOf(old, changedTerms(old, change, isInGroup), book, state)
  return { ...draft, clientOrderId: change.client_order_id ?? null }
}
