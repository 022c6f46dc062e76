// Reads an order change from a request body as sent, so that a change that did not happen can be opened again.
import { fieldsOf } from './fields-of.ts'
import type { OrderChangeRequest } from './order-change.ts'
import { trailOfWire } from './trail-of-wire.ts'

/** Reads the order change from a request body as sent; returns undefined for any other call. */
export function changeOfWire(call: string, body: unknown): OrderChangeRequest | undefined {
  if (call !== 'order.replaceOrder' || typeof body !== 'object' || body === null) return undefined
  const fields = fieldsOf(body)
  const optional = (name: string): string | null =>
    typeof fields[name] === 'string' || typeof fields[name] === 'number' ? String(fields[name]) : null
  const words = (name: string): string => optional(name) ?? ''
  return {
    accountNumber: words('accountNumber'),
    orderId: words('orderId'),
    quantity: words('quantity'),
    filledQuantity: words('filledQuantity'),
    price: optional('price'),
    limitPrice: optional('limitPrice'),
    trail: trailOfWire(fields['trail'])?.offset ?? null,
    childPrice: optional('childPrice'),
    targetPrice: optional('targetPrice'),
  }
}
