// The business reasons for which the brokerage rejects a well-formed order. Each is a sentence that the client reads as
// `statusDescription`. Pure. Source: docs/rules/paper-brokerage.md, "Business refusals".
import { larger, rescale } from '../money/decimal.ts'
import { PRICE_SCALE, dollarText, tickOf } from '../money/money.ts'
import type { AccountBook, Moment } from './account-book.ts'
import { NONE, bookBalance, committedOf, heldOf } from './account-book.ts'
import { coverRefusal, pledgedOf, powerNeeded, takesPower } from './cover-refusal.ts'
import { isOnOptionTick, powerFactor } from '../valuation/option-rule.ts'
import type { TouchQuote } from './fill-rule.ts'
import { trailStop } from './fill-rule.ts'
import { changesCover, isBuyLeg, isOpeningLeg, isOptionLeg, legsOf } from './order-leg.ts'
import type { OrderLeg } from './order-leg.ts'
import type { OrderTerms } from './order.ts'
import { expiryOf } from './trading-window.ts'
import { isAtOnce, isBuy, isNet, isOnClose, isOpening } from './order.ts'

const MAX_QUANTITY = 10_000_000n
const NET_TICK = 100n
const CABINET_MOST = 100n
const CABINET_TICK = 10n

function isOnTick(at: bigint | null): boolean {
  return at === null || at % tickOf(at) === 0n
}

/** Checks the form of order types with special rules. */
function kindRefusal(terms: OrderTerms): string | null {
  const { orderType, price: at, isTooFine = false } = terms
  if (isNet(terms) && (terms.session !== 'NORMAL' || isTooFine || (at !== null && at % NET_TICK !== 0n)))
    return 'Orders of several legs are for the normal session, their net price in whole cents.'
  if (orderType === 'EXERCISE' && (terms.session !== 'NORMAL' || terms.duration !== 'DAY'))
    return 'Options are exercised at the close of the day: session NORMAL, duration DAY.'
  if (orderType === 'NON_MARKETABLE' && isAtOnce(terms))
    return 'An order that must not be marketable cannot ask to be filled at once.'
  if (orderType !== 'CABINET') return null
  if (terms.assetType !== 'OPTION' || isOpening(terms)) return 'Cabinet orders only close options.'
  if (terms.session !== 'NORMAL' || terms.duration !== 'DAY')
    return 'Cabinet orders are for one day: session NORMAL, duration DAY.'
  return at !== null && !isTooFine && at <= CABINET_MOST && at % CABINET_TICK === 0n
    ? null
    : 'Cabinet orders are priced at $0.01 or less, in tenths of a cent.'
}

/** Returns an objection to an order's form alone; this is the complete check of a trigger's child at its entry. */
export function formRefusal(terms: OrderTerms, quotes: Moment['quotes']): string | null {
  const legs = legsOf(terms)
  if (terms.quantity <= 0n) return 'The quantity must be a positive whole number.'
  if (legs.some(({ ratio }) => terms.quantity * ratio > MAX_QUANTITY))
    return 'The quantity is larger than the brokerage takes.'
  const halted = legs.find(({ symbol }) => !quotes.has(symbol))
  const halt = halted === undefined ? null : `Trading in ${halted.symbol} is halted.`
  const kind = kindRefusal(terms)
  if (kind !== null || terms.legs !== null || terms.orderType === 'CABINET') return kind ?? halt
  const isOption = terms.assetType === 'OPTION'
  const { isTooFine = false } = terms
  if (isOption && (isTooFine || [terms.price, terms.stopPrice].some((at) => at !== null && !isOnOptionTick(at))))
    return 'Prices of options are in whole cents below $3.00, in five cents from there on.'
  if (isOption && (terms.session !== 'NORMAL' || isOnClose(terms)))
    return 'Options are traded in the normal session, and not for its close.'
  if (isTooFine || !isOnTick(terms.price) || !isOnTick(terms.stopPrice))
    return 'Prices from $1.00 up are in whole cents, below that in hundredths of a cent.'
  if (terms.session !== 'NORMAL' && terms.orderType !== 'LIMIT')
    return 'Outside the normal session only limit orders are taken.'
  if (isAtOnce(terms) && terms.orderType !== 'LIMIT' && terms.orderType !== 'MARKET')
    return 'Fill or kill and immediate or cancel are for market and limit orders.'
  return halt
}

/** Returns whether the order's limit is marketable at the quote. */
export function isMarketable(terms: OrderTerms, quote: TouchQuote): boolean {
  return terms.price !== null && (isBuy(terms) ? quote.ask <= terms.price : quote.bid >= terms.price)
}

/**
 * Returns the market's objection to orders restricted by it: one that must not trade immediately but would, and a
 * cabinet order whose contract is not worthless.
 */
export function marketRefusal(terms: OrderTerms, quote: TouchQuote): string | null {
  if (terms.orderType === 'NON_MARKETABLE' && isMarketable(terms, quote))
    return 'The order would trade at once, which a non-marketable order must not.'
  if (terms.orderType === 'CABINET' && quote.bid > CABINET_MOST)
    return (
      `${terms.description} is not worthless: there is a bid of ${dollarText(rescale(quote.bid, PRICE_SCALE, 2))}. ` +
      'Close it with a limit order.'
    )
  return null
}

