// Which orders the + at the price axis offers: those that wait at that price, on both sides. One that opens a position
// fills the ticket, with the stop loss of the chart. One that closes is the stop or the target of the whole position:
// an action on it, because a second order beside its exits could sell what is no longer held.
// Source: docs/rules/trading.md, "Trade on the chart".
import { orderTypeRules } from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import type { PositionActionRequest } from '../../kernel/position-action.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPrice } from '../order-text/format-price.ts'
import { levelLines, type Levels } from './levels.ts'
import { decimalPrice } from './price-words.ts'

export type PlaceChoice = {
  readonly label: string
  readonly side: 'buy' | 'sell'
} & ({ readonly ticket: OrderTicketRequest } | { readonly action: PositionActionRequest })

/** A working order that closes the position. */
export interface PlacedExit {
  readonly role: 'STOP' | 'TARGET'
  readonly quantity: number
  /** Its line could be moved to the price. */
  readonly isMovable: boolean
}

export interface Place {
  readonly code: string
  readonly accountNumber: string | undefined
  readonly price: number
  readonly last: number | undefined
  /** Negative for a short position. */
  readonly held: number
  readonly exits: readonly PlacedExit[]
  readonly levels: Levels
}

/**
 * Returns the orders that wait at a price: below the last price a limit to buy and a stop to sell, above it a stop to
 * buy and a limit to sell. At the last price, and without one, both are limits.
 *
 * With 150 held and the price at 50.00, 47.61 offers "Buy limit" and "Stop for 150 long". The latter is left out where
 * moving the line of the position's only stop does the same.
 */
export function placeChoices(place: Place): readonly PlaceChoice[] {
  const { price, last } = place
  const isAbove = last !== undefined && price > last
  const isBelow = last !== undefined && price < last
  return [
    ...choicesOf(place, 'buy', isAbove ? 'STOP' : 'LIMIT'),
    ...choicesOf(place, 'sell', isBelow ? 'STOP' : 'LIMIT'),
  ]
}

function choicesOf(place: Place, side: 'buy' | 'sell', orderType: 'STOP' | 'LIMIT'): readonly PlaceChoice[] {
  const { accountNumber, held } = place
  const isClosing = side === 'buy' ? held < 0 : held > 0
  if (!isClosing) return [openingChoice(place, side, orderType)]
  return accountNumber === undefined ? [] : exitChoices({ ...place, accountNumber }, side, orderType)
}

function openingChoice(place: Place, side: 'buy' | 'sell', orderType: 'STOP' | 'LIMIT'): PlaceChoice {
  const { code, accountNumber, price } = place
  const protection = protectionOf(place, side, orderType)
  const words = `${side === 'buy' ? 'Buy' : 'Sell short'} ${orderType.toLowerCase()}`
  return {
    label:
      `${words} at ${formatPrice(String(price))}` +
      (protection === undefined ? '' : `, stop loss ${formatPrice(protection.stopPrice)}`),
    side,
    ticket: {
      code,
      ...(accountNumber === undefined ? {} : { accountNumber }),
      directionality: side === 'buy' ? 'BUY' : 'SELL_SHORT',
      orderType,
      price: decimalPrice(price),
      ...protection,
    },
  }
}

const waitsForStop = (orderType: 'STOP' | 'LIMIT'): boolean => orderTypeRules[orderType].waitsFor === 'stop'

/** Sets the stop or the target of the whole position; its dialog shows each order that is sent. */
function exitChoices(
  { code, accountNumber, price, held, exits }: Place & { readonly accountNumber: string },
  side: 'buy' | 'sell',
  orderType: 'STOP' | 'LIMIT',
): readonly PlaceChoice[] {
  const role = waitsForStop(orderType) ? 'STOP' : 'TARGET'
  const present = exits.filter((exit) => exit.role === role)
  const quantity = Math.abs(held)
  const [only] = present
  if (present.length === 1 && only !== undefined && only.isMovable && only.quantity === quantity) return []
  return [
    {
      label:
        `${role === 'STOP' ? 'Stop' : 'Target'} for ${formatCount(quantity)} ${held > 0 ? 'long' : 'short'} at ` +
        formatPrice(String(price)),
      side,
      action: {
        accountNumber,
        code,
        choice: role === 'STOP' ? 'MOVE_STOP' : 'SET_TARGET',
        price: decimalPrice(price),
      },
    },
  ]
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
  const isCancelled = waitsForStop(orderType) && level !== undefined && (isLong ? level < price : level > price)
  return { stopPrice: decimalPrice(stop), ...(isCancelled ? { cancelPrice: decimalPrice(level) } : {}) }
}
