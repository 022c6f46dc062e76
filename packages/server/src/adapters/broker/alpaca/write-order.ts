// Maps our orders to Alpaca's format, strictly: exactly the fields that each type of order requires. What Alpaca cannot
// express is refused here, before anything is sent, with what the user can do instead.
import {
  isOptionCode,
  type OrderDraft,
  type OrderPrice,
  type OrderTerms,
  type TradeInstruction,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { writeSymbol } from './wire-symbol.ts'

const sides: Readonly<Record<TradeInstruction, 'buy' | 'sell'>> = {
  BUY: 'buy',
  SELL: 'sell',
  SELL_SHORT: 'sell',
  BUY_TO_COVER: 'buy',
  BUY_TO_OPEN: 'buy',
  SELL_TO_CLOSE: 'sell',
  SELL_TO_OPEN: 'sell',
  BUY_TO_CLOSE: 'buy',
}

/** What the order does to the position, so that a sale never opens a short position unasked. */
const intents: Readonly<Record<TradeInstruction, string>> = {
  BUY: 'buy_to_open',
  SELL: 'sell_to_close',
  SELL_SHORT: 'sell_to_open',
  BUY_TO_COVER: 'buy_to_close',
  BUY_TO_OPEN: 'buy_to_open',
  SELL_TO_CLOSE: 'sell_to_close',
  SELL_TO_OPEN: 'sell_to_open',
  BUY_TO_CLOSE: 'buy_to_close',
}

/**
 * Returns why Alpaca cannot take an order of this shape, and what to do instead; null when it can. Source:
 * docs/rules/brokerage.md, "Alpaca".
 */
export function shapeFault({ terms, child }: OrderDraft): string | null {
  if (isOptionCode(terms.symbol)) return optionFault(terms, child)
  return child === null ? null : childFault(terms, child)
}

function optionFault({ price, duration }: OrderTerms, child: OrderTerms | null): string | null {
  if (child !== null) return 'Alpaca takes no stop loss with an order for options. Place the order alone.'
  if (price.type !== 'MARKET' && price.type !== 'LIMIT')
    return 'Alpaca takes only market and limit orders for options. Choose one of them.'
  return duration === 'DAY' ? null : 'Alpaca takes orders for options for the day only. Choose Day as the duration.'
}

function childFault(terms: OrderTerms, child: OrderTerms): string | null {
  if (terms.price.type !== 'MARKET' && terms.price.type !== 'LIMIT')
    return (
      'Alpaca attaches a stop loss to market and limit orders only, not to an entry that waits for a stop. ' +
      'Choose a limit or market entry, or place the entry alone and its stop loss once it is filled.'
    )
  if (child.price.type === 'TRAILING_STOP' || child.price.type === 'MARKET')
    return 'Alpaca attaches only a stop, stop limit or limit order. Place another exit once the entry is filled.'
  if (!new Decimal(child.quantity).equals(terms.quantity))
    return 'At Alpaca an attached exit has the quantity of its entry. Give both the same quantity.'
  if (terms.price.type === 'LIMIT' && child.duration !== terms.duration)
    return (
      'At Alpaca an attached exit lasts as long as its entry, and one for the day would leave the position ' +
      'unprotected tomorrow. Choose Good till cancel for the entry.'
    )
  return null
}

const priceFields = (price: OrderPrice): object => {
  switch (price.type) {
    case 'MARKET':
      return {}
    case 'LIMIT':
      return { limit_price: price.limitPrice }
    case 'STOP':
      return { stop_price: price.stopPrice }
    case 'STOP_LIMIT':
      return { stop_price: price.stopPrice, limit_price: price.limitPrice }
    case 'TRAILING_STOP':
      return price.trail.unit === 'PERCENT'
        ? { trail_percent: price.trail.offset }
        : { trail_price: price.trail.offset }
  }
}

const durationOf = ({ duration }: OrderTerms): 'day' | 'gtc' => (duration === 'DAY' ? 'day' : 'gtc')

/** A market entry is filled at once; it takes the duration of its exit, which Alpaca gives to both. */
function timeInForce({ terms, child }: OrderDraft): 'day' | 'gtc' {
  return durationOf(child !== null && terms.price.type === 'MARKET' ? child : terms)
}

function exitFields(child: OrderTerms | null): object {
  if (child === null) return {}
  const { price } = child
  const exit =
    price.type === 'LIMIT' ? { take_profit: { limit_price: price.limitPrice } } : { stop_loss: priceFields(price) }
  return { order_class: 'oto', ...exit }
}

/** Returns the body of a POST. Prices and quantities are decimal text. */
export function writeAlpacaOrder(draft: OrderDraft, reference: string): object {
  const { terms, child } = draft
  return {
    symbol: writeSymbol(terms.symbol),
    qty: new Decimal(terms.quantity).toFixed(),
    side: sides[terms.instruction],
    position_intent: intents[terms.instruction],
    type: terms.price.type.toLowerCase(),
    time_in_force: timeInForce(draft),
    client_order_id: reference,
    ...priceFields(terms.price),
    ...exitFields(child),
  }
}
