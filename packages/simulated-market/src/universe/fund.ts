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

interface FundOptions {
  readonly since: string
  readonly beta: number
  readonly sector: string | null
  readonly ownVolatility: number
  readonly dividendYield: number
  readonly price: number
}

const fund = (
  code: string,
  name: string,
  { since, beta, sector, ownVolatility, dividendYield, price }: FundOptions,
): Fund => ({
  code,
  name,
  since,
  beta,
  sector,
  ownVolatility,
  dividendYield,
  price,
})

/** The funds in the order in which they join the universe. */
const FUNDS: readonly Fund[] = [
  fund('MDTK', 'Meridian Technology Sector ETF', {
    since: '1998-12-22',
    beta: 1.12,
    sector: 'Information Technology',
    ownVolatility: 0.02,
    dividendYield: 0.008,
    price: 21,
  }),
  fund('MDNG', 'Meridian Next Generation Energy ETF', {
    since: '2025-05-14',
    beta: 1.15,
    sector: 'Energy',
    ownVolatility: 0.12,
    dividendYield: 0.004,
    price: 25,
  }),
  fund('MDFN', 'Meridian Financial Sector ETF', {
    since: '1998-12-22',
    beta: 1.08,
    sector: 'Financials',
    ownVolatility: 0.02,
    dividendYield: 0.019,
    price: 28,
  }),
  fund('LGAB', 'Longacre Aggregate Bond ETF', {
    since: '2003-09-26',
    beta: -0.04,
    sector: null,
    ownVolatility: 0.045,
    dividendYield: 0.031,
    price: 100,
  }),
  fund('MDHC', 'Meridian Health Care Sector ETF', {
    since: '1998-12-22',
    beta: 0.85,
    sector: 'Health Care',
    ownVolatility: 0.02,
    dividendYield: 0.014,
    price: 31,
  }),
  fund('LGAU', 'Longacre Gold Bullion ETF', {
    since: '2004-11-18',
    beta: 0.03,
    sector: null,
    ownVolatility: 0.16,
    dividendYield: 0,
    price: 44,
  }),
  fund('MDEN', 'Meridian Energy Sector ETF', {
    since: '1998-12-22',
    beta: 1.25,
    sector: 'Energy',
    ownVolatility: 0.03,
    dividendYield: 0.032,
    price: 28,
  }),
  fund('LGSC', 'Longacre Small Company ETF', {
    since: '2000-05-26',
    beta: 1.18,
    sector: null,
    ownVolatility: 0.08,
    dividendYield: 0.012,
    price: 56,
  }),
  fund('MDIN', 'Meridian Industrial Sector ETF', {
    since: '1998-12-22',
    beta: 1.04,
    sector: 'Industrials',
    ownVolatility: 0.02,
    dividendYield: 0.015,
    price: 27,
  }),
  fund('LGEM', 'Longacre Emerging Markets ETF', {
    since: '2003-04-11',
    beta: 0.95,
    sector: null,
    ownVolatility: 0.15,
    dividendYield: 0.023,
    price: 55,
  }),
  fund('MDKS', 'Meridian Consumer Staples Sector ETF', {
    since: '1998-12-22',
    beta: 0.6,
    sector: 'Consumer Staples',
    ownVolatility: 0.02,
    dividendYield: 0.024,
    price: 22,
  }),
  fund('MDCD', 'Meridian Consumer Discretionary Sector ETF', {
    since: '1998-12-22',
    beta: 1.08,
    sector: 'Consumer Discretionary',
    ownVolatility: 0.02,
    dividendYield: 0.009,
    price: 31,
  }),
  fund('LGTB', 'Longacre Long Treasury ETF', {
    since: '2002-07-26',
    beta: -0.2,
    sector: null,
    ownVolatility: 0.12,
    dividendYield: 0.027,
    price: 88,
  }),
  fund('MDUT', 'Meridian Utilities Sector ETF', {
    since: '1998-12-22',
    beta: 0.58,
    sector: 'Utilities',
    ownVolatility: 0.02,
    dividendYield: 0.03,
    price: 23,
  }),
  fund('MDCS', 'Meridian Communication Services Sector ETF', {
    since: '2018-06-19',
    beta: 0.97,
    sector: 'Communication Services',
    ownVolatility: 0.02,
    dividendYield: 0.008,
    price: 50,
  }),
  fund('MDMT', 'Meridian Materials Sector ETF', {
    since: '1998-12-22',
    beta: 1.02,
    sector: 'Materials',
    ownVolatility: 0.02,
    dividendYield: 0.018,
    price: 26,
  }),
  fund('MDRE', 'Meridian Real Estate Sector ETF', {
    since: '2015-10-08',
    beta: 0.85,
    sector: 'Real Estate',
    ownVolatility: 0.02,
    dividendYield: 0.033,
    price: 30,
  }),
  fund('LGDV', 'Longacre Dividend Leaders ETF', {
    since: '2024-02-21',
    beta: 0.82,
    sector: null,
    ownVolatility: 0.04,
    dividendYield: 0.035,
    price: 25,
  }),
]

