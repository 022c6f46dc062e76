// The reasons of business for which the brokerage rejects an order that was well-formed. Each is a sentence that the client
// reads as `statusDescription`. Pure. Design: brokerage, Life cycle, Business refusals.
import { rescale } from '../kernel/decimal.ts'
import { PRICE_SCALE, dollarText } from '../money/money.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { NONE, bookBalance, committedOf, heldOf } from './account-book.ts'
import { contractOf, isOnOptionTick, powerFactor } from './option-rule.ts'
import type { TouchQuote } from './fill-rule.ts'
import { tickOf, trailStop } from './fill-rule.ts'
import type { OrderTerms } from './order.ts'
import { isActivated, isBuy, isOnClose, isOpening, isTradable, remainingOf } from './order.ts'

const STOP_TYPES: ReadonlySet<string> = new Set(['STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'TRAILING_STOP_LIMIT'])
const MAX_QUANTITY = 10_000_000n

function isOnTick(at: bigint | null): boolean {
  return at === null || at % tickOf(at) === 0n
}

/** What can be said against an order's form alone; the whole check of a trigger's child at its entry. */
export function formRefusal(terms: OrderTerms, quote: TouchQuote | undefined): string | null {
  if (terms.quantity <= 0n) return 'The quantity must be a positive whole number.'
  if (terms.quantity > MAX_QUANTITY) return 'The quantity is larger than the brokerage takes.'
  const isOption = terms.assetType === 'OPTION'
  if (isOption && [terms.price, terms.stopPrice].some((at) => at !== null && !isOnOptionTick(at))) return 'Prices of options are in whole cents below $3.00, in five cents from there on.'
  if (isOption && (terms.session !== 'NORMAL' || isOnClose(terms))) return 'Options are traded in the normal session, and not for its close.'
  if (!isOnTick(terms.price) || !isOnTick(terms.stopPrice)) return 'Prices from $1.00 up are in whole cents, below that in hundredths of a cent.'
  if (terms.session !== 'NORMAL' && terms.orderType !== 'LIMIT') return 'Outside the normal session only limit orders are taken.'
  if ((terms.duration === 'FILL_OR_KILL' || terms.duration === 'IMMEDIATE_OR_CANCEL') && terms.orderType !== 'LIMIT' && terms.orderType !== 'MARKET') {
    return 'Fill or kill and immediate or cancel are for market and limit orders.'
  }
  if (quote === undefined) return `Trading in ${terms.symbol} is halted.`
  return null
}

/** A stop that the market has already passed. */
function stopRefusal(terms: OrderTerms, quote: TouchQuote): string | null {
  if (!STOP_TYPES.has(terms.orderType)) return null
  const stop = terms.trail === null ? terms.stopPrice : trailStop(terms.trail, quote.last, isBuy(terms))
  if (stop === null) return null
  if (isBuy(terms) && stop <= quote.ask) return 'The stop price of a buy order must be above the current ask.'
  if (!isBuy(terms) && stop >= quote.bid) return 'The stop price of a sell order must be below the current bid.'
  return null
}

/** Shares that cover written calls: those of the position, and those that open orders to write more would need. */
export function pledgedOf(book: AccountBook, underlying: string, excluded: ReadonlySet<bigint> = NONE): { readonly held: bigint; readonly ordered: bigint } {
  const isCall = (symbol: string): boolean => {
    const contract = contractOf(symbol)
    return contract !== null && contract.right === 'CALL' && contract.underlying === underlying
  }
  let held = 0n
  for (const [symbol, position] of book.positions) if (position.quantity < 0n && isCall(symbol)) held -= position.quantity * position.multiplier
  let ordered = 0n
  for (const order of book.orders.values()) {
    if (!isTradable(order) || !isActivated(order) || excluded.has(order.orderId) || order.terms.instruction !== 'SELL_TO_OPEN') continue
    if (isCall(order.terms.symbol)) ordered += remainingOf(order) * order.terms.multiplier
  }
  return { held, ordered }
}

/** Written calls need shares that no other order claims; written puts need buying power, which is checked as such. */
function writingRefusal(book: AccountBook, terms: OrderTerms, quantity: bigint, excluded: ReadonlySet<bigint>): string | null {
  const contract = contractOf(terms.symbol)
  if (contract === null || contract.right === 'PUT') return null
  const { underlying } = contract
  const { held, ordered } = pledgedOf(book, underlying, excluded)
  const free = heldOf(book, underlying) - committedOf(book, underlying, false, excluded) - held - ordered
  const needed = quantity * terms.multiplier
  if (needed <= free) return null
  return `Calls are written on shares that cover them: the order needs ${needed} of ${underlying}, and ${free > 0n ? free : 0n} are held and not claimed by other orders.`
}

/** Position and side: what may be sold or bought back, other closing orders taken into account. */
export function positionRefusal(book: AccountBook, terms: OrderTerms, quantity: bigint, excluded: ReadonlySet<bigint> = NONE): string | null {
  const held = heldOf(book, terms.symbol)
  if (terms.instruction === 'BUY' && held < 0n) return `${terms.symbol} is held short; close it with BUY_TO_COVER.`
  if (terms.instruction === 'SELL_SHORT' && held > 0n) return `${terms.symbol} is held long; a short sale cannot close it.`
  if (terms.instruction === 'SELL_SHORT' && book.accountType === 'CASH') return 'A cash account cannot sell short.'
  if (terms.instruction === 'BUY_TO_OPEN' && held < 0n) return `${terms.description} is written; close it with BUY_TO_CLOSE.`
  if (terms.instruction === 'SELL_TO_OPEN' && held > 0n) return `${terms.description} is held; close it with SELL_TO_CLOSE.`
  if (terms.instruction === 'SELL_TO_OPEN') return writingRefusal(book, terms, quantity, excluded)
  if (isOpening(terms)) return null
  const isCover = isBuy(terms)
  const side = isCover ? -held : held
  const pledged = isCover || terms.assetType === 'OPTION' ? { held: 0n, ordered: 0n } : pledgedOf(book, terms.symbol, excluded)
  const free = (side > 0n ? side : 0n) - committedOf(book, terms.symbol, isCover, excluded) - pledged.held - pledged.ordered
  if (quantity <= free) return null
  const what = isCover ? 'short' : 'held'
  return `The order is for ${quantity} of ${terms.symbol}, but only ${free > 0n ? free : 0n} ${what} and not claimed by other orders.`
}

/** Buying power against what an order would hold back, its own former reservation (in `excluded`) released. */
export function powerRefusal(book: AccountBook, moment: Moment, needed: bigint, excluded: ReadonlySet<bigint> = NONE): string | null {
  const { buyingPower } = bookBalance(book, moment, excluded)
  if (needed <= buyingPower) return null
  return `The order needs ${dollarText(needed)} of buying power; ${dollarText(buyingPower > 0n ? buyingPower : 0n)} is available.`
}

/** The first reason of business against an order at its entry; null when it may work. `reserve` is its price per share. */
export function entryRefusal(
  book: AccountBook,
  moment: Moment,
  order: { readonly terms: OrderTerms; readonly reserve: bigint; readonly isShortable: boolean },
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  const { terms } = order
  const quote = moment.quotes.get(terms.symbol)
  const form = formRefusal(terms, quote)
  if (form !== null || quote === undefined) return form
  if (isOpening(terms) && bookBalance(book, moment, excluded).maintenanceCall > 0n) return 'The account has a margin call: only closing orders are taken.'
  if (terms.instruction === 'SELL_SHORT' && !order.isShortable) return `${terms.symbol} cannot be sold short.`
  const needed = rescale(terms.quantity * order.reserve * terms.multiplier, PRICE_SCALE, 2) * powerFactor(book.accountType, terms.assetType === 'OPTION')
  return (
    positionRefusal(book, terms, terms.quantity, excluded) ??
    stopRefusal(terms, quote) ??
    (needed > 0n ? powerRefusal(book, moment, needed, excluded) : null)
  )
}
