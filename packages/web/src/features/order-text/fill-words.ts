// The fills of an order in words: price, quantity and time; and how a trailing stop follows.
import type { Order, OrderTrail } from '@clubfolio/contract'
import { formatTrail } from '@clubfolio/domain'
import { formatDateTime } from '../../ui/format/date.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { decimalsOf } from './format-price.ts'

type Filled = Pick<Order, 'quantity' | 'filledQuantity' | 'averageFillPrice' | 'filledTime'>

/** `$162.18`, or up to four decimals where the average has them: `$162.1833`. Undefined before the first fill. */
export function describeFillPrice({ averageFillPrice: price }: Pick<Order, 'averageFillPrice'>): string | undefined {
  if (price === null) return undefined
  const places = (price.split('.')[1] ?? '').replace(/0+$/, '').length
  return formatMoney(price, { decimals: Math.min(4, Math.max(decimalsOf(price), places)) })
}

/** `60 of 100` while partly filled; undefined before the first fill and once fully filled. */
export function describeFilledPart({ quantity, filledQuantity }: Filled): string | undefined {
  const filled = Number(filledQuantity)
  return filled > 0 && quantity !== null && filled < Number(quantity)
    ? `${formatCount(filled)} of ${formatCount(Number(quantity))}`
    : undefined
}

/** `2026-03-04 10:02:11 ET` */
export const describeFillTime = ({ filledTime }: Pick<Order, 'filledTime'>): string | undefined =>
  filledTime === null ? undefined : formatDateTime(filledTime)

/** `trails by $2.00`, `trails by 2.50%` */
export const describeTrail = (trail: OrderTrail): string => `trails by ${formatTrail(trail)}`
