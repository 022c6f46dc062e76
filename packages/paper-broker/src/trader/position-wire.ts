// A position in wire format. It has no last price: clients use marketValue / quantity or a quote.

import { OPTION_MULTIPLIER } from '@clubfolio/simulated-market'
import { wireNumber } from '../money/decimal.ts'
import { COST_SCALE, centsNumber, priceNumber } from '../money/money.ts'
import { contractOf } from '../valuation/option-rule.ts'
import { valuePosition } from '../valuation/position-value.ts'
import type { ReadPosition } from '../account/read-account.ts'

/** Trader calls name an exchange-traded fund differently from market data. */
export function instrumentWire(
  position: Pick<ReadPosition, 'symbol' | 'assetType' | 'cusip' | 'description'>,
): Record<string, unknown> {
  const contract = position.assetType === 'OPTION' ? contractOf(position.symbol) : null
  const isFund = position.assetType === 'ETF'
  return {
    assetType: isFund ? 'COLLECTIVE_INVESTMENT' : position.assetType,
    ...(position.cusip === null ? {} : { cusip: position.cusip }),
    symbol: position.symbol,
    ...(contract === null
      ? {}
      : {
          description: position.description ?? position.symbol,
          putCall: contract.right,
          underlyingSymbol: contract.underlying,
          type: 'VANILLA',
          optionMultiplier: OPTION_MULTIPLIER,
        }),
    // Ordinary shares have no description on the real wire; clients take names from market data.
    ...(isFund ? { description: position.description ?? position.symbol, type: 'EXCHANGE_TRADED_FUND' } : {}),
  }
}

/** Returns one element of `positions`. */
export function positionWire(position: ReadPosition): object {
  const value = valuePosition(position)
  const isLong = position.quantity > 0n
  const long = isLong ? Number(position.quantity) : 0
  const short = isLong ? 0 : Number(-position.quantity)
  const average = wireNumber(value.averagePrice, COST_SCALE)
  const openProfit = centsNumber(value.openProfit)
  const previous = Number(position.previousQuantity)
  return {
    shortQuantity: short,
    averagePrice: average,
    currentDayProfitLoss: centsNumber(value.dayProfit),
    currentDayProfitLossPercentage: wireNumber(value.dayProfitPercent, 2),
    longQuantity: long,
    settledLongQuantity: long,
    // Negative for a short, unlike shortQuantity; never minus zero.
    settledShortQuantity: short === 0 ? 0 : -short,
    agedQuantity: 0,
    instrument: { ...instrumentWire(position), netChange: priceNumber(position.last - position.previousClose) },
    marketValue: centsNumber(value.marketValue),
    maintenanceRequirement: centsNumber(value.maintenanceRequirement),
    ...(isLong
      ? {
          averageLongPrice: average,
          taxLotAverageLongPrice: average,
          longOpenProfitLoss: openProfit,
          previousSessionLongQuantity: Math.max(previous, 0),
        }
      : {
          averageShortPrice: average,
          taxLotAverageShortPrice: average,
          shortOpenProfitLoss: openProfit,
          previousSessionShortQuantity: Math.max(-previous, 0),
        }),
    currentDayCost: centsNumber(position.paidToday),
  }
}
