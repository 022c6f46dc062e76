// The response of the quotes call for an option's own symbol.

import type { MarketState } from '../market/market-state.ts'
import type { PaperOption } from '../market/paper-market.ts'
import { contractWire } from './chain-wire.ts'

export function optionQuoteWire({ quote: option, multiplier }: PaperOption, state: MarketState): object {
  const contract = contractWire(option, multiplier, state.marketMs)
  const [year, month, day] = option.expiration.split('-').map(Number)
  return {
    assetMainType: 'OPTION',
    realtime: state.mode !== 'closed',
    symbol: option.code,
    quote: {
      askPrice: option.ask,
      askSize: option.askSize,
      bidPrice: option.bid,
      bidSize: option.bidSize,
      closePrice: option.previousClose,
      delta: contract['delta'],
      gamma: contract['gamma'],
      theta: contract['theta'],
      vega: contract['vega'],
      rho: contract['rho'],
      highPrice: contract['highPrice'],
      lowPrice: contract['lowPrice'],
      lastPrice: contract['last'],
      mark: contract['mark'],
      markChange: contract['markChange'],
      markPercentChange: contract['markPercentChange'],
      netChange: contract['netChange'],
      netPercentChange: contract['percentChange'],
      openInterest: option.openInterest,
      openPrice: contract['openPrice'],
      quoteTime: state.marketMs,
      securityStatus: state.isOpen ? 'Normal' : 'Closed',
      theoreticalOptionValue: contract['theoreticalOptionValue'],
      timeValue: contract['timeValue'],
      totalVolume: option.volume,
      tradeTime: contract['tradeTimeInLong'],
      volatility: contract['volatility'],
    },
    reference: {
      contractType: option.right === 'CALL' ? 'C' : 'P',
      daysToExpiration: option.daysToExpiration,
      description: contract['description'],
      exchange: 'o',
      exchangeName: 'OPR',
      expirationDay: day,
      expirationMonth: month,
      expirationYear: year,
      isPennyPilot: true,
      lastTradingDay: contract['lastTradingDay'],
      multiplier,
      settlementType: 'P',
      strikePrice: option.strike,
      underlying: option.underlying,
    },
  }
}
