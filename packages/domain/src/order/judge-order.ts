// Previews the effect of an order on an account before it is sent: what it reserves, what it risks, and what speaks
// against it. Dollars are exact decimals; quantities are shares.
// Source: docs/rules/trading.md, "Order entry" and "Position formulas"; docs/rules/paper-brokerage.md, "Money".
import { pricesNow } from './order-type.ts'
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { contractTerms, multiplierOf } from './option-code.ts'
import { isOpening, type OrderDraft, type OrderTerms, sideOf } from './order-draft.ts'
import { findOrderFaults, type OrderFault, type OrderMarket } from './order-fault.ts'

/** Guard rails set by the owner of an account; null for no limit. */
export interface OrderGuard {
  /** Dollars of one opening order. */
  readonly largestOrder: Decimal | null
  /** Dollars of one symbol after the order is filled. */
  readonly largestPosition: Decimal | null
  /** Dollars; after this much loss on a day no opening order is sent. */
  readonly dailyLoss: Decimal | null
  /** Maximum distance of an order's price from the last price, in percent. */
  readonly priceDistance: Decimal | null
}

export interface OrderSituation extends OrderMarket {
  readonly accountType: 'MARGIN' | 'CASH'
  /** Cash and positions. */
  readonly accountValue: Decimal
  readonly buyingPower: Decimal
  /** Gain since the last official close; null before the first. */
  readonly todayChange: Decimal | null
  /** Signed shares of the symbol, negative for a short position. */
  readonly held: Decimal
  readonly isMarketOpen: boolean
  /** Whole days until the access at the broker expires; null when it does not expire. */
  readonly accessDaysLeft: number | null
  readonly guard: OrderGuard
}

export type OrderWarningKind =
  | 'entryWrongSide'
  | 'limitWrongSide'
  | 'childSmaller'
  | 'marketClosed'
  | 'renewalDue'
  | 'buyingPowerShort'
  | 'notHeld'

export interface OrderWarning {
  readonly kind: OrderWarningKind
  readonly text: string
}

export interface OrderJudgement {
  /** The expected trade price: the order's own at present, or the market's; null without either. */
  readonly price: Decimal | null
  /** quantity x price x multiplier (options 100). */
  readonly inversion: Decimal | null
  /** Buying power in dollars reserved while the order is working; zero for closing orders. */
  readonly reserved: Decimal
  readonly buyingPowerAfter: Decimal
  /** inversion / account value, in percent. */
  readonly shareOfCapital: Decimal | null
  /**
   * (price - stop) x quantity x multiplier for a long entry, mirrored for a short one; null without a stop on the
   * losing side. A stop-limit counts at its limit.
   */
  readonly lossAtStop: Decimal | null
  /** lossAtStop / account value, in percent. */
  readonly lossPercent: Decimal | null
  readonly warnings: readonly OrderWarning[]
  /** What can only go wrong; a single one prevents sending. */
  readonly faults: readonly OrderFault[]
  /** Descriptions of the guard rails it breaks; a single one prevents sending. */
  readonly breaches: readonly string[]
}

/** For a short sale the broker reserves this multiple of the ask if that exceeds the order's price. */
const shortReserve = new Decimal('1.03')
const soonDays = 2

const money = (value: Decimal): string => formatMoney(value.toFixed(2))

/**
 * Judges an order. Example: 100 at 50.01 with a stop at 48.50 in an account of 100,000: inversion 5,001.00, loss
 * 151.00, 0.15 percent. A trailing stop counts at its present stop: to sell 100 with a trail of 2.00 at a last price of
 * 50.00 is an order at 48.00, inversion 4,800.00.
 */