/** Number of funds in addition to the two indices. */
export const FUND_COUNT = FUNDS.length

/** Codes that no company may have. */
export const FUND_CODES: readonly string[] = ['SPY', 'QQQ', ...FUNDS.map(({ code }) => code)]

/** Returns the issuer number of the nth fund, from which its CUSIP is made. */
const fundIssuer = (nth: number): number => 2_000_000 + nth * 7919

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
      code: one.code,
      name: one.name,
      assetType: 'ETF',
      exchange: 'NYSE Arca',
      country: 'United States',
      sector: null,
      industry: null,
      cusip: cusipOf(fundIssuer(nth), '10'),
      ipoDate,
    },
    traits: {
      key: one.code,
      sessionFrom: firstSessionOf(ipoDate),
      indexCode: null,
      memberOf: [],
      beta: one.beta,
      sector: SECTORS.findIndex(({ name }) => name === one.sector),
      sectorLoad: one.sector === null ? 0 : 1,
      ownVolatility: one.ownVolatility,
      dividendYield: one.dividendYield,
      startPrice: one.price,
      startShares: Math.round(4e7 + 3e8 * uniformAt(stream, 0)),
      splitAbove: 500,
      turnover: 0.02 + 0.03 * uniformAt(stream, 1),
      reportPhase: pickAt(stream, 2, 63),
      reportVolatility: 0,
    },
  }
}

interface IndexOptions {
  readonly exchange: 'NASDAQ' | 'NYSE Arca'
  readonly since: string
  readonly price: number
  readonly shares: number
  readonly issuer: number
}

const index = (code: string, name: string, { exchange, since, price, shares, issuer }: IndexOptions): Listing => ({
  instrument: {
    code,
    name,
    assetType: 'ETF',
    exchange,
    country: 'United States',
    sector: null,
    industry: null,
    cusip: cusipOf(issuer, '10'),
    ipoDate: marketDay(since),
  },
  traits: {
    key: code,
    sessionFrom: 0,
    indexCode: code,
    memberOf: [],
    beta: 1,
    sector: -1,
    sectorLoad: 0,
    ownVolatility: 0,
    dividendYield: 0.014,
    startPrice: price,
    startShares: shares,
    splitAbove: 1_500,
    turnover: 0.09,
    reportPhase: 17,
    reportVolatility: 0,
  },
})

const SPY_ISSUER = 1_234_567
const QQQ_ISSUER = 2_345_678

/** Issuer numbers that no company may have: those of the indices and of every fund, listed in a small market or not. */
export const FUND_ISSUERS: readonly number[] = [SPY_ISSUER, QQQ_ISSUER, ...FUNDS.map((_fund, nth) => fundIssuer(nth))]

/**
 * SPY, all companies of the market, and QQQ, its Nasdaq companies except financials; both weighted by capitalisation.
 */
export const INDEX_LISTINGS: readonly Listing[] = [
  index('SPY', 'Simulated Market Index ETF', {
    exchange: 'NYSE Arca',
    since: '1993-01-29',
    price: 111.2,
    shares: 750_000_000,
    issuer: SPY_ISSUER,
  }),
  index('QQQ', 'Simulated Nasdaq Index ETF', {
    exchange: 'NASDAQ',
    since: '1999-03-10',
    price: 46.5,
    shares: 520_000_000,
    issuer: QQQ_ISSUER,
  }),
]
