// Previews the effect of an order on an account before it is sent: what it reserves, what it risks, and what speaks
// against it. Dollars are exact decimals; quantities are shares.
// Source: docs/rules/trading.md, "Order entry" and "Position formulas"; docs/rules/paper-brokerage.md, "Money".
import { pricesNow } from './order-type.ts'
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { contractTerms, multiplierOf } from './option-code.ts'
import { judgeLegs } from './judge-legs.ts'
import {
  type EntryDraft,
  isOpening,
  type OrderDraft,
  type OrderTerms,
  type PairDraft,
  protectionOf,
  sideOf,
  targetOf,
} from './order-draft.ts'
import { findOrderFaults } from './order-fault.ts'
import {
  accountWarnings,
  heldWarnings,
  type OrderJudgement,
  type OrderSituation,
  type OrderWarning,
  type OrderWarningKind,
  powerWarnings,
  shareOfAccount,
  turnOverFaults,
} from './order-judgement.ts'

/** For a short sale the broker reserves this multiple of the ask if that exceeds the order's price. */
const shortReserve = new Decimal('1.03')

const money = (value: Decimal): string => formatMoney(value.toFixed(2))

/**
 * Judges an order. Example: 100 at 50.01 with a stop at 48.50 in an account of 100,000: inversion 5,001.00, loss
 * 151.00, 0.15 percent. A trailing stop counts at its present stop: to sell 100 with a trail of 2.00 at a last price of
 * 50.00 is an order at 48.00, inversion 4,800.00. With a target at 54.53 the reward is 452.00, 2.99 times the loss.
 */
export function judgeOrder(draft: OrderDraft, cancelPrice: string | null, situation: OrderSituation): OrderJudgement {
  switch (draft.kind) {
    case 'ENTRY':
      return judgeEntry(draft, cancelPrice, situation)
    case 'PAIR':
      return judgePair(draft, situation)
    case 'LEGS':
      return judgeLegs(draft, situation)
  }
}

function judgeEntry(draft: EntryDraft, cancelPrice: string | null, situation: OrderSituation): OrderJudgement {
  const { terms, exits } = draft
  const quantity = new Decimal(terms.quantity)
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const marketPrice = (isBuy ? situation.ask : situation.bid) ?? situation.last
  const { stop, limit } = pricesNow(terms.price, { isBuy, last: situation.last })
  const price = stop ?? limit ?? marketPrice
  const multiplier = multiplierOf(terms.symbol)
  const worst = limit ?? price
  const inversion = price === null ? null : price.times(quantity).times(multiplier)
  const risk = riskOf(worst, { exits, isBuy, quantity: quantity.times(multiplier), multiplier })
  const reserved = reservationOf(terms, quantity, worst, situation)
  const buyingPowerAfter = situation.buyingPower.minus(reserved)
  return {
    price,
    inversion,
    reserved,
    buyingPowerAfter,
    shareOfCapital: shareOfAccount(inversion, situation),
    ...risk,
    lossPercent: shareOfAccount(risk.lossAtStop, situation),
    greatestLoss: null,
    warnings: warningsOf(draft, situation, { isBuy, powerAfter: buyingPowerAfter }),
    faults: [
      ...findOrderFaults(draft, cancelPrice, situation),
      // An exercise trades nothing against the position.
      ...(terms.price.type === 'EXERCISE' ? [] : turnOverFaults(terms, situation)),
    ],
    breaches: breachesOf(terms.instruction, { price, inversion, orderSituation: situation }),
  }
}

/** A pair is measured from the market: what its stop gives up of the present price, and what its target adds. */
function judgePair(draft: PairDraft, situation: OrderSituation): OrderJudgement {
  const { orders } = draft
  const [first] = orders
  const quantity = new Decimal(first.quantity)
  const multiplier = multiplierOf(first.symbol)
  // What closes a long position sells.
  const isLong = sideOf(first.instruction) === 'SELL'
  const price = (isLong ? situation.bid : situation.ask) ?? situation.last
  const inversion = price === null ? null : price.times(quantity).times(multiplier)
  const risk = riskOf(price, { exits: orders, isBuy: isLong, quantity: quantity.times(multiplier), multiplier })
  return {
    price,
    inversion,
    reserved: new Decimal(0),
    buyingPowerAfter: situation.buyingPower,
    shareOfCapital: shareOfAccount(inversion, situation),
    ...risk,
    lossPercent: shareOfAccount(risk.lossAtStop, situation),
    greatestLoss: null,
    warnings: [...heldWarnings(first, situation), ...accountWarnings(situation)],
    faults: findOrderFaults(draft, null, situation),
    breaches: orders.flatMap((terms) => {
      const { stop, limit } = pricesNow(terms.price, { isBuy: !isLong, last: situation.last })
      return distanceBreaches(stop ?? limit, situation)
    }),
  }
}