/** Rejects an order whose last day leaves it no session to trade in. */
function lastDayRefusal(terms: OrderTerms, { atMs, isAlwaysOpen }: Moment): string | null {
  return (terms.goodTill ?? null) === null || expiryOf(terms, atMs, isAlwaysOpen) > atMs
    ? null
    : 'The last day of the order is over.'
}

/** Rejects a stop that the market has already passed; only stop orders have a stop price or a trail. */
function stopRefusal(terms: OrderTerms, quote: TouchQuote): string | null {
  const stop = terms.trail === null ? terms.stopPrice : trailStop(terms.trail, quote.last, isBuy(terms))
  if (stop === null) return null
  if (isBuy(terms) && stop <= quote.ask) return 'The stop price of a buy order must be above the current ask.'
  if (!isBuy(terms) && stop >= quote.bid) return 'The stop price of a sell order must be below the current bid.'
  return null
}

/** Checks position and side of one leg: what may be sold or bought back after other closing orders. */
function legRefusal(book: AccountBook, leg: OrderLeg, quantity: bigint, excluded: ReadonlySet<bigint>): string | null {
  const { symbol, description, instruction } = leg
  const held = heldOf(book, symbol)
  if (instruction === 'BUY' && held < 0n) return `${symbol} is held short; close it with BUY_TO_COVER.`
  if (instruction === 'SELL_SHORT' && held > 0n) return `${symbol} is held long; a short sale cannot close it.`
  if (instruction === 'SELL_SHORT' && book.accountType === 'CASH') return 'A cash account cannot sell short.'
  if (instruction === 'BUY_TO_OPEN' && held < 0n) return `${description} is written; close it with BUY_TO_CLOSE.`
  if (instruction === 'SELL_TO_OPEN' && held > 0n) return `${description} is held; close it with SELL_TO_CLOSE.`
  if (isOpeningLeg(leg)) return null
  const isCover = isBuyLeg(leg)
  const side = isCover ? -held : held
  const free = larger(side, 0n) - committedOf(book, symbol, isCover, excluded)
  if (quantity <= free) return null
  const what = isCover ? 'short' : 'held'
  return (
    `The order is for ${quantity} of ${symbol}, but only ${larger(free, 0n)} ${what} and not claimed by other ` +
    'orders.'
  )
}

/** Rejects the sale of shares that cover written calls. */
function pledgeRefusal(
  book: AccountBook,
  terms: OrderTerms,
  quantity: bigint,
  excluded: ReadonlySet<bigint>,
): string | null {
  if (terms.instruction !== 'SELL') return null
  const pledged = pledgedOf(book, terms.symbol, excluded)
  const free =
    heldOf(book, terms.symbol) - committedOf(book, terms.symbol, false, excluded) - pledged.held - pledged.ordered
  return quantity <= free
    ? null
    : `The order is for ${quantity} of ${terms.symbol}, but only ${larger(free, 0n)} held and not claimed by ` +
        'other orders.'
}

/** Checks positions, sides and cover of all legs for `quantity` shares, contracts or units. */
export function positionRefusal(
  book: AccountBook,
  terms: OrderTerms,
  quantity: bigint,
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  for (const leg of legsOf(terms)) {
    const refusal = legRefusal(book, leg, quantity * leg.ratio, excluded)
    if (refusal !== null) return refusal
  }
  return changesCover(terms)
    ? coverRefusal(book, terms, quantity, excluded)
    : pledgeRefusal(book, terms, quantity, excluded)
}

/** Checks buying power against an order's reservation, with its own former reservation (in `excluded`) released. */
export function powerRefusal(
  book: AccountBook,
  moment: Moment,
  needed: bigint,
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  const { buyingPower } = bookBalance(book, moment, excluded)
  if (needed <= buyingPower) return null
  const available = dollarText(larger(buyingPower, 0n))
  return `The order needs ${dollarText(needed)} of buying power; ${available} is available.`
}

/**
 * Returns the first business reason against an order at its entry; null when it may work. `reserve` is its price per
 * share.
 */
export function entryRefusal(
  book: AccountBook,
  moment: Moment,
  order: { readonly terms: OrderTerms; readonly reserve: bigint; readonly isShortable: boolean },
  excluded: ReadonlySet<bigint> = NONE,
): string | null {
  const { terms } = order
  const quote = moment.quotes.get(terms.symbol)
  const form = formRefusal(terms, moment.quotes) ?? lastDayRefusal(terms, moment)
  if (form !== null || quote === undefined) return form
  if (isOpening(terms) && bookBalance(book, moment, excluded).maintenanceCall > 0n)
    return 'The account has a margin call: only closing orders are taken.'
  if (terms.instruction === 'SELL_SHORT' && !order.isShortable) return `${terms.symbol} cannot be sold short.`
  const needed = changesCover(terms)
    ? takesPower(book, terms, terms.quantity)
      ? powerNeeded(book, moment, { terms, units: terms.quantity, excluded })
      : 0n
    : rescale(terms.quantity * order.reserve * terms.multiplier, PRICE_SCALE, 2) *
      powerFactor(book.accountType, isOptionLeg(terms))
  return (
    positionRefusal(book, terms, terms.quantity, excluded) ??
    stopRefusal(terms, quote) ??
    marketRefusal(terms, quote) ??
    (needed > 0n ? powerRefusal(book, moment, needed, excluded) : null)
  )
}
