// Finds faults that can only go wrong, so that the order is never sent: an exit that would be filled as soon as the
// entry is, one for more than the entry, a pair of exits that is none, hours in which the order cannot fill, and a
// cancel price that is already touched or can never be touched before the entry.
// Source: docs/rules/brokerage.md, "Orders on the wire"; docs/rules/paper-brokerage.md, "Order life cycle".
import { orderTypeRules, pricesNow } from './order-type.ts'
import { pricePartsOf } from './order-price.ts'
import { formatTrail, trailStop } from './trail.ts'
import { Decimal } from 'decimal.js'
import type { MarketDay } from '../kind.ts'
import { isOptionCode } from './option-code.ts'
import {
  describeLegsFault,
  type Exits,
  isOpening,
  type LegsDraft,
  type OrderDraft,
  type OrderTerms,
  type OrderTime,
  type PairDraft,
  protectionOf,
  sideOf,
  targetOf,
} from './order-draft.ts'
import { netOf } from './net-price.ts'
import { formatOrderPrice } from './format-order-price.ts'

export type OrderFaultKind =
  | 'trailTooWide'
  | 'stopWrongSide'
  | 'targetWrongSide'
  | 'stopLarger'
  | 'targetLarger'
  | 'stopOfClosing'
  | 'exitsAlike'
  | 'pairOfOpening'
  | 'pairUnequal'
  | 'legsApart'
  | 'turnsOver'
  | 'sessionNotForOrder'
  | 'exerciseNotHeld'
  | 'goodTillPast'
  | 'cancelTouched'
  | 'cancelNeverFirst'
  | 'cancelAlwaysFirst'

export interface OrderFault {
  readonly kind: OrderFaultKind
  readonly text: string
}

/** Market prices; null where unknown. */
export interface OrderMarket {
  readonly last: Decimal | null
  readonly bid: Decimal | null
  readonly ask: Decimal | null
  /** The market day of now; absent where it does not matter or is not known. */
  readonly today?: MarketDay
}

export const unknownMarket: OrderMarket = { last: null, bid: null, ask: null }

/**
 * Returns what is wrong regardless of what the market does next; without market prices, what is wrong with the order
 * alone.
 */
export function findOrderFaults(draft: OrderDraft, cancelPrice: string | null, market: OrderMarket): OrderFault[] {
  switch (draft.kind) {
    case 'ENTRY':
      return [
        ...termsFaults(draft.terms, market),
        ...exitFaults(draft.terms, draft.exits, market),
        ...(cancelPrice === null ? [] : cancelFaults(draft.terms, new Decimal(cancelPrice), market)),
      ]
    case 'PAIR':
      return [...draft.orders.flatMap((terms) => termsFaults(terms, market)), ...pairFaults(draft, market)]
    case 'LEGS':
      return legsFaults(draft, market)
  }
}

const termsFaults = (terms: OrderTerms, market: OrderMarket): OrderFault[] => [
  ...trailFaults(terms, market),
  ...named('exerciseNotHeld', exerciseFault(terms)),
  ...timeFaults(terms, describeSessionFault(terms), market),
]

/** A brokerage exercises options that are held; whether they are is its own check. */
function exerciseFault({ symbol, instruction, price }: OrderTerms): string | undefined {
  if (price.type !== 'EXERCISE') return undefined
  if (!isOptionCode(symbol)) return 'Only options are exercised. Choose another order type.'
  return instruction === 'SELL_TO_CLOSE' ? undefined : 'Only a bought option is exercised. Choose Sell as the side.'
}

const named = (kind: OrderFaultKind, text: string | undefined): OrderFault[] =>
  text === undefined ? [] : [{ kind, text }]

function timeFaults({ goodTill }: OrderTime, sessionFault: string | undefined, { today }: OrderMarket): OrderFault[] {
  const isPast = goodTill !== null && today !== undefined && goodTill < today
  return [
    ...named('sessionNotForOrder', sessionFault),
    ...named('goodTillPast', isPast ? `${goodTill} is over. Choose today or a later day.` : undefined),
  ]
}

/**
 * Says why an order cannot be for the hours that it names; undefined for one that can. Outside regular hours
 * brokerages take limit orders in shares for the day only.
 */
