// An instrument of the simulated market: its public description, and the traits that shape its prices.

import type { MarketDay } from '@clubfolio/domain'

/** An instrument as described in lists, search and quotes. Funds have neither sector nor industry. */
export interface Instrument {
  readonly code: string
  readonly name: string
  readonly assetType: 'EQUITY' | 'ETF'
  readonly exchange: 'NASDAQ' | 'NYSE' | 'NYSE Arca'
  readonly country: string
  readonly sector: string | null
  readonly industry: string | null
  readonly cusip: string
  /** The first market day; for instruments older than the simulated history, a day before its start. */
  readonly ipoDate: MarketDay
}

/**
 * Traits that drive an instrument. `sessionFrom` is its first session in the simulated history, counted from 0; `beta`
 * and `sectorLoad` are its loadings on the market and on its sector (-1: none); volatilities and yield are annual
 * fractions; `startPrice` in dollars and `startShares` apply on the first session; above `splitAbove` dollars shares
 * are split; `turnover` is the fraction of all shares traded on a usual day; `reportPhase` shifts its quarters, 0 to
 * 62. `memberOf` lists the indices that include the instrument; an index has no price except that of its members.
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

/** An instrument with its traits, as used in computations. */
export interface Listing {
  readonly instrument: Instrument
  readonly traits: Traits
}
