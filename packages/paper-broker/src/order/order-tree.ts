// How orders of one tree affect each other: a fill starts children and reduces or ends siblings, an end takes the
// waiting orders with it, or starts them for the part that was filled. Pure on the book.
// Source: docs/rules/paper-brokerage.md, "Order life cycle".
import { toEpochMs } from '@clubfolio/domain'
import { larger, smaller } from '../money/decimal.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { NONE, childrenOf, parentOf, setOrder } from './account-book.ts'
import { coverReserve } from './cover-refusal.ts'
import { changesCover, legsOf } from './order-leg.ts'
import { marketRefusal, positionRefusal } from './order-refusal.ts'
import type { Order, OrderTerms } from './order.ts'
import { contractEndMs, contractOf } from '../valuation/option-rule.ts'
import { isOnClose, isOpen, isTradable } from './order.ts'
import type { TradableOrder } from './order.ts'
import { reservePriceOf } from './reservation.ts'
import { closingInstantAfter, expiryOf, isInWindow, windowAt } from './trading-window.ts'

const UNPROTECTED =
  'Cancelled because its parent was cancelled after a partial fill: the shares bought or sold by then are unprotected.'

type End = 'CANCELED' | 'REJECTED' | 'EXPIRED' | 'REPLACED'

const endWords: Readonly<Record<End, string>> = {
  CANCELED: 'was cancelled',
  REJECTED: 'was rejected',
  EXPIRED: 'expired',
  REPLACED: 'was replaced',
}

function childReason(parent: Order, status: End): string {
  return parent.filled > 0n ? UNPROTECTED : `Its parent order ${endWords[status]}.`
}

export interface EndOrderOptions {
  readonly status: End
  readonly atMs: Moment['atMs']
  /** Null leaves the order's description unchanged. */
  readonly description: string | null
  /**
   * Prices and hours with which children start for the part of their parent that was filled, as far as they are known;
   * null or absent where they end with it.
   */
  readonly startsAt?: Moment | null
}

/**
 * Ends an open order and the children that wait for it, and applies the consequence to its parent. Children of an order
 * that was filled in part start for that part.
 */
export function endOrder(
  book: AccountBook,
  order: Order,
  { status, atMs, description, startsAt = null }: EndOrderOptions,
): void {
  if (!isOpen(order)) return
  const ended = { ...order, status, statusDescription: description ?? order.statusDescription, closedAt: atMs }
  setOrder(book, ended)
  // A replacement brings children of its own.
  const isPart = startsAt !== null && status !== 'REPLACED' && isTradable(order) && order.filled > 0n
  for (const child of childrenOf(book, order.orderId)) {
    if (isPart) startForPart(book, child, order, startsAt)
    else
      endOrder(book, child, {
        status: 'CANCELED',
        atMs,
        description: order.strategy === 'OCO' ? description : childReason(order, status),
        startsAt,
      })
  }
  settleWrapper(book, ended, atMs)
}

/** Starts a child for what its parent has filled. */
function startForPart(book: AccountBook, child: Order, parent: TradableOrder, moment: Moment): void {
  if (!isOpen(child)) return
  shrink(book, child, {
    from: parent.terms.quantity,
    to: parent.filled,
    because: 'its parent order was filled in part',
  })
  activate(book, book.orders.get(child.orderId) ?? child, moment)
}

interface ShrinkOptions {
  /** What the order above was for, and is for now. */
  readonly from: bigint
  readonly to: bigint
  readonly because: string
}

/**
 * Makes an open order smaller after the order above it became smaller. What it is for beyond that order stays:
 * a stop of 100 whose entry of 60 replaced one that had filled 40 is for 80 when 40 of the 60 come.
 */
function shrink(book: AccountBook, order: Order, { from, to, because }: ShrinkOptions): void {
  if (!isOpen(order)) return
  const below = childrenOf(book, order.orderId)
  if (!isTradable(order)) {
    for (const leg of below) shrink(book, leg, { from, to, because })
    return
  }
  const { quantity } = order.terms
  const next = smaller(quantity, to + larger(quantity - from, 0n))
  if (next === quantity) return
  setOrder(book, {
    ...order,
    terms: { ...order.terms, quantity: next },
    statusDescription: `Reduced to ${next}: ${because}.`,
  })
  for (const child of below) shrink(book, child, { from: quantity, to: next, because })
}

/** Ends an OCO wrapper once none of its legs is open: filled if one was, otherwise with its last leg's status. */
function settleWrapper(book: AccountBook, leg: Order, atMs: Moment['atMs']): void {
  const wrapper = parentOf(book, leg)
  if (wrapper === null || wrapper.strategy !== 'OCO' || !isOpen(wrapper)) return
  const legs = childrenOf(book, wrapper.orderId)
  if (legs.some(isOpen)) return
  const status = legs.some((one) => one.status === 'FILLED') ? 'FILLED' : leg.status
  setOrder(book, { ...wrapper, status, closedAt: atMs })
}

/** Returns whether two orders trade the same securities in the same direction. */
function isSameTrade(one: OrderTerms, other: OrderTerms): boolean {
  const [legs, others] = [legsOf(one), legsOf(other)]
  return (
    legs.length === others.length &&
    legs.every((leg, n) => {
      const same = others[n]
      return leg.symbol === same?.symbol && leg.instruction === same.instruction && leg.ratio === same.ratio
    })
  )
}

