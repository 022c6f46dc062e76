// The list of all instruments: the two indices, funds and companies known from the start, then companies listed year by
// year, without end. A smaller market contains the first ones of a larger market, unchanged.

import { addCalendarDays, marketDay, sessionOnOrAfter } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import { pickAt, streamOf } from '../random/draw.ts'
import { companyListing, sectorsOfCompanies } from './company.ts'
import type { Naming } from './company.ts'
import { rootsOf } from './company-name.ts'
import { FUND_CODES, FUND_COUNT, FUND_ISSUERS, INDEX_LISTINGS, fundListing } from './fund.ts'
import type { Listing } from './instrument.ts'
import { WELL_KNOWN_CODES } from './well-known-code.ts'

const SMALLEST = 10
const LARGEST = 10_000
const FIRST_LATER_YEAR = 2027
const LATER_SHARE = 0.014
const ALWAYS_NAMED = 500

/** Funds are at positions 8 and 16, then at every 25th from 40 on. */
function isFundPlace(place: number): boolean {
  return place === 8 || place === 16 || (place > 16 && place % 25 === 15)
}

/** The universe of a seed: `base` is known from the start, `listedThrough` adds the listings up to a year. */
export interface Universe {
  readonly base: readonly Listing[]
  /** Returns the base followed by the companies of every later year up to and including `year`, oldest first. */
  readonly listedThrough: (year: number) => readonly Listing[]
}

/** Creates the universe of a seed. Throws a RangeError unless `instrumentCount` is a whole number from 10 to 10,000. */
export function createUniverse(seed: string, instrumentCount: number): Universe {
  if (!Number.isInteger(instrumentCount) || instrumentCount < SMALLEST || instrumentCount > LARGEST) {
    throw new RangeError(`A simulated market has ${SMALLEST} to ${LARGEST} instruments, not ${instrumentCount}`)
  }
  const invented = Math.max(instrumentCount, ALWAYS_NAMED)
  const sectors = sectorsOfCompanies(invented)
  const naming: Naming = {
    roots: rootsOf(seed),
    names: new Set(),
    codes: new Set([...FUND_CODES, ...WELL_KNOWN_CODES]),
    issuers: new Set(FUND_ISSUERS),
  }
  const all: Listing[] = [...INDEX_LISTINGS]
  let funds = 0
  let companies = 0
  while (all.length < invented) {
    if (isFundPlace(all.length) && funds < FUND_COUNT) {
      all.push(fundListing(seed, funds))
      funds += 1
    } else {
      all.push(companyListing(seed, `${companies}`, { nth: companies, sectorIndex: sectors[companies]!, naming }))
      companies += 1
    }
  }
  const base = all.slice(0, instrumentCount)
  const listed: Listing[] = [...base]
  let nextYear = FIRST_LATER_YEAR
  let nth = companies
  const perYear = Math.max(1, Math.round(instrumentCount * LATER_SHARE))
  const cache = new Map<number, readonly Listing[]>()

  function addYear(): void {
    for (const ipoDate of listingDaysOf(seed, nextYear, perYear)) {
      const sector = pickAt(streamOf(seed, `later/${nextYear}`), 100 + nth, sectors.length)
      listed.push(
        companyListing(seed, `${nextYear}/${nth}`, { nth, sectorIndex: sectors[sector]!, naming, listedOn: ipoDate }),
      )
      nth += 1
    }
    nextYear += 1
  }

  return {
    base,
    listedThrough(year) {
      while (nextYear <= year) addYear()
      let through = cache.get(year)
      if (through === undefined) {
        through = listed.filter(
          ({ instrument }) => instrument.ipoDate <= `${Math.max(year, FIRST_LATER_YEAR - 1)}-12-31`,
        )
        cache.set(year, through)
      }
      return through
    },
  }
}

/** Returns the listing dates of a later year, in order. */
function listingDaysOf(seed: string, year: number, count: number): MarketDay[] {
  const stream = streamOf(seed, `later/${year}`)
  const days = Array.from({ length: count }, (_, n) =>
    sessionOnOrAfter(addCalendarDays(marketDay(`${year}-01-08`), pickAt(stream, n, 330))),
  )
  return days.sort()
}
