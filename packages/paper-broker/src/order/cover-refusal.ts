// Judges orders by their outcome: written options that nothing covers, and buying power. The account is simulated as it
// would be after the trade, so that a spread takes its greatest loss and no sale removes a cover. Pure.
import { larger, rescale } from '../money/decimal.ts'
import { PRICE_SCALE, price } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { NONE, bookAfter, bookBalance, committedOf, coverOf, groupOf, heldOf } from './account-book.ts'
import type { LegPrice } from './net-price.ts'
import { debitLimit, debitOf, exercisePrices, naturalPrices } from './net-price.ts'
import type { OrderLeg } from './order-leg.ts'
import { isBuyLeg, isOpeningLeg, isOptionLeg, legsOf } from './order-leg.ts'
import type { OrderTerms, TradableOrder } from './order.ts'
import { isActivated, isTradable, remainingOf } from './order.ts'

/**
 * Returns open orders that may remove cover when filled: those that write options or sell bought ones. Of a pair only
 * the larger.
 */
function takingOrders(book: AccountBook, excluded: ReadonlySet<bigint>): TradableOrder[] {
  const byGroup = new Map<bigint, TradableOrder>()
  for (const order of [...book.orders.values()].filter(isTradable)) {
    const isTaking =
      isActivated(order) &&
      !excluded.has(order.orderId) &&
      legsOf(order.terms).some((leg) => isOptionLeg(leg) && !isBuyLeg(leg))
    const group = groupOf(book, order)
    const other = byGroup.get(group)
    if (isTaking && (other === undefined || remainingOf(order) > remainingOf(other))) byGroup.set(group, order)
  }
  return [...byGroup.values()]
}

/**
 * Returns the account as if those orders were all filled; shares that they sell count with the orders that claim
 * shares.
 */
function booked(book: AccountBook, excluded: ReadonlySet<bigint>): AccountBook {
  return takingOrders(book, excluded).reduce((after, order) => {
    const legs = legsOf(order.terms).filter((leg) => isOptionLeg(leg) || isBuyLeg(leg))
    return bookAfter(after, legs, remainingOf(order), 0n)
  }, book)
}

/**
 * Returns the shares that cover written calls: those pledged for the position, and those that open orders to write more
 * would need.
 */
export function pledgedOf(
  book: AccountBook,
  underlying: string,
  excluded: ReadonlySet<bigint> = NONE,
): { readonly held: bigint; readonly ordered: bigint } {
  const held = coverOf(book).pledged.get(underlying) ?? 0n
  const after = booked(book, excluded)
  const bought = heldOf(after, underlying) - heldOf(book, underlying)
  const ordered = (coverOf(after).pledged.get(underlying) ?? 0n) - held - bought
  return { held, ordered: larger(ordered, 0n) }
}

/** Returns why a trade would leave written calls without cover; null when it would not, or makes nothing worse. */
export function coverRefusal(
  book: AccountBook,
  terms: OrderTerms,
  units: bigint,
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  const legs = legsOf(terms)
  if (
    book.accountType === 'CASH' &&
    legs.some((leg) => leg.instruction === 'SELL_TO_OPEN') &&
    legs.some((leg) => leg.instruction === 'BUY_TO_OPEN')
  ) {
    return 'Spreads need a margin account; a cash account buys options, and writes them on shares or cash.'
  }
  const before = booked(book, excluded)
  const after = bookAfter(before, legs, units, 0n)
  const [was, is] = [coverOf(before), coverOf(after)]
  for (const [underlying, needed] of is.pledged) {
    const had = was.pledged.get(underlying) ?? 0n
    const have = heldOf(after, underlying) - committedOf(book, underlying, false, excluded)
    const isWorse = needed > had || heldOf(after, underlying) < heldOf(before, underlying)
    if (!isWorse || needed <= have) continue
    const free = have - had
    return (
      `Calls are written on shares that cover them: the order needs ${needed - had} of ${underlying}, and ` +
      `${larger(free, 0n)} are held and not claimed by other orders.`
    )
  }
  return null
}

/**
 * Returns the cash an order is judged by: at its own net price or limit when it has one, otherwise at the market's
 * prices.
 */
function judgedCash(terms: OrderTerms, legs: readonly OrderLeg[], moment: Moment, at: LegPrice | null): bigint {
  if (at !== null) return debitOf(legs, at)
  if (terms.orderType === 'EXERCISE') return debitOf(legs, exercisePrices(terms))
  if (terms.legs !== null) return debitLimit(terms) ?? debitOf(legs, naturalPrices(moment.quotes, price(0n)))
  return debitOf(legs, terms.price === null ? naturalPrices(moment.quotes, price(0n)) : () => terms.price ?? price(0n))
}

export interface PowerNeededOptions {
  readonly terms: OrderTerms
  readonly units: bigint
  /** Open orders whose reservations are not counted. */
  readonly excluded?: ReadonlySet<bigint> | undefined
  /** Prices of the legs, when they are known. */
  readonly at?: LegPrice | null | undefined
}

/**
 * Returns the buying power in cents that a trade takes; negative when it frees some. `at` gives its prices when they
 * are known. Every leg needs a quote. Example: short put 45 at 1.00 and long put 40 at 0.40 on margin: 2 x ($500.00 -
 * $60.00).
 */
export function powerNeeded(
  book: AccountBook,
  moment: Moment,
  { terms, units, excluded = NONE, at = null }: PowerNeededOptions,
): bigint {
  const legs = legsOf(terms)
  const cash = -rescale(judgedCash(terms, legs, moment, at) * units, PRICE_SCALE, 2)
  const after = bookAfter(book, legs, units, cash)
  return bookBalance(book, moment, excluded).buyingPower - bookBalance(after, moment, excluded).buyingPower
}

/** Returns whether an order takes buying power. One that only closes does not, unless it removes a cover. */
export function takesPower(book: AccountBook, terms: OrderTerms, units: bigint): boolean {
  const legs = legsOf(terms)
  if (legs.some((leg) => isOpeningLeg(leg))) return true
  return coverOf(bookAfter(book, legs, units, 0n)).hold > coverOf(book).hold
}

/**
 * Returns the reserve price of an order whose outcome is simulated: what each unit takes, spread over the shares that a
 * price is for.
 */
export function coverReserve(book: AccountBook, moment: Moment, terms: OrderTerms): Price {
  const { quantity, multiplier } = terms
  if (
    quantity <= 0n ||
    !takesPower(book, terms, quantity) ||
    legsOf(terms).some((leg) => !moment.quotes.has(leg.symbol))
  )
    return price(0n)
  const needed = powerNeeded(book, moment, { terms, units: quantity })
  if (needed <= 0n) return price(0n)
  // On margin the reservation of single options counts twice when it is summed up.
  const factor = terms.legs === null && book.accountType === 'MARGIN' ? 2n : 1n
  const shares = quantity * multiplier * factor
  const steps = needed * 10n ** BigInt(PRICE_SCALE - 2)
  return price((steps + shares - 1n) / shares)
}
