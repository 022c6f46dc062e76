// How orders of one tree affect each other: a fill starts children and ends siblings, an end takes the waiting orders
// with it. Pure on the book. Source: docs/rules/paper-brokerage.md, "Order life cycle".
import { toEpochMs } from '@clubfolio/domain'
import type { AccountBook, Moment } from './account-book.ts'
import { NONE, childrenOf, parentOf, setOrder } from './account-book.ts'
import { coverReserve } from './cover-refusal.ts'
import { changesCover, legsOf } from './order-leg.ts'
import { marketRefusal, positionRefusal } from './order-refusal.ts'
import type { Order } from './order.ts'
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
}

/** Ends an open order and the children that wait for it, and applies the consequence to its parent. */
export function endOrder(book: AccountBook, order: Order, { status, atMs, description }: EndOrderOptions): void {
  if (!isOpen(order)) return
  const ended = { ...order, status, statusDescription: description ?? order.statusDescription, closedAt: atMs }
  setOrder(book, ended)
  for (const child of childrenOf(book, order.orderId)) {
    endOrder(book, child, {
      status: 'CANCELED',
      atMs,
      description: order.strategy === 'OCO' ? description : childReason(order, status),
    })
  }
  settleWrapper(book, ended, atMs)
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

/** Cancels the siblings of an OCO leg that trades, in full or in part: both may never trade. */
export function cancelSiblings(book: AccountBook, order: Order, moment: Moment): void {
  const wrapper = parentOf(book, order)
  if (wrapper === null || wrapper.strategy !== 'OCO') return
  for (const sibling of childrenOf(book, wrapper.orderId)) {
    if (sibling.orderId !== order.orderId)
      endOrder(book, sibling, {
        status: 'CANCELED',
        atMs: moment.atMs,
        description: 'The other order of the pair was executed.',
      })
  }
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