export function describeSessionFault({
  symbol,
  price,
  duration,
  session,
}: Pick<OrderTerms, 'symbol' | 'duration' | 'session'> & { readonly price: { readonly type: string } }):
  | string
  | undefined {
  if (session === 'NORMAL') return undefined
  if (isOptionCode(symbol)) return 'Options are traded in regular hours only.'
  if (price.type !== 'LIMIT' || duration !== 'DAY')
    return 'Before and after regular hours only limit orders for the day are taken.'
  return undefined
}

/** A stop to sell at zero or below can never be touched. The brokerage refuses 100 percent and more on either side. */
function trailFaults({ instruction, price }: OrderTerms, { last }: OrderMarket): OrderFault[] {
  const { trail } = pricePartsOf(price)
  if (trail === null) return []
  const fault = (why: string): OrderFault[] => [
    { kind: 'trailTooWide', text: `The trail of ${formatTrail(trail)} is too wide: ${why}` },
  ]
  if (trail.unit === 'PERCENT' && new Decimal(trail.offset).greaterThanOrEqualTo(100))
    return fault('it has to be below 100%.')
  if (last === null || sideOf(instruction) === 'BUY' || trailStop(trail, last, false).greaterThan(0)) return []
  return fault(`with the price at ${formatOrderPrice(last)} its stop would be at zero or below and never be touched.`)
}

const alike: OrderFault = {
  kind: 'exitsAlike',
  text: 'Of two exits one is a target, a limit order, and the other one a stop: with two of a kind one is too many.',
}

const isTargetAndStop = (orders: readonly OrderTerms[]): boolean =>
  targetOf(orders) !== null && protectionOf(orders) !== null

function exitFaults(terms: OrderTerms, exits: Exits, market: OrderMarket): OrderFault[] {
  if (exits.length === 0) return []
  const found: OrderFault[] = []
  if (!isOpening(terms.instruction))
    found.push({
      kind: 'stopOfClosing',
      text:
        'This order closes a position, so a stop loss below it would have nothing to protect. Take the stop loss ' +
        'out.',
    })
  const entry = nearestEntry(terms, market)
  for (const exit of exits) {
    // What trails is judged when it starts to work, at the price of then.
    found.push(...trailFaults(exit, unknownMarket), ...sideFaults(exit, entry), ...sizeFaults(exit, terms))
  }
  if (exits.length === 2 && !isTargetAndStop(exits)) found.push(alike)
  return found
}

/** An exit on the wrong side of the entry is filled as soon as the entry is. */
function sideFaults({ instruction, price }: OrderTerms, entry: Entry | null): OrderFault[] {
  // A stop loss that trails starts at its distance from the fill, so it is never on the wrong side.
  const { stop, limit } = pricesNow(price, { isBuy: sideOf(instruction) === 'BUY', last: null })
  const protects = stop ?? limit
  if (entry === null || protects === null) return []
  // A target limit lies on the opposite side of the entry from a stop.
  const isLimit = stop === null
  const isBelow = isLimit === (sideOf(instruction) === 'BUY')
  const isRight = isBelow ? entry.price.greaterThan(protects) : entry.price.lessThan(protects)
  if (isRight) return []
  const place =
    `${isBelow ? 'below' : 'above'} the ${entry.isMarket ? 'market at' : 'entry of'} ` + formatOrderPrice(entry.price)
  const name = isLimit ? 'limit' : 'stop loss'
  return [
    {
      kind: isLimit ? 'targetWrongSide' : 'stopWrongSide',
      text:
        `The ${name} of ${formatOrderPrice(protects)} is on the wrong side: it has to be ${place}, or it is ` +
        'filled at once.',
    },
  ]
}

function sizeFaults({ quantity, price }: OrderTerms, terms: OrderTerms): OrderFault[] {
  if (!new Decimal(quantity).greaterThan(terms.quantity)) return []
  const isTarget = price.type === 'LIMIT'
  return [
    {
      kind: isTarget ? 'targetLarger' : 'stopLarger',
      text:
        `The ${isTarget ? 'target' : 'stop loss'} is for ${quantity}, more than the ${terms.quantity} of the entry. ` +
        `The brokerage would reject it, and the position would have no ${isTarget ? 'target' : 'stop'}.`,
    },
  ]
}

