// The figures that a calculator has changed since a ticket was filled from it.
import { keysOf } from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'

const names = {
  code: 'code',
  directionality: 'side',
  quantity: 'quantity',
  price: 'price',
  stopPrice: 'stop loss',
  cancelPrice: 'cancel price',
} as const satisfies Partial<Record<keyof OrderTicketRequest, string>>

/** `['quantity 147 → 160', 'price 47.61 → 47.80']` */
export function changedFigures(before: OrderTicketRequest, now: OrderTicketRequest): string[] {
  return keysOf(names)
    .filter((field) => before[field] !== now[field])
    .map((field) =>
      `${names[field]} ${before[field] ?? 'none'} → ${now[field] ?? 'none'}`
        .replaceAll('SELL_SHORT', 'sell short')
        .replaceAll('BUY', 'buy'),
    )
}
