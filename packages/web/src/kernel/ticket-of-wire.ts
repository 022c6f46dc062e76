// Reads an order ticket from a request body as sent, so that an order that did not happen can be opened again.
import { fieldsOf } from './fields-of.ts'
import type { OrderTicketRequest } from './order-ticket.ts'
import { trailOfWire } from './trail-of-wire.ts'

/** Reads the ticket from a request body as sent; returns undefined for any other call. */
export function ticketOfWire(call: string, body: unknown): OrderTicketRequest | undefined {
  const fields = fieldsOf(body)
  const words = (name: string, as = name) =>
    typeof fields[name] === 'string' || typeof fields[name] === 'number' ? { [as]: String(fields[name]) } : {}
  const trailWords = (name: string, as: string) => {
    const trail = trailOfWire(fields[name])
    return trail === undefined ? {} : { [as]: trail.offset, [`${as}Unit`]: trail.unit }
  }
  const common = {
    ...words('ticket', 'code'),
    ...words('accountNumber'),
    ...words('directionality'),
    ...words('duration'),
    ...words('goodTill'),
    ...words('quantity'),
    ...words('targetPrice'),
  }
  if (call === 'order.putOrderPair')
    return {
      ...common,
      isPair: true,
      ...words('stopOrderType', 'stopType'),
      ...words('stopPrice'),
      ...words('stopLimitPrice', 'stopLimit'),
      ...trailWords('stopTrail', 'stopTrail'),
    }
  if (call !== 'order.putOrder' && call !== 'order.putOrderWithTrigger') return undefined
  // A target alone is the only exit.
  const isTarget = fields['childOrderType'] === 'LIMIT'
  return {
    ...common,
    ...words('orderType'),
    ...words('session'),
    ...words('price'),
    ...words('limitPrice'),
    ...trailWords('trail', 'trail'),
    ...(isTarget ? words('childPrice', 'targetPrice') : words('childPrice', 'stopPrice')),
    ...(isTarget ? {} : words('childOrderType', 'stopType')),
    ...words('childLimitPrice', 'stopLimit'),
    ...trailWords('childTrail', 'stopTrail'),
    ...(fields['childQuantity'] === fields['quantity'] ? {} : words('childQuantity', 'stopQuantity')),
    ...words('cancelPrice'),
  }
}