export function judgeOrder(
  { terms, child }: OrderDraft,
  cancelPrice: string | null,
  situation: OrderSituation,
): OrderJudgement {
  const quantity = new Decimal(terms.quantity)
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const marketPrice = (isBuy ? situation.ask : situation.bid) ?? situation.last
  const { stop, limit } = pricesNow(terms.price, { isBuy, last: situation.last })
  const price = stop ?? limit ?? marketPrice
  const multiplier = multiplierOf(terms.symbol)
  const worst = limit ?? price
  const inversion = price === null ? null : price.times(quantity).times(multiplier)
  const ofCapital = (amount: Decimal | null): Decimal | null =>
    amount === null || !situation.accountValue.greaterThan(0) ? null : amount.div(situation.accountValue).times(100)
  const lossAtStop = lossOf(
    worst,
    // A stop loss that trails starts to follow the market where the entry is filled.
    child === null ? null : pricesNow(child.price, { isBuy: !isBuy, last: worst }).stop,
    isBuy,
    Decimal.min(quantity, child?.quantity ?? 0).times(multiplier),
  )
  const reserved = reservationOf(terms, quantity, worst, situation)
  const buyingPowerAfter = situation.buyingPower.minus(reserved)
  return {
    price,
    inversion,
    reserved,
    buyingPowerAfter,
    shareOfCapital: ofCapital(inversion),
    lossAtStop,
    lossPercent: ofCapital(lossAtStop),
    warnings: warningsOf({ terms, child }, situation, { isBuy, powerAfter: buyingPowerAfter }),
    faults: findOrderFaults({ terms, child }, cancelPrice, situation),
    breaches: breachesOf(terms.instruction, quantity.times(multiplier), {
      multiplier,
      price,
      inversion,
      orderSituation: situation,
    }),
  }
}

function lossOf(entry: Decimal | null, stop: Decimal | null, isBuy: boolean, quantity: Decimal): Decimal | null {
  if (entry === null || stop === null) return null
  const perShare = isBuy ? entry.minus(stop) : stop.minus(entry)
  return perShare.greaterThan(0) ? perShare.times(quantity) : null
}

/** Returns the buying power in dollars reserved while the order is working; closing orders reserve nothing. */
function reservationOf(
  { symbol, instruction, price: own }: OrderTerms,
  quantity: Decimal,
  price: Decimal | null,
  { last, ask, accountType }: OrderSituation,
): Decimal {
  if (!isOpening(instruction) || price === null) return new Decimal(0)
  const contract = contractTerms(symbol)
  if (contract) {
    // Options have no loan value. A written put reserves its strike, a written call the shares that cover it.
    const each = sideOf(instruction) === 'BUY' ? price : new Decimal(contract.right === 'PUT' ? contract.strike : 0)
    return quantity
      .times(each)
      .times(multiplierOf(symbol))
      .times(accountType === 'MARGIN' ? 2 : 1)
  }
  if (sideOf(instruction) === 'SELL') return quantity.times(Decimal.max(price, (ask ?? price).times(shortReserve)))
  // A stop without a limit is filled at the market once it is touched.
  const { stop, limit } = pricesNow(own, { isBuy: true, last })
  return quantity.times(stop !== null && limit === null && ask !== null ? Decimal.max(price, ask) : price)
}

interface WarningsOfOptions {
  readonly isBuy: boolean
  readonly powerAfter: Decimal
}

