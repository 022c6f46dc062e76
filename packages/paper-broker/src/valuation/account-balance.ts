// Computes the balances of an account from its cash and priced positions: the formulas behind liquidationValue,
// availableFunds, buyingPower and the maintenance figures. Pure; prices and books come from the caller.

import type { Cents } from '@clubfolio/domain'
import { larger } from '../money/decimal.ts'
import { amountOf, cents, centsOfCost } from '../money/money.ts'
import type { AccountType } from '../kind/account-kind.ts'
import { NO_RISK } from './option-cover.ts'
import type { WrittenRisk } from './option-cover.ts'
import { isShort } from './position-change.ts'
import { maintenanceOf } from './position-value.ts'
import type { PricedPosition } from './position-value.ts'

export interface BalanceInput {
  readonly accountType: AccountType
  /** All cash, short proceeds included. */
  readonly cash: Cents
  readonly positions: readonly (Pick<PricedPosition, 'quantity' | 'multiplier' | 'last' | 'cost'> & {
    readonly isOption: boolean
  })[]
  /** Buying power reserved for open orders, in dollars. */
  readonly reserved: Cents
  /** Proceeds of sales that have not settled; counts in a cash account only. */
  readonly unsettled?: Cents
  /**
   * What written options reserve, and the value of the options that the reservation replaces; see `option-cover.ts`.
   */
  readonly written?: WrittenRisk
}

export interface AccountBalance {
  readonly longValue: Cents
  /** Sum of the absolute values of shorts. */
  readonly shortValue: Cents
  readonly longOptionValue: Cents
  readonly shortOptionValue: Cents
  /** Cash + long value - short value; the wire's liquidationValue and equity. */
  readonly equity: Cents
  /** Cash without short proceeds, never negative. */
  readonly cashBalance: Cents
  /** Short proceeds. */
  readonly shortBalance: Cents
  /** The debit: cash without short proceeds where that is negative, otherwise zero. */
  readonly marginBalance: Cents
  readonly unsettledCash: Cents
  readonly availableFunds: Cents
  readonly buyingPower: Cents
  readonly dayTradingBuyingPower: Cents
  readonly maintenanceRequirement: Cents
  readonly maintenanceCall: Cents
}

/**
 * Computes the balances. Margin: availableFunds = equity - 0.50 x (LMV + SMV) - 0.50 x reservations, buyingPower twice
 * that, dayTradingBuyingPower = 4 x (equity - 0.25 x (LMV + SMV)), maintenance as in `maintenanceOf`, the call is the
 * equity shortfall. Bought options have no loan value and count in full. Written ones that shares do not cover reserve
 * their greatest possible loss instead of a part of their value, so that a spread takes exactly its greatest loss.
 * Cash account: available is settled cash - reservations; there is no borrowing and no maintenance.
 * Half cents of availableFunds are cut, never granted.
 * Example: $94,900.00 cash and 100 shares at $52: equity 100,100, availableFunds 97,500, buyingPower 195,000,
 * maintenance 1,560.
 * Source: docs/rules/paper-brokerage.md, "Money".
 */
export function accountBalance({
  accountType,
  cash,
  positions,
  reserved,
  unsettled = cents(0n),
  written = NO_RISK,
}: BalanceInput): AccountBalance {
  let long = 0n
  let short = 0n
  let longOption = 0n
  let shortOption = 0n
  let proceeds = 0n
  let maintenance = 0n
  for (const position of positions) {
    const value = amountOf(position.last, position.quantity, position.multiplier)
    if (isShort(position)) {
      short -= value
      if (position.isOption) shortOption -= value
      proceeds += position.cost
    } else {
      long += value
      if (position.isOption) longOption += value
    }
    maintenance += maintenanceOf(position)
  }
  const equity = cash + long - short
  const shortBalance = centsOfCost(proceeds)
  const freeCash = cash - shortBalance
  const cashBalance = larger(freeCash, 0n)
  const isMargin = accountType === 'MARGIN'
  // Options have no loan value: their price is spent in full.
  const buyingPower = isMargin
    ? 2n * (equity - written.hold) - long - longOption - short + 3n * written.value - reserved
    : cash - unsettled - reserved - written.hold
  const required = isMargin ? maintenance + written.hold - 2n * written.value : 0n
  return {
    longValue: cents(long),
    shortValue: cents(short),
    longOptionValue: cents(longOption),
    shortOptionValue: cents(shortOption),
    equity: cents(equity),
    cashBalance: cents(cashBalance),
    shortBalance,
    marginBalance: cents(freeCash - cashBalance),
    unsettledCash: isMargin ? cents(0n) : unsettled,
    // Shifting halves and rounds down, below zero too.
    availableFunds: cents(isMargin ? buyingPower >> 1n : buyingPower),
    buyingPower: cents(buyingPower),
    dayTradingBuyingPower: cents(
      isMargin ? 4n * (equity - written.hold) - long - short - 3n * longOption + 5n * written.value : buyingPower,
    ),
    maintenanceRequirement: cents(required),
    maintenanceCall: cents(larger(required - equity, 0n)),
  }
}
