// Option chains on the simulated market: the contracts listed at an instant and their quotes. Pure like the rest of the
// package: everything follows from the seed, the underlying's quote and volatility, and the contract itself.

import { calendarDaysBetween, isSession, marketDaySpan, newYorkDateAt, sessionHours } from '@clubfolio/domain'
import type { EpochMs, MarketDay } from '@clubfolio/domain'
import { exactExp, exactLog } from '../random/exact-math.ts'
import { bitsAt, streamOf } from '../random/draw.ts'
import type { Quote } from '../intraday/quote.ts'
import { sessionNumberOf } from '../universe/history-start.ts'
import { intrinsicValue, valueOption } from './black-scholes.ts'
import type { OptionValue } from './black-scholes.ts'
import { expirationKind, expirationsOn, yearsToExpiration } from './expiration.ts'
import type { Expiration } from './expiration.ts'
import { contractsOf } from './interest.ts'
import { OPTION_MULTIPLIER, optionCodeOf } from './option-code.ts'
import type { OptionContract } from './option-code.ts'
import { bidAndAsk, marketValue, toOptionTick } from './option-quote.ts'
import type { OptionQuote } from './option-quote.ts'
import { impliedVolatility, volatilityAtMoney } from './smile.ts'
import type { UnderlyingVolatility } from './smile.ts'
import { strikesAround } from './strike.ts'

/** Yearly interest rate assumed by option values. */
export const INTEREST_RATE = 0.04

/** The underlying at an instant, with the inputs for pricing its options. */
export interface Underlying {
  readonly quote: Quote
  readonly volatility: UnderlyingVolatility
  readonly dividendYield: number
  readonly dollarsTraded: number
}

/** One expiration of a chain, both sides with the lowest strike first. */
export interface OptionChainExpiration extends Expiration {
  readonly daysToExpiration: number
  readonly calls: readonly OptionQuote[]
  readonly puts: readonly OptionQuote[]
}

/**
 * The options on an instrument at an instant. `volatility` is at the money, one month ahead; rates are yearly
 * fractions.
 */
export interface OptionChain {
  readonly underlying: Quote
  readonly multiplier: number
  readonly interestRate: number
  readonly dividendYield: number
  readonly volatility: number
  readonly expirations: readonly OptionChainExpiration[]
}

/** Returns the expirations listed at an instant: those of the New York date whose close is still ahead. */
export function expirationsAt(epochMs: EpochMs): Expiration[] {
  return expirationsOn(newYorkDateAt(epochMs)).filter(({ day }) => yearsToExpiration(day, epochMs) > 0)
}

interface Pricing {
  readonly theory: OptionValue
  readonly implied: number
  readonly deviations: number
}

function priceContract(contract: OptionContract, underlying: Underlying, spot: number, years: number): Pricing {
  const time = Math.max(years, 1e-9)
  const forward = spot * exactExp((INTEREST_RATE - underlying.dividendYield) * time)
  const implied = impliedVolatility(underlying.volatility, forward, contract.strike, time)
  const deviations = exactLog(contract.strike / forward) / (implied * Math.sqrt(Math.max(time, 1 / 365)))
  const terms = {
    ...contract,
    spot,
    years,
    volatility: implied,
    interestRate: INTEREST_RATE,
    dividendYield: underlying.dividendYield,
  }
  return { theory: valueOption(terms), implied, deviations }
}

/**
 * Returns the quote of a contract, listed in the chain or not, so that one held for a long time can always be valued;
 * null once it has expired, at the close of its day.
 */
export function quoteOption(seed: string, contract: OptionContract, underlying: Underlying): OptionQuote | null {
  const { quote } = underlying
  if (!isSession(contract.expiration)) return null
  const years = yearsToExpiration(contract.expiration, quote.atMs)
  if (years <= 0) return null
  const { right, strike, expiration } = contract
  const spot = (quote.bid + quote.ask) / 2
  const { theory, implied, deviations } = priceContract(contract, underlying, spot, years)
  const value = marketValue(theory.value, right, spot, strike)
  const kind = expirationKind(expiration)
  const session = sessionNumberOf(quote.marketDay)
  const { openInterest, dayVolume } = contractsOf(seed, contract, session, {
    dollarsTraded: underlying.dollarsTraded,
    deviations,
    years,
    isMonthly: kind === 'MONTHLY',
  })
  const spreadShare = Math.min(0.25, 0.015 + 0.6 / Math.sqrt(10 + openInterest))
  const { bid, ask } = bidAndAsk(value, spreadShare)
  const hours = sessionHours(quote.marketDay)
  const dayPart =
    hours === null ? 1 : Math.max(0, Math.min(1, (quote.atMs - hours.openMs) / (hours.closeMs - hours.openMs)))
  const volume = Math.floor(dayVolume * (quote.isOpen ? dayPart : 1))
  const yearsBefore = yearsToExpiration(expiration, marketDaySpan(quote.marketDay).fromMs)
  const before = priceContract(contract, underlying, quote.previousClose, yearsBefore).theory.value
  const bits = bitsAt(streamOf(seed, `option sizes/${optionCodeOf(contract)}`), Math.floor(quote.tradeMs / 30_000))
  return {
    underlying: contract.underlying,
    right,
    strike,
    expiration,
    ...theory,
    value,
    code: optionCodeOf(contract),
    kind,
    daysToExpiration: calendarDaysBetween(newYorkDateAt(quote.atMs), expiration),
    bid,
    ask,
    bidSize: bid === 0 ? 0 : 1 + (bits & 63),
    askSize: 1 + ((bits >>> 8) & 63),
    last:
      volume === 0 ? null : Math.max(0.01, toOptionTick((bits & 0x10000) === 0 ? Math.max(bid, 0.01) : ask, 'near')),
    mark: Math.round((bid + ask) * 50) / 100,
    previousClose: toOptionTick(marketValue(before, right, quote.previousClose, strike), 'near'),
    volume,
    openInterest,
    impliedVolatility: implied,
    intrinsic: intrinsicValue(right, spot, strike),
    isInTheMoney: right === 'CALL' ? spot > strike : spot < strike,
  }
}

export interface ChainOfOptions {
  readonly underlying: Underlying
  readonly from: MarketDay
  readonly to: MarketDay
}

/**
 * Returns the chain of expirations from `from` to `to`, inclusive. Strikes lie around the previous close, so they stay
 * the same for the day.
 */
export function chainOf(seed: string, code: string, { underlying, from, to }: ChainOfOptions): OptionChain {
  const { quote, volatility } = underlying
  const today = newYorkDateAt(quote.atMs)
  const listed = expirationsAt(quote.atMs).filter(({ day }) => day >= from && day <= to)
  const expirations = listed.map(({ day, kind }): OptionChainExpiration => {
    const years = calendarDaysBetween(today, day) / 365
    const strikes = strikesAround(quote.previousClose, volatilityAtMoney(volatility, years), years)
    const side = (right: 'CALL' | 'PUT'): OptionQuote[] =>
      strikes.flatMap(
        (strike) => quoteOption(seed, { underlying: code, right, strike, expiration: day }, underlying) ?? [],
      )
    return { day, kind, daysToExpiration: calendarDaysBetween(today, day), calls: side('CALL'), puts: side('PUT') }
  })
  return {
    underlying: quote,
    multiplier: OPTION_MULTIPLIER,
    interestRate: INTEREST_RATE,
    dividendYield: underlying.dividendYield,
    volatility: volatilityAtMoney(volatility, 1 / 12),
    expirations,
  }
}