function warningsOf(
  { terms, child }: OrderDraft,
  situation: OrderSituation,
  { isBuy, powerAfter }: WarningsOfOptions,
): OrderWarning[] {
  const { last, held } = situation
  const found: OrderWarning[] = []
  const warn = (kind: OrderWarningKind, text: string, isSo: boolean): void => void (isSo && found.push({ kind, text }))
  if (child !== null)
    warn(
      'childSmaller',
      `The stop loss covers ${formatQuantity(child.quantity)} of ${formatQuantity(terms.quantity)} shares; the ` +
        'others have no stop.',
      new Decimal(child.quantity).lessThan(terms.quantity),
    )
  const { stop, limit } = pricesNow(terms.price, { isBuy, last })
  if (stop !== null && last !== null) {
    const isPassed = isBuy ? stop.lessThanOrEqualTo(last) : stop.greaterThanOrEqualTo(last)
    warn(
      'entryWrongSide',
      `A stop to ${isBuy ? 'buy' : 'sell'} has to be ${isBuy ? 'above' : 'below'} the last price of ` +
        `${money(last)}; the brokerage refuses it.`,
      isPassed,
    )
  }
  if (stop !== null && limit !== null) {
    const isShort = isBuy ? stop.greaterThan(limit) : stop.lessThan(limit)
    warn(
      'limitWrongSide',
      `The limit of ${money(limit)} is ${isBuy ? 'below' : 'above'} the stop: once it is touched, the order ` +
        'waits for the price to come back.',
      isShort,
    )
  }
  const units = contractTerms(terms.symbol) ? 'contracts' : 'shares'
  warn(
    'notHeld',
    sideOf(terms.instruction) === 'SELL'
      ? `Only ${formatQuantity(Decimal.max(held, 0).toFixed())} ${units} are held.`
      : `Only ${formatQuantity(Decimal.max(held.negated(), 0).toFixed())} ${units} are ` +
          `${units === 'shares' ? 'short' : 'written'}.`,
    closesTooMuch(terms.instruction, new Decimal(terms.quantity), held),
  )
  warn(
    'buyingPowerShort',
    `The buying power is short by ${money(powerAfter.negated())}; the brokerage refuses it.`,
    isOpening(terms.instruction) && powerAfter.lessThan(0),
  )
  warn(
    'marketClosed',
    'The market is closed; the order waits for the next opening, which may be far from the last price.',
    !situation.isMarketOpen,
  )
  const { accessDaysLeft } = situation
  if (accessDaysLeft !== null)
    warn(
      'renewalDue',
      accessDaysLeft <= 0
        ? 'The access to the account has lapsed; renew it first.'
        : `The access to the account ends in ${accessDaysLeft} ${accessDaysLeft === 1 ? 'day' : 'days'}; ` +
            'renew it, or no one watches this order.',
      accessDaysLeft <= soonDays,
    )
  return found
}

function closesTooMuch(instruction: string, quantity: Decimal, held: Decimal): boolean {
  if (isOpening(instruction)) return false
  return quantity.greaterThan(sideOf(instruction) === 'SELL' ? held : held.negated())
}

interface BreachesOfOptions {
  readonly multiplier: number
  readonly price: Decimal | null
  readonly inversion: Decimal | null
  readonly orderSituation: OrderSituation
}

function breachesOf(
  instruction: string,
  shares: Decimal,
  { multiplier, price, inversion, orderSituation: { guard, held, last, todayChange } }: BreachesOfOptions,
): string[] {
  const found: string[] = []
  if (guard.priceDistance !== null && price !== null && last !== null && last.greaterThan(0)) {
    const distance = price.minus(last).abs().div(last).times(100)
    if (distance.greaterThan(guard.priceDistance))
      found.push(
        `The price is ${distance.toFixed(2)}% away from the last price of ${money(last)}; the limit of this ` +
          `account is ${guard.priceDistance.toFixed()}%.`,
      )
  }
  // Closing a position is never blocked by its size.
  if (!isOpening(instruction)) return found
  if (guard.largestOrder !== null && inversion?.greaterThan(guard.largestOrder)) {
    found.push(
      `The order is worth ${money(inversion)}; the largest order of this account is ${money(guard.largestOrder)}.`,
    )
  }
  if (guard.largestPosition !== null && price !== null) {
    const after = held
      .times(multiplier)
      .plus(sideOf(instruction) === 'BUY' ? shares : shares.negated())
      .abs()
      .times(price)
    if (after.greaterThan(guard.largestPosition))
      found.push(
        `The position would be worth ${money(after)}; the largest position of this account is ` +
          `${money(guard.largestPosition)}.`,
      )
  }
  if (guard.dailyLoss !== null && todayChange !== null && todayChange.lessThanOrEqualTo(guard.dailyLoss.negated())) {
    found.push(
      `The account has lost ${money(todayChange.negated())} today; its daily limit is ${money(guard.dailyLoss)}.`,
    )
  }
  return found
}
