// Which orders the + at the price axis offers: those that wait at that price, on both sides, with the quantity of the
// position where they close it and the stop loss of the chart where they open one.
// Source: docs/rules/trading.md, "Trade on the chart".
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPrice } from '../order-text/format-price.ts'
import { levelLines, type Levels } from './levels.ts'
import { decimalPrice } from './price-words.ts'

export interface PlaceChoice {
  readonly label: string
  readonly side: 'buy' | 'sell'
  readonly request: OrderTicketRequest
}

export interface Place {
  readonly code: string
  readonly accountNumber: string | undefined
  readonly price: number
  readonly last: number | undefined
  /** Negative for a short position. */
  readonly held: number
  readonly levels: Levels
}

/**
 * Returns the orders that wait at a price: below the last price a limit to buy and a stop to sell, above it a stop to
 * buy and a limit to sell. At the last price, and without one, both are limits.
 *
 * With 150 held and the price at 50.00, 47.61 offers "Buy limit" and "Sell 150 stop".
 */
export function placeChoices(place: Place): readonly PlaceChoice[] {
  const { price, last } = place
  const isAbove = last !== undefined && price > last
  const isBelow = last !== undefined && price < last
  return [choiceOf(place, 'buy', isAbove ? 'STOP' : 'LIMIT'), choiceOf(place, 'sell', isBelow ? 'STOP' : 'LIMIT')]
}

function choiceOf(place: Place, side: 'buy' | 'sell', orderType: 'STOP' | 'LIMIT'): PlaceChoice {
  const { code, accountNumber, price, held } = place
  const isClosing = side === 'buy' ? held < 0 : held > 0
  const quantity = isClosing ? Math.abs(held) : undefined
  const protection = isClosing ? undefined : protectionOf(place, side, orderType)
  const verb = side === 'buy' ? (isClosing ? 'Buy to cover' : 'Buy') : isClosing ? 'Sell' : 'Sell short'
  const words = [verb, ...(quantity === undefined ? [] : [formatCount(quantity)]), orderType.toLowerCase()].join(' ')
  return {
    label:
      `${words} at ${formatPrice(String(price))}` +
      (protection === undefined ? '' : `, stop loss ${formatPrice(protection.stopPrice)}`),
    side,
    request: {
      code,
      ...(accountNumber === undefined ? {} : { accountNumber }),
      directionality: side === 'buy' ? 'BUY' : isClosing ? 'SELL' : 'SELL_SHORT',
      orderType,
      price: decimalPrice(price),
      ...(quantity === undefined ? {} : { quantity: String(quantity) }),
      ...protection,
    },
  }
}

/** Returns the stop loss of the chart, where it protects this entry; a stop is also given up at the level behind it. */
function protectionOf(
  { price, levels }: Place,
  side: 'buy' | 'sell',
  orderType: 'STOP' | 'LIMIT',
): { readonly stopPrice: string; readonly cancelPrice?: string } | undefined {
  const stop = levelLines(levels).stopLoss?.price
  const isLong = side === 'buy'
  if (stop === undefined || (levels.direction === 'long') !== isLong) return undefined
  if (isLong ? stop >= price : stop <= price) return undefined
  const level = isLong ? levels.support : levels.resistance
  const isCancelled = orderType === 'STOP' && level !== undefined && (isLong ? level < price : level > price)
  return { stopPrice: decimalPrice(stop), ...(isCancelled ? { cancelPrice: decimalPrice(level) } : {}) }
}
