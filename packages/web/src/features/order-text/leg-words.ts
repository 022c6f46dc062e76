// Multi-leg orders in words: the strategy that the legs form, and each leg with its side and quantity.
import type { Order } from '@clubfolio/contract'
import { sentenceCase } from '@clubfolio/domain'
import { formatPrice } from './format-price.ts'

type Legged = Pick<Order, 'legs' | 'shape'>

export const hasSeveralLegs = ({ legs }: Pick<Order, 'legs'>): boolean => legs.length > 1

/** `Iron condor`, or `3 legs` for a strategy without a name. */
export const describeShape = ({ shape, legs }: Legged): string =>
  shape === null || shape === 'CUSTOM' ? `${legs.length} legs` : sentenceCase(shape)

/** `−3 45 put 2026-03-06`: sold three of that contract; shares show their code. */
export const legLines = ({ legs }: Pick<Order, 'legs'>): string[] =>
  legs.map(({ instruction, quantity, name }) => `${instruction === 'BUY' ? '+' : '−'}${quantity ?? ''} ${name}`)

/** Describes a cancelled order: `Buy 100 ACME`, `3 vertical of ACME`. */
export const describePlacedOrder = (order: Legged & Pick<Order, 'instruction' | 'quantity' | 'code'>): string =>
  hasSeveralLegs(order)
    ? `${order.quantity ?? ''} ${describeShape(order).toLowerCase()} of ${order.code ?? ''}`
    : `${order.instruction === 'BUY' ? 'Buy' : 'Sell'} ${order.quantity ?? ''} ${order.code ?? ''}`

type Child = Legged &
  Pick<Order['children'][number], 'instruction' | 'quantity' | 'orderType' | 'price' | 'status'> & {
    readonly orders?: Order['children'][number]['orders']
  }

/**
 * Describes what follows a fill: `then sell 100 at $48.50 · working`, `then sell 100, trailing stop · cancelled`, `then
 * an OCO pair · filled`.
 */
export function describePlan(child: Child): string {
  const status = sentenceCase(child.status).toLowerCase()
  // A wrapper that only groups two other orders.
  if (child.instruction === null && child.quantity === null && !hasSeveralLegs(child))
    return `then ${describePair(child)} · ${status}`
  return `then ${childWords(child)}${wayOf(child)} · ${status}`
}

/** `sell 100 at $60.00 or, whichever comes first, sell 100 at $48.50` */
const describePair = ({ orders = [] }: Pick<Child, 'orders'>): string =>
  orders.length === 0
    ? 'an OCO pair'
    : orders.map((one) => `${childWords(one)}${wayOf(one)}`).join(' or, whichever comes first, ')

const wayOf = (child: Pick<Child, 'price' | 'orderType'>): string =>
  child.price !== null
    ? ` at ${formatPrice(child.price)}`
    : child.orderType
      ? `, ${sentenceCase(child.orderType).toLowerCase()}`
      : ''

/** `buy 100`, `3 vertical` */
const childWords = (child: Legged & Pick<Order, 'instruction' | 'quantity'>): string =>
  hasSeveralLegs(child)
    ? `${child.quantity ?? ''} ${describeShape(child).toLowerCase()}`
    : `${child.instruction === 'BUY' ? 'buy' : 'sell'} ${child.quantity ?? ''}`
