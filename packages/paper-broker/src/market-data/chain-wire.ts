// An option chain in wire format: two maps from `date:days` to strikes to a list of one contract, with the names that
// the wire really uses (bid, ask, last, mark, inTheMoney ...).

import { newYorkInstant, sessionHours } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { OptionChain, OptionChainExpiration, OptionQuote } from '@clubfolio/simulated-market'
import { parseRounded, wireNumber } from '../money/decimal.ts'

const EXPIRES_AT_MINUTE = 16 * 60

function rounded(value: number, places: number): number {
  return Number.isFinite(value) ? wireNumber(parseRounded(String(value), places), places) : 0
}

function percentOf(change: number, base: number): number {
  return base === 0 ? 0 : rounded((change / base) * 100, 2)
}

function closeOf(day: MarketDay): number {
  return sessionHours(day)?.closeMs ?? newYorkInstant(day, EXPIRES_AT_MINUTE)
}

/** `2026-12-18T21:00:00.000+00:00`. */
function expirationTime(day: MarketDay): string {
  return new Date(closeOf(day)).toISOString().replace('Z', '+00:00')
}

function description({ underlying, right, strike, expiration }: OptionQuote): string {
  const [year, month, day] = expiration.split('-')
  return `${underlying} ${month}/${day}/${year} ${strike.toFixed(2)} ${right === 'CALL' ? 'C' : 'P'}`
}

/** Returns one contract; the quotes call uses it too for an option's own symbol. */
export function contractWire(option: OptionQuote, multiplier: number, quotedAtMs: number): Record<string, unknown> {
  const last = option.last ?? 0
  const change = option.last === null ? 0 : option.last - option.previousClose
  const markChange = option.mark - option.previousClose
  const timeValue = Math.max(0, option.mark - option.intrinsic)
  return {
    putCall: option.right,
    symbol: option.code,
    description: description(option),
    exchangeName: 'OPR',
    bid: option.bid,
    ask: option.ask,
    last,
    mark: rounded(option.mark, 4),
    bidSize: option.bidSize,
    askSize: option.askSize,
    bidAskSize: `${option.bidSize}X${option.askSize}`,
    lastSize: option.last === null ? 0 : 1,
    highPrice: last,
    lowPrice: last,
    openPrice: 0,
    closePrice: option.previousClose,
    totalVolume: option.volume,
    tradeTimeInLong: option.last === null ? 0 : quotedAtMs,
    quoteTimeInLong: quotedAtMs,
    netChange: rounded(change, 2),
    volatility: rounded(option.impliedVolatility * 100, 3),
    delta: rounded(option.delta, 4),
    gamma: rounded(option.gamma, 4),
    theta: rounded(option.theta, 4),
    vega: rounded(option.vega, 4),
    rho: rounded(option.rho, 4),
    openInterest: option.openInterest,
    timeValue: rounded(timeValue, 2),
    theoreticalOptionValue: rounded(option.value, 4),
    theoreticalVolatility: rounded(option.impliedVolatility * 100, 3),
    optionDeliverablesList: [{ symbol: option.underlying, assetType: 'STOCK', deliverableUnits: multiplier }],
    strikePrice: option.strike,
    expirationDate: expirationTime(option.expiration),
    daysToExpiration: option.daysToExpiration,
    expirationType: option.kind === 'MONTHLY' ? 'S' : 'W',
    lastTradingDay: closeOf(option.expiration),
    multiplier,
    settlementType: 'P',
    deliverableNote: `${multiplier} ${option.underlying}`,
    percentChange: percentOf(change, option.previousClose),
    markChange: rounded(markChange, 2),
    markPercentChange: percentOf(markChange, option.previousClose),
    intrinsicValue: rounded(option.intrinsic, 2),
    extrinsicValue: rounded(timeValue, 2),
    optionRoot: option.underlying,
    exerciseType: 'A',
    high52Week: last,
    low52Week: last,
    nonStandard: false,
    inTheMoney: option.isInTheMoney,
    mini: false,
    pennyPilot: true,
  }
}

/** Formats a strike as a key with at least one decimal: `235.0`, `232.5`. */
function strikeKey(strike: number): string {
  return Number.isInteger(strike) ? strike.toFixed(1) : String(strike)
}

type SideMap = Record<string, Record<string, readonly object[]>>

function sideMap(
  expirations: readonly OptionChainExpiration[],
  side: 'calls' | 'puts',
  multiplier: number,
  quotedAtMs: number,
): SideMap {
  const map: SideMap = {}
  for (const expiration of expirations) {
    if (expiration[side].length === 0) continue
    const strikes = expiration[side].map(
      (option) => [strikeKey(option.strike), [contractWire(option, multiplier, quotedAtMs)]] as const,
    )
    map[`${expiration.day}:${expiration.daysToExpiration}`] = Object.fromEntries(strikes)
  }
  return map
}

export interface ChainFacts {
  readonly symbol: string
  readonly assetType: string
  readonly description: string
  readonly exchange: string
  readonly withUnderlying: boolean
}

/** The three letters that the underlying of a chain has for its exchange, unlike quotes and instruments. */
const UNDERLYING_EXCHANGES: Readonly<Record<string, string>> = {
  NASDAQ: 'NAS',
  NYSE: 'NYS',
  'NYSE ARCA': 'PAC',
  ARCA: 'PAC',
  INDEX: 'IND',
}

function underlyingExchange(exchange: string): { exchangeName?: string } {
  const exchangeName = UNDERLYING_EXCHANGES[exchange.toUpperCase()]
  return exchangeName === undefined ? {} : { exchangeName }
}

/** Returns the response of GET chains. */
export function chainWire(chain: OptionChain, facts: ChainFacts): object {
  const { underlying: quote, multiplier, expirations } = chain
  const change = quote.last - quote.previousClose
  const numberOfContracts = expirations.reduce((sum, one) => sum + one.calls.length + one.puts.length, 0)
  const underlying = {
    ask: quote.ask,
    askSize: quote.askSize,
    bid: quote.bid,
    bidSize: quote.bidSize,
    change: rounded(change, 2),
    close: quote.previousClose,
    delayed: false,
    description: facts.description,
    ...underlyingExchange(facts.exchange),
    highPrice: quote.high,
    last: quote.last,
    lowPrice: quote.low,
    mark: quote.last,
    markChange: rounded(change, 2),
    markPercentChange: percentOf(change, quote.previousClose),
    openPrice: quote.open,
    percentChange: percentOf(change, quote.previousClose),
    quoteTime: quote.atMs,
    symbol: facts.symbol,
    totalVolume: quote.volume,
    tradeTime: quote.tradeMs,
  }
  return {
    symbol: facts.symbol,
    status: numberOfContracts === 0 ? 'FAILED' : 'SUCCESS',
    ...(facts.withUnderlying ? { underlying } : {}),
    strategy: 'SINGLE',
    interval: 0,
    isDelayed: false,
    isIndex: false,
    interestRate: rounded(chain.interestRate * 100, 3),
    underlyingPrice: rounded((quote.bid + quote.ask) / 2, 4),
    volatility: rounded(chain.volatility * 100, 3),
    daysToExpiration: 0,
    dividendYield: rounded(chain.dividendYield * 100, 4),
    numberOfContracts,
    assetMainType: 'EQUITY',
    assetSubType: facts.assetType === 'ETF' ? 'ETF' : 'COE',
    isChainTruncated: false,
    callExpDateMap: sideMap(expirations, 'calls', multiplier, quote.atMs),
    putExpDateMap: sideMap(expirations, 'puts', multiplier, quote.atMs),
  }
}
