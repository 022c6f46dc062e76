// Maps our orders to Alpaca's format, strictly: exactly the fields that each type of order requires. What Alpaca cannot
// express is refused here, before anything is sent, with what the user can do instead.
import {
  debitOf,
  type EntryDraft,
  type Exits,
  isOptionCode,
  type LegsDraft,
  type OrderDraft,
  type OrderPrice,
  type OrderTerms,
  type OrderTime,
  protectionOf,
  singleOrder,
  targetOf,
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
export function shapeFault(draft: OrderDraft): string | null {
  switch (draft.kind) {
    case 'ENTRY':
      return entryFault(draft)
    case 'PAIR':
      return draft.orders.map(timeFault).find((fault) => fault !== null) ?? pairFault(draft.orders)
    case 'LEGS':
      return legsFault(draft)
  }
}

function entryFault(draft: EntryDraft): string | null {
  const { terms, exits } = draft
  const time = timeFault(terms)
  if (time !== null) return time
  if (isOptionCode(terms.symbol)) return optionFault(terms, exits)
  if (exits.length === 0) return null
  return attachFault(draft) === null ? null : exitsFault(exits)
}

/**
 * Returns whether Alpaca holds the exits of an entry. Those that it cannot attach can be placed once the entry is
 * filled, if it takes them as orders of their own; what it never takes is refused with its entry.
 */
export const holdsExits = (draft: EntryDraft): boolean =>
  isOptionCode(draft.terms.symbol) || attachFault(draft) === null || exitsFault(draft.exits) !== null

/** Returns why Alpaca cannot take the exits as orders of their own; null when it can. */
function exitsFault(exits: Exits): string | null {
  const [first, second] = exits
  if (first === undefined) return null
  return shapeFault(second === undefined ? singleOrder(first) : { kind: 'PAIR', orders: [first, second] })
}

/** Alpaca has one kind of extended hours, which includes regular ones, and no last day. */
function timeFault({ session, goodTill }: OrderTime): string | null {
  if (goodTill !== null)
    return 'Alpaca does not take orders that are good till a day. Choose Day or Good till cancel as the duration.'
  if (session === 'AM' || session === 'PM')
    return (
      'Alpaca has no orders for the hours before or after regular ones alone. Choose regular and extended hours ' +
      'together.'
    )
  return null
}

function optionFault({ price, duration }: OrderTerms, exits: Exits): string | null {
  if (exits.length > 0) return 'Alpaca takes no stop loss with an order for options. Place the order alone.'
  if (price.type === 'EXERCISE') return 'Exercise the option at Alpaca itself: it takes no order for that.'
  if (price.type !== 'MARKET' && price.type !== 'LIMIT')
    return 'Alpaca takes only market and limit orders for options. Choose one of them.'
  return duration === 'DAY' ? null : 'Alpaca takes orders for options for the day only. Choose Day as the duration.'
}

/** Returns why Alpaca cannot attach the exits to their entry; null when it can. */
export function attachFault({ terms, exits }: EntryDraft): string | null {
  if (terms.session !== 'NORMAL')
    return 'Alpaca attaches no exits to an order outside regular hours. Place the exits once the entry is filled.'
  if (terms.price.type !== 'MARKET' && terms.price.type !== 'LIMIT')
    return (
      'Alpaca attaches a stop loss to market and limit orders only, not to an entry that waits for a stop. ' +
      'Choose a limit or market entry, or place the entry alone and its stop loss once it is filled.'
    )
  for (const exit of exits) {
    const { price } = exit
    if (price.type === 'TRAILING_STOP' || price.type === 'MARKET')
      return 'Alpaca attaches only a stop, stop limit or limit order. Place another exit once the entry is filled.'
    if (!new Decimal(exit.quantity).equals(terms.quantity))
      return 'At Alpaca an attached exit has the quantity of its entry. Give both the same quantity.'
    if (terms.price.type === 'LIMIT' && exit.duration !== terms.duration)
      return (
        'At Alpaca an attached exit lasts as long as its entry, and one for the day would leave the position ' +
        'unprotected tomorrow. Choose Good till cancel for the entry.'
      )
  }
  return null
}

/** Returns why Alpaca cannot pair two exits; null when it can. */
export function pairFault(orders: readonly OrderTerms[]): string | null {
  if (orders.some(({ symbol }) => isOptionCode(symbol)))
    return 'Alpaca pairs no orders for options. Place the target or the stop alone.'
  if (orders.some(({ price }) => price.type === 'TRAILING_STOP'))
    return (
      'Alpaca does not pair a stop that trails with a target. Choose a stop at a price, or place one of them ' +
      'alone.'
    )
  return null
}

function legsFault({ legs, duration, goodTill }: LegsDraft): string | null {
  if (legs.some(({ symbol }) => !isOptionCode(symbol)))
    return 'Alpaca takes several legs of options only. Trade the shares in an order of their own.'
  return duration === 'DAY' && goodTill === null
    ? null
    : 'Alpaca takes orders for options for the day only. Choose Day as the duration.'
}

const priceFields = (price: OrderPrice): object => {
  switch (price.type) {
    case 'MARKET':
      return {}
    case 'EXERCISE':
      throw new Error('Alpaca takes no order to exercise.')
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

const durationOf = ({ duration }: Pick<OrderTerms, 'duration'>): 'day' | 'gtc' => (duration === 'DAY' ? 'day' : 'gtc')

/** A market entry is filled at once; it takes the duration of its exit, which Alpaca gives to both. */
function timeInForce({ terms, exits }: EntryDraft): 'day' | 'gtc' {
  const [exit] = exits
  return durationOf(exit !== undefined && terms.price.type === 'MARKET' ? exit : terms)
}

const stopLoss = ({ price }: OrderTerms): object => ({ stop_loss: priceFields(price) })
const takeProfit = ({ price }: OrderTerms): object => ({ take_profit: priceFields(price) })

function exitFields(exits: readonly OrderTerms[]): object {
  const [target, stop] = [targetOf(exits), protectionOf(exits)]
  return { ...(target === null ? {} : takeProfit(target)), ...(stop === null ? {} : stopLoss(stop)) }
}

/** Returns the body of a POST. Prices and quantities are decimal text. */
export function writeAlpacaOrder(draft: OrderDraft, reference: string): object {
  const own = { client_order_id: reference }
  switch (draft.kind) {
    case 'ENTRY': {
      const { terms, exits } = draft
      const orderClass = exits.length === 0 ? {} : { order_class: exits.length === 1 ? 'oto' : 'bracket' }
      return {
        ...writeSide(terms, terms.quantity),
        type: terms.price.type.toLowerCase(),
        time_in_force: timeInForce(draft),
        ...(terms.session === 'NORMAL' ? {} : { extended_hours: true }),
        ...own,
        ...priceFields(terms.price),
        ...orderClass,
        ...exitFields(exits),
      }
    }
    case 'PAIR': {
      const [first] = draft.orders
      return {
        ...writeSide(first, first.quantity),
        type: 'limit',
        time_in_force: durationOf(first),
        ...own,
        order_class: 'oco',
        ...exitFields(draft.orders),
      }
    }
    case 'LEGS':
      return { ...writeLegs(draft), ...own }
  }
}

const writeSide = ({ symbol, instruction }: Pick<OrderTerms, 'symbol' | 'instruction'>, quantity: string): object => ({
  symbol: writeSymbol(symbol),
  qty: new Decimal(quantity).toFixed(),
  side: sides[instruction],
  position_intent: intents[instruction],
})

/** What several legs take in is a negative price. */
function writeLegs({ legs, quantity, price, duration }: LegsDraft): object {
  const debit = debitOf(price)
  return {
    order_class: 'mleg',
    qty: new Decimal(quantity).toFixed(),
    type: debit === null ? 'market' : 'limit',
    time_in_force: durationOf({ duration }),
    ...(debit === null ? {} : { limit_price: debit.isZero() ? '0' : debit.toFixed() }),
    legs: legs.map(({ symbol, instruction, ratio }) => ({
      symbol: writeSymbol(symbol),
      ratio_qty: ratio,
      side: sides[instruction],
      position_intent: intents[instruction],
    })),
  }
}
