// What the line of an open order means: what the order would gain or lose at a price, whether it may be there, and
// which order a move changes. Independent of the UI.
// Source: docs/rules/trading.md, "Trade on the chart".
import type { MovePreview } from '@clubfolio/charts'
import type { InstrumentTrading } from '@clubfolio/contract'
import { isStopType, toCents, valueCents, type Cents } from '@clubfolio/domain'
import type { OrderMoveRequest } from '../../kernel/order-change.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { formatPrice } from '../order-text/format-price.ts'

type OpenOrder = InstrumentTrading['orders'][number]
type Trading = Pick<InstrumentTrading, 'position' | 'orders'>

/** Only these can be cancelled alone; the others are withdrawn in their dialog, or with the order they wait for. */
export const isCancellable = ({ status }: OpenOrder): boolean => status === 'WORKING' || status === 'QUEUED'

/** Returns which price of which order a move of this line changes; undefined for a line that stays where it is. */
export function orderMove({
  price,
  change: { orderId, field },
}: OpenOrder): Pick<OrderMoveRequest, 'orderId' | 'moved'> | undefined {
  return price === null || field === null ? undefined : { orderId, moved: field }
}

/** The price that the order closes against: of the position, or of the entry that it waits for. */
function basisOf(order: OpenOrder, { position, orders }: Trading): number | undefined {
  if (order.role === 'ENTRY') return undefined
  const parent = orders.find(({ orderId }) => orderId === order.parentOrderId)
  if (order.status === 'AWAITING_PARENT_ORDER') return parent?.price ?? undefined
  return position === null || position.quantity === 0 ? undefined : position.averagePrice
}

/** Returns what a closing order gains or loses when it fills at this price; undefined for an entry. */
export function resultAt(order: OpenOrder, trading: Trading, price: number): Cents | undefined {
  const basis = basisOf(order, trading)
  if (basis === undefined) return undefined
  const gain = valueCents(price, order.quantity, 1) - valueCents(basis, order.quantity, 1)
  return toCents(order.side === 'SELL' ? gain : -gain)
}

/** `+$1,230.00`, `-$441.00` */
export const formatOrderResult = (result: Cents): string => `${result > 0n ? '+' : ''}${formatMoney(result)}`
export const orderResultTone = (result: Cents): 'up' | 'down' => (result < 0n ? 'down' : 'up')

/** Why an order cannot be at this price; undefined where it can. A limit on the far side of the market is one. */
function refusalAt(order: OpenOrder, trading: Trading, { price, last }: PriceAndLast): string | undefined {
  const isStop = isStopType(order.orderType)
  const isWaiting = order.status === 'AWAITING_PARENT_ORDER'
  if (!isStop && !isWaiting) return undefined
  const bound = isWaiting ? basisOf(order, trading) : last
  // A stop to sell is below, a target to sell above.
  const isBelow = isStop === (order.side === 'SELL')
  if (bound === undefined || (isBelow ? price < bound : price > bound)) return undefined
  return (
    `A ${order.side === 'SELL' ? 'sell' : 'buy'} ${isStop ? 'stop' : 'target'} has to be ` +
    `${isBelow ? 'below' : 'above'} the ${isWaiting ? 'entry' : 'last price'} of ${formatPrice(String(bound))}`
  )
}

export interface PriceAndLast {
  readonly price: number
  readonly last: number | undefined
}

/**
 * Says what an order would mean at a price: its result for an order that closes, the distance from the last price for
 * an entry.
 */
export function previewOrderMove(order: OpenOrder, trading: Trading, at: PriceAndLast): MovePreview {
  const result = resultAt(order, trading, at.price)
  const refusal = refusalAt(order, trading, at)
  const preview: MovePreview =
    result === undefined
      ? { note: distanceWords(at) }
      : { note: formatOrderResult(result), tone: orderResultTone(result) }
  return refusal === undefined ? preview : { ...preview, refusal }
}

/** `2.10% below the last price`; empty without one. */
function distanceWords({ price, last }: PriceAndLast): string {
  if (last === undefined || last <= 0) return ''
  const percent = (price / last - 1) * 100
  return `${formatPercent(Math.abs(percent))} ${percent < 0 ? 'below' : 'above'} the last price`
}