interface RiskOptions {
  readonly exits: readonly OrderTerms[]
  readonly isBuy: boolean
  /** Shares of the entry. */
  readonly quantity: Decimal
  readonly multiplier: number
}

function riskOf(
  entry: Decimal | null,
  { exits, isBuy, quantity, multiplier }: RiskOptions,
): Pick<OrderJudgement, 'lossAtStop' | 'rewardAtTarget' | 'rewardToRisk'> {
  const [stopOrder, target] = [protectionOf(exits), targetOf(exits)]
  const covered = (exit: OrderTerms | null): Decimal =>
    Decimal.min(quantity, new Decimal(exit?.quantity ?? 0).times(multiplier))
  // A stop loss that trails starts to follow the market where the entry is filled.
  const stop = stopOrder === null ? null : pricesNow(stopOrder.price, { isBuy: !isBuy, last: entry }).stop
  const limit = target === null ? null : pricesNow(target.price, { isBuy: !isBuy, last: entry }).limit
  const lossAtStop = lossOf(entry, stop, isBuy, covered(stopOrder))
  const rewardAtTarget = lossOf(limit, entry, isBuy, covered(target))
  return {
    lossAtStop,
    rewardAtTarget,
    rewardToRisk: lossAtStop === null || rewardAtTarget === null ? null : rewardAtTarget.div(lossAtStop),
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
  { terms, exits }: EntryDraft,
  situation: OrderSituation,
  { isBuy, powerAfter }: WarningsOfOptions,
): OrderWarning[] {
  const { last } = situation
  const found: OrderWarning[] = []
  const warn = (kind: OrderWarningKind, text: string, isSo: boolean): void => void (isSo && found.push({ kind, text }))
  for (const exit of exits)
    warn(
      'childSmaller',
      exit.price.type === 'LIMIT'
        ? `The target covers ${formatQuantity(exit.quantity)} of ${formatQuantity(terms.quantity)} shares; the ` +
            'others have no target.'
        : `The stop loss covers ${formatQuantity(exit.quantity)} of ${formatQuantity(terms.quantity)} shares; the ` +
            'others have no stop.',
      new Decimal(exit.quantity).lessThan(terms.quantity),
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
  return [
    ...found,
    ...heldWarnings(terms, situation),
    ...(isOpening(terms.instruction) ? powerWarnings(powerAfter) : []),
    ...accountWarnings(situation, terms.session !== 'NORMAL'),
  ]
}

interface BreachesOfOptions {
  readonly price: Decimal | null
  readonly inversion: Decimal | null
  readonly orderSituation: OrderSituation
}

function breachesOf(
  instruction: string,
  { price, inversion, orderSituation: { guard, last } }: BreachesOfOptions,
): string[] {
  const found = distanceBreaches(price, { guard, last })
  // Closing a position is never blocked by its size.
  if (isOpening(instruction) && guard.largestOrder !== null && inversion?.greaterThan(guard.largestOrder)) {
    found.push(
      `The order is worth ${money(inversion)}; the largest order of this account is ${money(guard.largestOrder)}.`,
    )
  }
  return found
}

/** The price is farther from the market than the account allows. */
function distanceBreaches(price: Decimal | null, { guard, last }: Pick<OrderSituation, 'guard' | 'last'>): string[] {
  if (guard.priceDistance === null || price === null || last === null || !last.greaterThan(0)) return []
  const distance = price.minus(last).abs().div(last).times(100)
  return distance.greaterThan(guard.priceDistance)
    ? [
        `The price is ${distance.toFixed(2)}% away from the last price of ${money(last)}; the limit of this ` +
          `account is ${guard.priceDistance.toFixed()}%.`,
      ]
    : []
}
