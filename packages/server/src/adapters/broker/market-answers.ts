// Market data as a brokerage reports them, in the terms of the port.
import type { EpochMs, MarketDay } from '@clubfolio/domain'

export interface BrokerQuote {
  readonly symbol: string
  readonly last: string
  readonly bid: string | null
  readonly ask: string | null
  readonly previousClose: string | null
  readonly quotedMs: EpochMs
}

/**
 * One option contract as quoted; figures that the brokerage could not compute are null. They are display-only and
 * decide nothing.
 */
export interface BrokerOption {
  readonly symbol: string
  readonly description: string
  readonly right: 'CALL' | 'PUT'
  readonly strike: number
  readonly expiration: MarketDay
  readonly daysToExpiration: number
  readonly bid: number | null
  readonly ask: number | null
  readonly last: number | null
  readonly mark: number | null
  readonly netChange: number | null
  readonly volume: number
  readonly openInterest: number
  /** Implied, in percent a year. */
  readonly volatility: number | null
  readonly delta: number | null
  readonly gamma: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly rho: number | null
  readonly intrinsicValue: number | null
  readonly timeValue: number | null
  readonly isInTheMoney: boolean
  readonly multiplier: number
}

export interface BrokerOptionChain {
  readonly symbol: string
  readonly underlyingPrice: number | null
  /** When the newest of its contracts was quoted; null where the brokerage does not say. */
  readonly quotedMs: EpochMs | null
  /** Yearly fractions that its figures assume; null where the brokerage does not say. */
  readonly interestRate: number | null
  readonly dividendYield: number | null
  readonly isDelayed: boolean
  readonly options: readonly BrokerOption[]
}

export interface BrokerExpiration {
  readonly day: MarketDay
  readonly daysToExpiration: number
  /** The third Friday of a month. */
  readonly isStandard: boolean
}

export interface BrokerPriceRange {
  readonly high: string
  readonly low: string
}

export interface BrokerDailyBar {
  readonly day: MarketDay
  readonly close: string
}
