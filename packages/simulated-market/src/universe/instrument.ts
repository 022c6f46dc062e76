// What an instrument of the simulated market is: the public description, and the traits that shape its prices.

import type { MarketDay } from '@clubfolio/domain'

/** An instrument as lists, search and quotes describe it. Funds have neither sector nor industry. */
export interface Instrument {
  readonly code: string
  readonly name: string
  readonly assetType: 'EQUITY' | 'ETF'
  readonly exchange: 'NASDAQ' | 'NYSE' | 'NYSE Arca'
  readonly country: string
  readonly sector: string | null
  readonly industry: string | null
  readonly cusip: string
  /** The first market day, for instruments older than the simulated history a day before it. */
  readonly ipoDate: MarketDay
}

/**
 * What moves an instrument. `sessionFrom` is its first session in the simulated history, counted from 0; `beta` and
 * `sectorLoad` its answers to the market and to its sector (-1: none); volatilities and yield are annual fractions;
 * `startPrice` in dollars and `startShares` hold on the first session; above `splitAbove` dollars shares are split;
 * `turnover` is the share of all shares that changes hands on a usual day; `reportPhase` shifts its quarters, 0 to 62.
 * `memberOf` names the indices the instrument counts in; an index has no price of its own but that of its members.
 */
export interface Traits {
  readonly key: string
  readonly sessionFrom: number
  readonly indexCode: string | null
  readonly memberOf: readonly string[]
  readonly beta: number
  readonly sector: number
  readonly sectorLoad: number
  readonly ownVolatility: number
  readonly dividendYield: number
  readonly startPrice: number
  readonly startShares: number
  readonly splitAbove: number
  readonly turnover: number
  readonly reportPhase: number
  readonly reportVolatility: number
}

/** An instrument with its traits, as the market computes with it. */
export interface Listing {
  readonly instrument: Instrument
  readonly traits: Traits
}
