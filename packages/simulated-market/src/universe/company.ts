// Generates companies: exchange and listing date, and the traits that shape their prices.

import { addCalendarDays, marketDay, sessionOnOrAfter } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import { exactExp, exactLog } from '../random/exact-math.ts'
import { bitsAt, normalAt, pickAt, streamOf, uniformAt } from '../random/draw.ts'
import type { Stream } from '../random/draw.ts'
import { codeCompany, nameCompany } from './company-name.ts'
import { cusipOf } from './cusip.ts'
import { firstSessionOf } from './fund.ts'
import type { Listing } from './instrument.ts'
import { SECTORS } from './sector.ts'
import type { Sector } from './sector.ts'

/** Sessions of a company's quarter; report, dividend and split days recur at this interval. */
export const QUARTER_SESSIONS = 63

const COUNTRIES = [
  'Ireland',
  'United Kingdom',
  'Canada',
  'Switzerland',
  'Netherlands',
  'Israel',
  'Bermuda',
  'Germany',
  'Japan',
] as const
const LAST_BASE_YEAR = 2026
const TREND = 0.065

/**
 * Returns the sector of the nth company, such that every prefix of the list contains the sectors in about their shares.
 */
export function sectorsOfCompanies(count: number): number[] {
  const total = SECTORS.reduce((sum, { weight }) => sum + weight, 0)
  const counts = SECTORS.map(() => 0)
  const chosen: number[] = []
  for (let n = 0; n < count; n += 1) {
    let best = 0
    let bestLack = -Infinity
    SECTORS.forEach(({ weight }, index) => {
      const lack = ((n + 1) * weight) / total - counts[index]!
      if (lack > bestLack) {
        best = index
        bestLack = lack
      }
    })
    counts[best]! += 1
    chosen.push(best)
  }
  return chosen
}

function dayIn(from: string, days: number, stream: Stream, draw: number): MarketDay {
  return sessionOnOrAfter(addCalendarDays(marketDay(from), pickAt(stream, draw, days)))
}

/** Companies that are listed early in the last year of the base. */
const NEWEST: readonly number[] = [3, 44, 97, 162, 255]

/** Fixed years for some of the first companies, so that a small market has new listings too; random for the rest. */
function listingDay(nth: number, stream: Stream): MarketDay {
  if (NEWEST.includes(nth)) return dayIn('2026-01-12', 40, stream, 1)
  if (nth === 6) return dayIn('2025-02-03', 290, stream, 1)
  if (nth === 9) return dayIn('2024-02-05', 290, stream, 1)
  if (nth === 0 || uniformAt(stream, 0) < 0.68) return dayIn('1962-01-02', 15_300, stream, 1)
  return dayIn(`${2004 + pickAt(stream, 2, LAST_BASE_YEAR - 2003)}-01-08`, 330, stream, 1)
}

/** Naming state of the companies generated so far. */
export interface Naming {
  readonly roots: readonly string[]
  readonly names: Set<string>
  readonly codes: Set<string>
  readonly issuers: Set<number>
}

function issuerOf(stream: Stream, taken: Set<number>): number {
  for (let draw = 40; ; draw += 1) {
    const issuer = bitsAt(stream, draw) % 2_400_000
    if (!taken.has(issuer)) {
      taken.add(issuer)
      return issuer
    }
  }
}

function countryOf(stream: Stream): string {
  return uniformAt(stream, 3) < 0.9 ? 'United States' : (COUNTRIES[pickAt(stream, 4, COUNTRIES.length)] ?? 'Canada')
}

/**
 * The issuer's rank determines its size: capitalisations are roughly inversely proportional to the rank, as in the real
 * market. Companies listed later rank lower, so that none enters as one of the largest.
 */
function startCapitalisation(nth: number, sessionFrom: number, stream: Stream): number {
  const rank = nth + 2 + (sessionFrom > 0 ? 60 + pickAt(stream, 18, 240) : 0)
  const atHistoryStart = 4.2e11 * exactExp(-0.9 * exactLog(rank) + 0.35 * normalAt(stream, 5))
  return atHistoryStart * exactExp((TREND * sessionFrom) / 252)
}

export interface CompanyListingOptions {
  readonly nth: number
  readonly sectorIndex: number
  readonly naming: Naming
  readonly listedOn?: MarketDay | undefined
}

/**
 * Returns the nth company of the market. `key` names its random streams, so that markets of any size generate the same
 * company; `listedOn` overrides the listing date, for companies listed year by year.
 */
export function companyListing(
  seed: string,
  key: string,
  { nth, sectorIndex, naming, listedOn }: CompanyListingOptions,
): Listing {
  const stream = streamOf(seed, `company/${key}`)
  const sector: Sector = SECTORS[sectorIndex]!
  const industry = sector.industries[pickAt(stream, 6, sector.industries.length)]!
  const root = naming.roots[nth % naming.roots.length]!
  const ipoDate = listedOn ?? listingDay(nth, stream)
  const sessionFrom = firstSessionOf(ipoDate)
  const isNasdaq = nth === 0 || uniformAt(stream, 7) < sector.nasdaqShare
  const isDear = uniformAt(stream, 8) < 0.03
  const startPrice = Math.min(150, Math.max(14, 40 * exactExp(0.45 * normalAt(stream, 9)))) * (isDear ? 8 : 1)
  const paysDividend = uniformAt(stream, 10) < (sector.dividendYield > 0.015 ? 0.92 : 0.6)
  return {
    instrument: {
      code: codeCompany(root, seed, key, naming.codes),
      name: nameCompany(root, industry, { seed, key, taken: naming.names }),
      assetType: 'EQUITY',
      exchange: isNasdaq ? 'NASDAQ' : 'NYSE',
      country: countryOf(stream),
      sector: sector.name,
      industry: industry.name,
      cusip: cusipOf(issuerOf(stream, naming.issuers), '10'),
      ipoDate,
    },
    traits: {
      key,
      sessionFrom,
      indexCode: null,
      memberOf: isNasdaq && sector.name !== 'Financials' ? ['SPY', 'QQQ'] : ['SPY'],
      beta: sector.beta * (0.75 + 0.5 * uniformAt(stream, 11)),
      sector: sectorIndex,
      sectorLoad: 0.75 + 0.5 * uniformAt(stream, 12),
      ownVolatility: sector.ownVolatility * exactExp(0.22 * normalAt(stream, 13)),
      dividendYield: paysDividend ? sector.dividendYield * (0.6 + 0.9 * uniformAt(stream, 14)) : 0,
      startPrice,
      startShares: Math.round(startCapitalisation(nth, sessionFrom, stream) / startPrice),
      splitAbove: isDear ? 4_000 : 130 + 320 * uniformAt(stream, 15),
      turnover: 0.0045 * (1 + Math.min(nth, 480) / 160) * exactExp(0.3 * normalAt(stream, 16)),
      reportPhase: pickAt(stream, 17, QUARTER_SESSIONS),
      reportVolatility: sector.ownVolatility * 0.16,
    },
  }
}
