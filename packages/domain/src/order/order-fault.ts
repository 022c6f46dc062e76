// Finds faults that can only go wrong, so that the order is never sent: a stop that would be filled as soon as the
// entry is, a stop for more than the entry, and a cancel price that is already touched or can never be touched before
// the entry.
// Source: docs/rules/brokerage.md, "Orders on the wire"; docs/rules/paper-brokerage.md, "Order life cycle".
import { orderTypeRules, pricesNow } from './order-type.ts'
import { pricePartsOf } from './order-price.ts'
import { formatTrail, trailStop } from './trail.ts'
import { Decimal } from 'decimal.js'
import { isOpening, type OrderDraft, type OrderTerms, sideOf } from './order-draft.ts'
import { formatOrderPrice } from './format-order-price.ts'

export type OrderFaultKind =
  | 'trailTooWide'
  | 'stopWrongSide'
  | 'stopLarger'
  | 'stopOfClosing'
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
}

export const unknownMarket: OrderMarket = { last: null, bid: null, ask: null }

/**
 * Returns what is wrong regardless of what the market does next; without market prices, what is wrong with the order
 * alone.
 */
export function findOrderFaults(draft: OrderDraft, cancelPrice: string | null, market: OrderMarket): OrderFault[] {
  return [
    ...trailFaults(draft.terms, market),
    ...stopFaults(draft, market),
    ...(cancelPrice === null ? [] : cancelFaults(draft.terms, new Decimal(cancelPrice), market)),
  ]
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

function stopFaults({ terms, child }: OrderDraft, market: OrderMarket): OrderFault[] {
  if (child === null) return []
  const found: OrderFault[] = []
  if (!isOpening(terms.instruction))
    found.push({
      kind: 'stopOfClosing',
      text:
        'This order closes a position, so a stop loss below it would have nothing to protect. Take the stop loss ' +
        'out.',
    })
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const entry = nearestEntry(terms, market)
  // A stop loss that trails starts at its distance from the fill, so it is never on the wrong side.
  const { stop, limit } = pricesNow(child.price, { isBuy: !isBuy, last: null })
  const protects = stop ?? limit
  if (entry !== null && protects !== null) {
    // A target limit lies on the opposite side of the entry from a stop.
    const isLimit = stop === null
    const isBelow = isLimit !== isBuy
    const isRight = isBelow ? entry.price.greaterThan(protects) : entry.price.lessThan(protects)
    const place =
      `${isBelow ? 'below' : 'above'} the ${entry.isMarket ? 'market at' : 'entry of'} ` + formatOrderPrice(entry.price)
    const name = isLimit ? 'limit' : 'stop loss'
    if (!isRight)
      found.push({
        kind: 'stopWrongSide',
        text:
          `The ${name} of ${formatOrderPrice(protects)} is on the wrong side: it has to be ${place}, or it is ` +
          'filled at once.',
      })
  }
  if (new Decimal(child.quantity).greaterThan(terms.quantity)) {
    found.push({
      kind: 'stopLarger',
      text:
        `The stop loss is for ${child.quantity}, more than the ${terms.quantity} of the entry. The brokerage would ` +
        'reject it, and the position would have no stop.',
    })
  }
  return found
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