/** The orders of a pair close the same shares, one at a better price than the market's and one at a worse. */
function pairFaults({ orders }: PairDraft, market: OrderMarket): OrderFault[] {
  const [one, other] = orders
  const found: OrderFault[] = []
  if (!isTargetAndStop(orders)) found.push(alike)
  if (orders.some(({ instruction }) => isOpening(instruction)))
    found.push({ kind: 'pairOfOpening', text: 'A pair of exits closes a position, and this one would open one.' })
  const isSame =
    one.symbol === other.symbol &&
    one.instruction === other.instruction &&
    new Decimal(one.quantity).equals(other.quantity)
  if (!isSame)
    found.push({
      kind: 'pairUnequal',
      text: 'Both exits of a pair close the same quantity of the same position. Give both the same quantity.',
    })
  const isBuy = sideOf(one.instruction) === 'BUY'
  const trades = (isBuy ? market.ask : market.bid) ?? market.last
  return trades === null
    ? found
    : [...found, ...orders.flatMap((order) => sideFaults(order, { price: trades, isMarket: true }))]
}

function legsFaults(draft: LegsDraft, market: OrderMarket): OrderFault[] {
  const net = netOf(draft.price)
  const isFine = net !== null && new Decimal(net).decimalPlaces() > 2
  return [
    ...named('legsApart', describeLegsFault(draft.legs)),
    ...named('legsApart', isFine ? 'The net price of several legs is in whole cents.' : undefined),
    ...timeFaults(
      draft,
      draft.session === 'NORMAL' ? undefined : 'Orders of several legs are for regular hours.',
      market,
    ),
  ]
}

interface Entry {
  readonly price: Decimal
  readonly isMarket: boolean
}

/**
 * Returns the possible fill price of the entry nearest to its stop, or the market price at which the stop would already
 * be touched; null if neither is known.
 */
function nearestEntry({ instruction, price }: OrderTerms, { last, bid, ask }: OrderMarket): Entry | null {
  const isBuy = sideOf(instruction) === 'BUY'
  const nearest = (prices: readonly (Decimal | null)[]): Decimal | null => {
    const known = prices.filter((one) => one !== null)
    return known.length === 0 ? null : isBuy ? Decimal.min(...known) : Decimal.max(...known)
  }
  const { stop, limit } = pricesNow(price, { isBuy, last })
  const trades = (isBuy ? ask : bid) ?? last
  // A stop that trails an unknown price has no stop now, and still waits for one.
  const isFilledNow =
    orderTypeRules[price.type].waitsFor !== 'stop' &&
    (limit === null ||
      (trades !== null && (isBuy ? limit.greaterThanOrEqualTo(trades) : limit.lessThanOrEqualTo(trades))))
  const own = nearest([stop, limit])
  const atMarket = isFilledNow ? nearest([trades, last ?? (isBuy ? bid : ask)]) : null
  if (atMarket !== null) return { price: atMarket, isMarket: true }
  return own === null ? null : { price: own, isMarket: false }
}

/** A long entry is cancelled at or below its cancel price, a short one at or above. */
function cancelFaults({ instruction, price }: OrderTerms, cancel: Decimal, { last }: OrderMarket): OrderFault[] {
  const isBuy = sideOf(instruction) === 'BUY'
  const isAt = (one: Decimal): boolean => (isBuy ? one.lessThanOrEqualTo(cancel) : one.greaterThanOrEqualTo(cancel))
  const named = `The cancel price of ${formatOrderPrice(cancel)}`
  const never = (why: string): OrderFault[] => [
    { kind: 'cancelNeverFirst', text: `${named} can never be touched before the entry: ${why} Leave it out.` },
  ]
  const { waitsFor } = orderTypeRules[price.type]
  if (waitsFor === null) return never('a market order is filled at once.')
  if (last !== null && isAt(last))
    return [
      {
        kind: 'cancelTouched',
        text:
          `${named} is touched already: the last price is ${formatOrderPrice(last)}, so the order would be ` +
          'cancelled at once.',
      },
    ]
  const { stop, limit } = pricesNow(price, { isBuy, last })
  const entry = stop ?? limit
  if (entry === null) return []
  if (waitsFor === 'limit') {
    // The price approaches a limit in the same direction as it approaches the cancel price.
    if (!isAt(entry) || entry.equals(cancel))
      return never(`the price passes the entry of ${formatOrderPrice(entry)} first.`)
    return [
      {
        kind: 'cancelAlwaysFirst',
        text:
          `${named} would always be touched before the entry of ${formatOrderPrice(entry)}, so the order could ` +
          'never be filled.',
      },
    ]
  }
  if (!isAt(entry)) return []
  return [
    {
      kind: 'cancelTouched',
      text:
        `${named} has to be ${isBuy ? 'below' : 'above'} the entry of ${formatOrderPrice(entry)}, or the order is ` +
        'cancelled at once.',
    },
  ]
}
