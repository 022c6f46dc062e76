// What stands in the fields of Change order, what is wrong with it, and what it changes.
import type { Order } from '@clubfolio/contract'
import type { Replacement } from './api.ts'
import { formatPrice } from './format-price.ts'
import { isPrice, isShares } from './ticket-form.ts'

export interface ChangeForm {
  readonly quantity: string
  /** The limit or the stop, of a stop-limit the stop. */
  readonly price: string
  /** Null where the order has none. */
  readonly limitPrice: string | null
  /** The stop loss that hangs under it; null where there is none. */
  readonly childPrice: string | null
}

/** What is filled already stays filled; the rest is what can be changed. */
export function startChange(order: Order): ChangeForm {
  const isStopLimit = order.orderType === 'STOP_LIMIT'
  return {
    quantity: String(Number(order.quantity ?? 0) - Number(order.filledQuantity)),
    price: (isStopLimit ? order.stopPrice : order.price) ?? '',
    limitPrice: isStopLimit ? (order.price ?? '') : null,
    childPrice: order.children[0]?.price ?? null,
  }
}

export function changeFaults(form: ChangeForm): Partial<Record<keyof ChangeForm, string>> {
  return {
    ...(isShares(form.quantity) ? {} : { quantity: 'Enter whole shares.' }),
    ...(isPrice(form.price) ? {} : { price: 'Enter a price.' }),
    ...(form.limitPrice === null || isPrice(form.limitPrice) ? {} : { limitPrice: 'Enter the limit.' }),
    ...(form.childPrice === null || isPrice(form.childPrice) ? {} : { childPrice: 'Enter the stop.' }),
  }
}

export interface ChangeRow {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Only what differs. Example: `[{ name: 'Price', before: '$50.50', after: '$51.00' }]`. */
export function changeRows(order: Order, form: ChangeForm): ChangeRow[] {
  const start = startChange(order)
  const rows: ChangeRow[] = []
  const note = (name: string, before: string | null, after: string | null, words: (text: string) => string) => {
    if (before !== null && after !== null && Number(before) !== Number(after)) rows.push({ name, before: words(before), after: words(after) })
  }
  note('Qty', start.quantity, form.quantity, (text) => Number(text).toLocaleString('en-US'))
  note(form.limitPrice === null ? 'Price' : 'Stop Price', start.price, form.price, formatPrice)
  note('Limit Price', start.limitPrice, form.limitPrice, formatPrice)
  note('Stop Loss', start.childPrice, form.childPrice, formatPrice)
  return rows
}

export const replacementOf = ({ accountNumber, orderId }: Order, { quantity, price, limitPrice, childPrice }: ChangeForm): Replacement => ({ accountNumber, orderId, quantity, price, limitPrice, childPrice })
