import { createHash } from 'node:crypto'
import { isSession, marketDay } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { createSimulatedMarket } from '../simulated-market.ts'
import { isCusip } from './cusip.ts'
import type { Instrument } from './instrument.ts'
import { createUniverse } from './universe.ts'
import { WELL_KNOWN_CODES } from './well-known-code.ts'

const TODAY = marketDay('2026-03-04')
const listed = (instrumentCount: number, asOf = TODAY, seed = 'universe'): Instrument[] =>
  createSimulatedMarket({ seed, instrumentCount }).instruments(asOf)

describe('the universe of 500', () => {
  const all = listed(500)

  it('has nearly all of its instruments listed in 2026, some later in the year', () => {
    expect(all.length).toBeGreaterThan(480)
    expect(all.length).toBeLessThanOrEqual(500)
    expect(listed(500, marketDay('2026-12-31'))).toHaveLength(500)
  })

  it('begins with SPY and QQQ and has 18 other funds', () => {
    expect(all.slice(0, 2).map(({ code }) => code)).toEqual(['SPY', 'QQQ'])
    expect(all.filter(({ assetType }) => assetType === 'ETF')).toHaveLength(20)
  })

  it('gives every instrument a code, name and CUSIP of its own, the CUSIP with a valid check digit', () => {
    for (const pick of ['code', 'name', 'cusip'] as const)
      expect(new Set(all.map((one) => one[pick])).size).toBe(all.length)
    expect(all.filter(({ cusip }) => !isCusip(cusip))).toEqual([])
    expect(all.filter(({ code }) => !/^[A-Z]{3,5}$/.test(code))).toEqual([])
  })

  it('gives no company the code of a well-known real one', () => {
    const known = new Set(WELL_KNOWN_CODES)
    expect(all.filter(({ code }) => known.has(code))).toEqual([])
  })

  it('spreads the companies over eleven sectors, several industries each, both exchanges and other countries', () => {
    const companies = all.filter(({ assetType }) => assetType === 'EQUITY')
    const sectors = new Set(companies.map(({ sector }) => sector))
    expect(sectors.size).toBe(11)
    for (const sector of sectors)
      expect(
        new Set(companies.filter((one) => one.sector === sector).map(({ industry }) => industry)).size,
      ).toBeGreaterThanOrEqual(4)
    expect(new Set(companies.map(({ exchange }) => exchange))).toEqual(new Set(['NASDAQ', 'NYSE']))
    const abroad = companies.filter(({ country }) => country !== 'United States').length
    expect(abroad).toBeGreaterThan(20)
    expect(abroad).toBeLessThan(90)
  })

  it('lists on sessions only, none before its day', () => {
    expect(all.filter(({ ipoDate }) => !isSession(ipoDate) || ipoDate > TODAY)).toEqual([])
    const newcomer = all.find(({ ipoDate }) => ipoDate >= '2026-01-01')!
    expect(listed(500, marketDay('2025-12-31')).map(({ code }) => code)).not.toContain(newcomer.code)
  })
})

describe('markets of other sizes and times', () => {
  it('hold the first instruments of a larger market, unchanged', () => {
    const large = listed(500, marketDay('2026-12-31'))
    expect(listed(20, marketDay('2026-12-31'))).toEqual(large.slice(0, 20))
    expect(listed(120, marketDay('2026-12-31'))).toEqual(large.slice(0, 120))
  })

  it('show new listings of this and the two years before, a small market in 2026 too', () => {
    for (const [count, years] of [
      [20, [2024, 2025, 2026]],
      [500, [2024, 2025, 2026]],
      [500, [2029, 2030, 2031]],
    ] as const) {
      const found = new Set(
        listed(count, marketDay(`${years[2]}-12-31`)).map(({ ipoDate }) => Number(ipoDate.slice(0, 4))),
      )
      expect(years.filter((year) => !found.has(year))).toEqual([])
    }
    expect(listed(20).filter(({ ipoDate }) => ipoDate >= '2026-01-01')).not.toEqual([])
  })

  it('hold companies of at least nine sectors and a fund beside the indices even when there are only 20', () => {
    const small = listed(20)
    expect(new Set(small.map(({ sector }) => sector).filter((sector) => sector !== null)).size).toBeGreaterThanOrEqual(
      9,
    )
    expect(small.filter(({ assetType }) => assetType === 'ETF').length).toBeGreaterThan(2)
  })

  it('keep their instruments when years go by', () => {
    const later = listed(500, marketDay('2040-06-01'))
    expect(later.slice(0, 500)).toEqual(listed(500, marketDay('2026-12-31')))
    expect(later.length).toBeGreaterThan(580)
    expect(new Set(later.map(({ code }) => code)).size).toBe(later.length)
  })

  it('can be ten thousand', () => {
    const many = listed(10_000, marketDay('2026-12-31'))
    expect(many).toHaveLength(10_000)
    expect(new Set(many.map(({ code }) => code)).size).toBe(10_000)
    expect(new Set(many.map(({ cusip }) => cusip)).size).toBe(10_000)
  })

  it('differ by seed, and refuse counts they cannot have', () => {
    expect(listed(500, TODAY, 'another')[5]).not.toEqual(listed(500)[5])
    for (const count of [0, 9, 10_001, 20.5, Number.NaN])
      expect(() => createSimulatedMarket({ seed: 'x', instrumentCount: count })).toThrow(RangeError)
  })
})

describe('the CUSIPs', () => {
  const cusipsOf = (seed: string): string[] => createUniverse(seed, 500).base.map(({ instrument }) => instrument.cusip)

  it('are all different, whatever the seed', () => {
    // In the four that are named, a company once drew the number of a fund.
    const drawn = ['seed-327', 'seed-877', 'seed-918', 'seed-948']
    const seeds = [...drawn, ...Array.from({ length: 200 }, (_, n) => `seed-${n}`)]
    expect(seeds.filter((seed) => new Set(cusipsOf(seed)).size < 500)).toEqual([])
  })

  it('stay what they were where no company drew the number of a fund, because installations store them', () => {
    const digestOf = (seed: string) => createHash('sha256').update(cusipsOf(seed).join()).digest('hex').slice(0, 16)
    expect(['clubfolio', 'universe', 'seed-0'].map(digestOf)).toEqual([
      '4f60ef1252ade507',
      '436baf2da91f897b',
      'e90f8ec698a68ea0',
    ])
  })
})
