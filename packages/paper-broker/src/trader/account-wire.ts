// An account in wire format: securitiesAccount with its three balance blocks, positions on request. Margin and cash
// accounts have different fields; a cash account has no buyingPower.

import { wireNumber } from '../money/decimal.ts'
import { centsNumber } from '../money/money.ts'
import type { AccountBalance } from '../valuation/account-balance.ts'
import { positionWire } from './position-wire.ts'
import type { AccountPicture } from '../account/read-account.ts'
import { balanceOf } from '../account/value-account.ts'

type Figures = Record<string, number | boolean>

/** Returns equity as a percentage of the positions, at most 100 percent, which also applies to an empty account. */
function equityPercent(balance: AccountBalance): number {
  const held = balance.longValue + balance.shortValue
  const percent = held === 0n ? 10_000n : (balance.equity * 10_000n) / held
  return wireNumber(percent > 10_000n ? 10_000n : percent, 2)
}

/** A boolean in every recorded answer, although the public text says number: docs/wire-conformance.md. */
function isInCall(balance: AccountBalance): boolean {
  return balance.maintenanceCall > 0n
}

/** Returns what margin and cash accounts have in common. */
function sharedFigures(balance: AccountBalance): Figures {
  return {
    accruedInterest: 0,
    cashBalance: centsNumber(balance.cashBalance),
    cashReceipts: 0,
    longOptionMarketValue: centsNumber(balance.longOptionValue),
    liquidationValue: centsNumber(balance.equity),
    longMarketValue: centsNumber(balance.longValue),
    moneyMarketFund: 0,
    savings: 0,
    shortMarketValue: centsNumber(0n - balance.shortValue),
    pendingDeposits: 0,
    mutualFundValue: 0,
    bondValue: 0,
    shortOptionMarketValue: centsNumber(0n - balance.shortOptionValue),
  }
}

function marginFigures(balance: AccountBalance): Figures {
  return {
    ...sharedFigures(balance),
    availableFunds: centsNumber(balance.availableFunds),
    availableFundsNonMarginableTrade: centsNumber(balance.availableFunds),
    buyingPower: centsNumber(balance.buyingPower),
    buyingPowerNonMarginableTrade: centsNumber(balance.availableFunds),
    dayTradingBuyingPower: centsNumber(balance.dayTradingBuyingPower),
    equity: centsNumber(balance.equity),
    equityPercentage: equityPercent(balance),
    longMarginValue: centsNumber(balance.longValue),
    maintenanceCall: centsNumber(balance.maintenanceCall),
    maintenanceRequirement: centsNumber(balance.maintenanceRequirement),
    marginBalance: centsNumber(balance.marginBalance),
    regTCall: 0,
    shortBalance: centsNumber(balance.shortBalance),
    shortMarginValue: centsNumber(0n - balance.shortValue),
    sma: centsNumber(balance.availableFunds),
  }
}

function cashFigures(balance: AccountBalance): Figures {
  return {
    ...sharedFigures(balance),
    cashAvailableForTrading: centsNumber(balance.availableFunds),
    cashAvailableForWithdrawal: centsNumber(balance.availableFunds),
    cashCall: 0,
    longNonMarginableMarketValue: centsNumber(balance.longValue),
    totalCash: centsNumber(balance.cashBalance),
    cashDebitCallValue: 0,
    unsettledCash: centsNumber(balance.unsettledCash),
  }
}

/** Returns what both kinds of account have in common at the start of the day; fewer fields than the present has. */
function initialShared(balance: AccountBalance): Figures {
  return {
    accruedInterest: 0,
    bondValue: 0,
    cashBalance: centsNumber(balance.cashBalance),
    cashReceipts: 0,
    liquidationValue: centsNumber(balance.equity),
    longOptionMarketValue: centsNumber(balance.longOptionValue),
    longStockValue: centsNumber(balance.longValue - balance.longOptionValue),
    moneyMarketFund: 0,
    mutualFundValue: 0,
    shortOptionMarketValue: centsNumber(0n - balance.shortOptionValue),
    shortStockValue: centsNumber(balance.shortOptionValue - balance.shortValue),
    isInCall: isInCall(balance),
    pendingDeposits: 0,
    accountValue: centsNumber(balance.equity),
  }
}

function initialFigures(balance: AccountBalance, isMargin: boolean): Figures {
  const available = centsNumber(balance.availableFunds)
  if (!isMargin) {
    return {
      ...initialShared(balance),
      cashAvailableForTrading: available,
      cashAvailableForWithdrawal: available,
      unsettledCash: centsNumber(balance.unsettledCash),
      cashDebitCallValue: 0,
    }
  }
  return {
    ...initialShared(balance),
    availableFundsNonMarginableTrade: available,
    buyingPower: centsNumber(balance.buyingPower),
    cashAvailableForTrading: 0,
    dayTradingBuyingPower: centsNumber(balance.dayTradingBuyingPower),
    dayTradingBuyingPowerCall: 0,
    dayTradingEquityCall: 0,
    equity: centsNumber(balance.equity),
    equityPercentage: equityPercent(balance),
    longMarginValue: centsNumber(balance.longValue),
    maintenanceCall: centsNumber(balance.maintenanceCall),
    maintenanceRequirement: centsNumber(balance.maintenanceRequirement),
    margin: centsNumber(balance.marginBalance),
    marginEquity: centsNumber(balance.equity),
    regTCall: 0,
    shortMarginValue: centsNumber(0n - balance.shortValue),
    totalCash: centsNumber(balance.cashBalance),
    marginBalance: centsNumber(balance.marginBalance),
    shortBalance: centsNumber(balance.shortBalance),
  }
}

function projectedFigures(balance: AccountBalance, isMargin: boolean): Figures {
  if (!isMargin) {
    const available = centsNumber(balance.availableFunds)
    return { cashAvailableForTrading: available, cashAvailableForWithdrawal: available }
  }
  return {
    availableFunds: centsNumber(balance.availableFunds),
    availableFundsNonMarginableTrade: centsNumber(balance.availableFunds),
    buyingPower: centsNumber(balance.buyingPower),
    dayTradingBuyingPower: centsNumber(balance.dayTradingBuyingPower),
    dayTradingBuyingPowerCall: 0,
    maintenanceCall: centsNumber(balance.maintenanceCall),
    regTCall: 0,
    isInCall: isInCall(balance),
    stockBuyingPower: centsNumber(balance.buyingPower),
  }
}

/** Returns one element of GET /accounts: the account with its balances and, on request, its positions. */
export function accountWire(picture: AccountPicture, withPositions: boolean): object {
  const { account, positions, dayStart } = picture
  const isMargin = account.accountType === 'MARGIN'
  const now = balanceOf(picture)
  return {
    securitiesAccount: {
      type: account.accountType,
      accountNumber: account.accountNumber,
      roundTrips: 0,
      isDayTrader: false,
      isClosingOnlyRestricted: now.maintenanceCall > 0n,
      pfcbFlag: false,
      ...(withPositions ? { positions: positions.map(positionWire) } : {}),
      initialBalances: initialFigures(balanceOf({ ...picture, ...dayStart }), isMargin),
      currentBalances: isMargin ? marginFigures(now) : cashFigures(now),
      projectedBalances: projectedFigures(now, isMargin),
    },
    aggregatedBalance: { currentLiquidationValue: centsNumber(now.equity), liquidationValue: centsNumber(now.equity) },
  }
}
