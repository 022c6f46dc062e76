// The figures that a calculator has changed since a ticket was filled from it.
import { keysOf } from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPrice } from '../order-text/format-price.ts'

const asIs = (text: string): string => text
const words: Readonly<Record<string, string>> = { BUY: 'buy', SELL: 'sell', SELL_SHORT: 'sell short' }

const figures = {
  code: { name: 'code', format: asIs },
  directionality: { name: 'side', format: (side: string) => words[side] ?? side },
  quantity: { name: 'quantity', format: formatCount },
  price: { name: 'price', format: formatPrice },
  stopPrice: { name: 'stop loss', format: formatPrice },
  cancelPrice: { name: 'cancel price', format: formatPrice },
} as const satisfies Partial<Record<keyof OrderTicketRequest, { name: string; format: (text: string) => string }>>

/** `['quantity 1,470 → 1,600', 'price $47.61 → $47.80']` */
export function changedFigures(before: OrderTicketRequest, now: OrderTicketRequest): string[] {
  return keysOf(figures)
    .filter((field) => before[field] !== now[field])
    .map((field) => {
      const { name, format } = figures[field]
      const write = (text: string | undefined) => (text === undefined ? 'none' : format(text))
      return `${name} ${write(before[field])} → ${write(now[field])}`
    })
}
