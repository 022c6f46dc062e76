// What an order is judged by and what the judgement says, with the parts of it that every kind of order has.
// Source: docs/rules/trading.md, "Order entry".
import { Decimal } from 'decimal.js'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { contractTerms } from './option-code.ts'
import { isOpening, type OrderTerms, sideOf } from './order-draft.ts'
import type { OrderFault, OrderMarket } from './order-fault.ts'
import { describeTurnOver, type TradeAgainst } from './turn-over.ts'

/** The market of one leg, and what is held of it. */
export interface LegMarket extends OrderMarket {
  readonly symbol: string
  /** Signed shares or contracts. */
  readonly held: Decimal
}

/** The limits that judge an order by itself; `judgeLimits` has those of the whole account. */
export interface OrderGuard {
  /** Dollars of one opening order; null for no limit. */
  readonly largestOrder: Decimal | null
  /** Maximum distance of an order's price from the last price, in percent; null for no limit. */
  readonly priceDistance: Decimal | null
}

export interface OrderSituation extends OrderMarket {
  readonly accountType: 'MARGIN' | 'CASH'
  /** Cash and positions. */
  readonly accountValue: Decimal
  readonly buyingPower: Decimal
  /** Signed shares of the symbol, negative for a short position. */
  readonly held: Decimal
  /** The market of each leg and what is held of it; absent for orders in one symbol. */
  readonly legs?: readonly LegMarket[]
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
  /**
   * The expected trade price: the order's own at present, or the market's; null without either. Of several legs the
   * net price of a unit per share, below zero for a credit.
   */
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
  /** What the target of an entry or a pair brings, measured like `lossAtStop`; null without a target. */
  readonly rewardAtTarget: Decimal | null
  /** rewardAtTarget / lossAtStop; null without either. */
  readonly rewardToRisk: Decimal | null
  /** The most that several legs can lose at expiration; null where that has no limit, and for orders in one symbol. */
  readonly greatestLoss: Decimal | null
  readonly warnings: readonly OrderWarning[]
  /** What can only go wrong; a single one prevents sending. */
  readonly faults: readonly OrderFault[]
  /** Descriptions of the guard rails it breaks; a single one prevents sending. */
  readonly breaches: readonly string[]
}

const soonDays = 2

const money = (value: Decimal): string => formatMoney(value.toFixed(2))

/** Returns an amount in percent of the account value; null without either. */
export const shareOfAccount = (amount: Decimal | null, { accountValue }: OrderSituation): Decimal | null =>
  amount === null || !accountValue.greaterThan(0) ? null : amount.div(accountValue).times(100)

/** More is closed than is held of the symbol. */
export function heldWarnings(
  { symbol, instruction, quantity }: Pick<OrderTerms, 'symbol' | 'instruction' | 'quantity'>,
  { held }: Pick<OrderSituation, 'held'>,
): OrderWarning[] {
  if (!closesTooMuch(instruction, new Decimal(quantity), held)) return []
  const units = contractTerms(symbol) ? 'contracts' : 'shares'
  const text =
    sideOf(instruction) === 'SELL'
      ? `Only ${formatQuantity(Decimal.max(held, 0).toFixed())} ${units} are held.`
      : `Only ${formatQuantity(Decimal.max(held.negated(), 0).toFixed())} ${units} are ` +
        `${units === 'shares' ? 'short' : 'written'}.`
  return [{ kind: 'notHeld', text }]
}

/** What is closed in part and opened on the other side by one order. */
export function turnOverFaults(trade: TradeAgainst, { held }: Pick<OrderSituation, 'held'>): OrderFault[] {
  const text = describeTurnOver(trade, held)
  return text === undefined ? [] : [{ kind: 'turnsOver', text }]
}

export const powerWarnings = (powerAfter: Decimal): OrderWarning[] =>
  powerAfter.lessThan(0)
    ? [
        {
          kind: 'buyingPowerShort',
          text: `The buying power is short by ${money(powerAfter.negated())}; the brokerage refuses it.`,
        },
      ]
    : []

/** What is to be known of the account and its market, whatever the order is. */
export function accountWarnings(situation: OrderSituation, isExtended = false): OrderWarning[] {
  const { accessDaysLeft, isMarketOpen } = situation
  const found: OrderWarning[] = []
  // An order for the hours before and after knows that it waits for them.
  if (!isMarketOpen && !isExtended)
    found.push({
      kind: 'marketClosed',
      text: 'The market is closed; the order waits for the next opening, which may be far from the last price.',
    })
  if (accessDaysLeft !== null && accessDaysLeft <= soonDays)
    found.push({
      kind: 'renewalDue',
      text:
        accessDaysLeft <= 0
          ? 'The access to the account has lapsed; renew it first.'
          : `The access to the account ends in ${accessDaysLeft} ${accessDaysLeft === 1 ? 'day' : 'days'}; ` +
            'renew it, or no one watches this order.',
    })
  return found
}

function closesTooMuch(instruction: string, quantity: Decimal, held: Decimal): boolean {
  if (isOpening(instruction)) return false
  return quantity.greaterThan(sideOf(instruction) === 'SELL' ? held : held.negated())
}