/**
 * Takes what an order of a pair has just traded off the other one, so that together they never trade more than one of
 * them is for, and what is left keeps both. A complete fill ends the other order, and so does any trade in something
 * else.
 */
export function reduceSiblings(book: AccountBook, order: TradableOrder, traded: bigint, moment: Moment): void {
  const wrapper = parentOf(book, order)
  if (wrapper === null || wrapper.strategy !== 'OCO') return
  for (const sibling of childrenOf(book, wrapper.orderId)) {
    if (sibling.orderId === order.orderId || !isOpen(sibling)) continue
    const left = isTradable(sibling) && isSameTrade(order.terms, sibling.terms) ? sibling.terms.quantity - traded : null
    if (isTradable(sibling) && left !== null && sibling.filled > 0n && left <= sibling.filled)
      completeAsFilled(book, sibling, moment)
    else if (isTradable(sibling) && left !== null && left > 0n && isOpen(order))
      shrink(book, sibling, {
        from: sibling.terms.quantity,
        to: left,
        because: 'the other order of the pair was executed in part',
      })
    else
      endOrder(book, sibling, {
        status: 'CANCELED',
        atMs: moment.atMs,
        description: 'The other order of the pair was executed.',
        startsAt: moment,
      })
  }
}

/** Ends an order of a pair of which nothing is left to trade, because the other one has traded the rest. */
function completeAsFilled(book: AccountBook, order: TradableOrder, moment: Moment): void {
  const { filled, terms } = order
  shrink(book, order, {
    from: terms.quantity,
    to: filled,
    because: 'the other order of the pair traded the rest',
  })
  const now = book.orders.get(order.orderId) ?? order
  const complete: Order = { ...now, status: 'FILLED', closedAt: moment.atMs, releaseAt: null }
  setOrder(book, complete)
  followFill(book, complete, moment)
}

/** Follows a complete fill: the pair is over and the children start. */
export function followFill(book: AccountBook, order: Order, moment: Moment): void {
  settleWrapper(book, order, moment.atMs)
  for (const child of childrenOf(book, order.orderId)) if (isOpen(child)) activate(book, child, moment)
}

/** Returns when an order expires; an option order no later than its contract. */
function endOf({ terms }: TradableOrder, moment: Moment): Moment['atMs'] {
  const expiresAt = expiryOf(terms, moment.atMs, moment.isAlwaysOpen)
  const ends = legsOf(terms).flatMap(({ symbol }) => {
    const contract = contractOf(symbol)
    return contract === null ? [] : [contractEndMs(contract)]
  })
  return toEpochMs(Math.min(expiresAt, ...ends))
}

/** Returns a starting order in its first state: working now, or from its session's opening on. */
export function releaseChildren(book: AccountBook, order: Order, moment: Moment): Order {
  if (!isTradable(order)) return { ...order, status: 'WORKING' }
  const { terms } = order
  const { session } = terms
  const window = windowAt(session, moment.atMs, moment.isAlwaysOpen)
  const isIn = isInWindow(session, moment.atMs, moment.isAlwaysOpen)
  const quote = moment.quotes.get(terms.symbol)
  return {
    ...order,
    status: isIn ? 'WORKING' : 'PENDING_ACTIVATION',
    // An on-close order is checked again right before the close.
    releaseAt: isOnClose(terms) ? closingInstantAfter(moment.atMs) : isIn ? null : window.fromMs,
    expiresAt: endOf(order, moment),
    best: terms.trail === null || !isIn ? null : (quote?.last ?? null),
    reservePrice:
      quote === undefined
        ? order.reservePrice
        : changesCover(terms)
          ? coverReserve(book, moment, terms)
          : reservePriceOf(terms, quote),
  }
}

/**
 * Starts a child whose parent is filled. Only position and quantity are checked again; a stop that the market has
 * passed by now triggers immediately.
 */
export function activate(book: AccountBook, child: Order, moment: Moment): void {
  if (!isTradable(child)) {
    setOrder(book, { ...child, status: 'WORKING' })
    const legs = childrenOf(book, child.orderId)
    // The legs of a pair claim the position once, so each is checked without the other.
    const own = new Set(legs.map((leg) => leg.orderId))
    for (const leg of legs) if (isOpen(leg)) activateLeg(book, leg, moment, own)
    return
  }
  // An order that waited claims nothing itself.
  activateLeg(book, child, moment, NONE)
}

function activateLeg(book: AccountBook, order: Order, moment: Moment, excluded: ReadonlySet<bigint>): void {
  if (!isTradable(order)) return activate(book, order, moment)
  const quote = moment.quotes.get(order.terms.symbol)
  const isSessionOpen = isInWindow(order.terms.session, moment.atMs, moment.isAlwaysOpen)
  const refusal =
    positionRefusal(book, order.terms, order.terms.quantity, excluded) ??
    (quote === undefined || !isSessionOpen ? null : marketRefusal(order.terms, quote))
  if (refusal !== null) return endOrder(book, order, { status: 'REJECTED', atMs: moment.atMs, description: refusal })
  setOrder(book, releaseChildren(book, order, moment))
}
