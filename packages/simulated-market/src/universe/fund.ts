// Exchange-traded funds: the two indices, which are computed from the market's companies, and funds that follow a
// sector or something other than shares.

import { marketDay, sessionOnOrAfter } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import { pickAt, streamOf, uniformAt } from '../random/draw.ts'
import { cusipOf } from './cusip.ts'
import { HISTORY_START, sessionNumberOf } from './history-start.ts'
import type { Listing } from './instrument.ts'
import { SECTORS } from './sector.ts'

interface Fund {
  readonly code: string
  readonly name: string
  readonly since: string
  readonly beta: number
  readonly sector: string | null
  readonly ownVolatility: number
  readonly dividendYield: number
  readonly price: number
}

const fund = (code: string, name: string, since: string, beta: number, sector: string | null, ownVolatility: number, dividendYield: number, price: number): Fund => ({
  code, name, since, beta, sector, ownVolatility, dividendYield, price,
})

/** The funds in the order in which they join the universe. */
const FUNDS: readonly Fund[] = [
  fund('MDTK', 'Meridian Technology Sector ETF', '1998-12-22', 1.12, 'Information Technology', 0.02, 0.008, 21),
  fund('MDNG', 'Meridian Next Generation Energy ETF', '2025-05-14', 1.15, 'Energy', 0.12, 0.004, 25),
  fund('MDFN', 'Meridian Financial Sector ETF', '1998-12-22', 1.08, 'Financials', 0.02, 0.019, 28),
  fund('LGAB', 'Longacre Aggregate Bond ETF', '2003-09-26', -0.04, null, 0.045, 0.031, 100),
  fund('MDHC', 'Meridian Health Care Sector ETF', '1998-12-22', 0.85, 'Health Care', 0.02, 0.014, 31),
  fund('LGAU', 'Longacre Gold Bullion ETF', '2004-11-18', 0.03, null, 0.16, 0, 44),
  fund('MDEN', 'Meridian Energy Sector ETF', '1998-12-22', 1.25, 'Energy', 0.03, 0.032, 28),
  fund('LGSC', 'Longacre Small Company ETF', '2000-05-26', 1.18, null, 0.08, 0.012, 56),
  fund('MDIN', 'Meridian Industrial Sector ETF', '1998-12-22', 1.04, 'Industrials', 0.02, 0.015, 27),
  fund('LGEM', 'Longacre Emerging Markets ETF', '2003-04-11', 0.95, null, 0.15, 0.023, 55),
  fund('MDKS', 'Meridian Consumer Staples Sector ETF', '1998-12-22', 0.6, 'Consumer Staples', 0.02, 0.024, 22),
  fund('MDCD', 'Meridian Consumer Discretionary Sector ETF', '1998-12-22', 1.08, 'Consumer Discretionary', 0.02, 0.009, 31),
  fund('LGTB', 'Longacre Long Treasury ETF', '2002-07-26', -0.2, null, 0.12, 0.027, 88),
  fund('MDUT', 'Meridian Utilities Sector ETF', '1998-12-22', 0.58, 'Utilities', 0.02, 0.03, 23),
  fund('MDCS', 'Meridian Communication Services Sector ETF', '2018-06-19', 0.97, 'Communication Services', 0.02, 0.008, 50),
  fund('MDMT', 'Meridian Materials Sector ETF', '1998-12-22', 1.02, 'Materials', 0.02, 0.018, 26),
  fund('MDRE', 'Meridian Real Estate Sector ETF', '2015-10-08', 0.85, 'Real Estate', 0.02, 0.033, 30),
  fund('LGDV', 'Longacre Dividend Leaders ETF', '2024-02-21', 0.82, null, 0.04, 0.035, 25),
]

/** Number of funds in addition to the two indices. */
export const FUND_COUNT = FUNDS.length

/** Codes that no company may have. */
export const FUND_CODES: readonly string[] = ['SPY', 'QQQ', ...FUNDS.map(({ code }) => code)]

/** Returns the first session of something listed on a date: that day's, or the first of the history if it is older. */
export function firstSessionOf(listedOn: MarketDay): number {
  return listedOn < HISTORY_START ? 0 : sessionNumberOf(listedOn)
}

/** Returns the nth fund; throws a RangeError beyond the last. */
export function fundListing(seed: string, nth: number): Listing {
  const one = FUNDS[nth]
  if (one === undefined) throw new RangeError(`There are ${FUND_COUNT} funds, not ${nth + 1}`)
  const stream = streamOf(seed, `fund/${one.code}`)
  const ipoDate = sessionOnOrAfter(marketDay(one.since))
  return {
    instrument: {
      code: one.code, name: one.name, assetType: 'ETF', exchange: 'NYSE Arca', country: 'United States', sector: null, industry: null,
      cusip: cusipOf(2_000_000 + nth * 7919, '10'), ipoDate,
    },
    traits: {
      key: one.code, sessionFrom: firstSessionOf(ipoDate), indexCode: null, memberOf: [],
      beta: one.beta, sector: SECTORS.findIndex(({ name }) => name === one.sector), sectorLoad: one.sector === null ? 0 : 1,
      ownVolatility: one.ownVolatility, dividendYield: one.dividendYield, startPrice: one.price,
      startShares: Math.round(4e7 + 3e8 * uniformAt(stream, 0)), splitAbove: 500, turnover: 0.02 + 0.03 * uniformAt(stream, 1),
      reportPhase: pickAt(stream, 2, 63), reportVolatility: 0,
    },
  }
}

const index = (code: string, name: string, exchange: 'NASDAQ' | 'NYSE Arca', since: string, price: number, shares: number, issuer: number): Listing => ({
  instrument: {
    code, name, assetType: 'ETF', exchange, country: 'United States', sector: null, industry: null,
    cusip: cusipOf(issuer, '10'), ipoDate: marketDay(since),
  },
  traits: {
    key: code, sessionFrom: 0, indexCode: code, memberOf: [], beta: 1, sector: -1, sectorLoad: 0, ownVolatility: 0, dividendYield: 0.014,
    startPrice: price, startShares: shares, splitAbove: 1_500, turnover: 0.09, reportPhase: 17, reportVolatility: 0,
  },
})

/**
 * SPY, all companies of the market, and QQQ, its Nasdaq companies except financials; both weighted by capitalisation.
 */
export const INDEX_LISTINGS: readonly Listing[] = [
  index('SPY', 'Simulated Market Index ETF', 'NYSE Arca', '1993-01-29', 111.2, 750_000_000, 1_234_567),
  index('QQQ', 'Simulated Nasdaq Index ETF', 'NASDAQ', '1999-03-10', 46.5, 520_000_000, 2_345_678),
]
