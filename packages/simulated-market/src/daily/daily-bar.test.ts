import { marketDay, sessionsBetween } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import { createSimulatedMarket } from '../simulated-market.ts'
import type { DailyBar } from '../simulated-market.ts'

const FROM = marketDay('2006-03-06')
const TO = marketDay('2026-03-04')
const market = createSimulatedMarket({ seed: 'daily bars', instrumentCount: 120 })
const companies = market.instruments(TO).filter(({ assetType }) => assetType === 'EQUITY')
const barsOf = (code: string): DailyBar[] => market.dailyBars(code, FROM, TO)

describe('daily bars', () => {
  it('come for every session from the first day on', () => {
    const old = companies.find(({ ipoDate }) => ipoDate < '2004-01-01')!
    expect(barsOf(old.code).map(({ day }) => day)).toEqual(sessionsBetween(FROM, TO))
    const young = companies.find(({ ipoDate }) => ipoDate > '2010-01-01')!
    expect(barsOf(young.code).map(({ day }) => day)).toEqual(sessionsBetween(young.ipoDate, TO))
    expect(market.dailyBars(young.code, marketDay('2005-01-01'), marketDay('2005-12-31'))).toEqual([])
    expect(market.dailyBars('NOSUCH', FROM, TO)).toEqual([])
  })

  it('hold the high highest, the low lowest, prices in whole cents and some volume', () => {
    const wrong = market
      .instruments(TO)
      .flatMap(({ code }) =>
        barsOf(code).filter(
          ({ open, high, low, close, volume }) =>
            high < Math.max(open, close) ||
            low > Math.min(open, close) ||
            low <= 0 ||
            volume < 100 ||
            !Number.isInteger(volume) ||
            [open, high, low, close].some((price) => Number(price.toFixed(2)) !== price),
        ),
      )
    expect(wrong).toEqual([])
  })

  it('are the same whatever range they are asked for in', () => {
    const [company] = companies
    const all = barsOf(company!.code)
    const alone = createSimulatedMarket({ seed: 'daily bars', instrumentCount: 20 })
    expect(alone.dailyBars(company!.code, TO, TO)).toEqual(all.slice(-1))
    expect(alone.dailyBars(company!.code, marketDay('2015-05-05'), marketDay('2015-09-09'))).toEqual(
      all.filter(({ day }) => day >= '2015-05-05' && day <= '2015-09-09'),
    )
  })

  it('keep traded prices believable over decades', () => {
    const future = marketDay('2060-03-04')
    const lows: number[] = []
    const highs: number[] = []
    for (const { code } of companies) {
      for (const { low, high } of market.dailyBars(code, FROM, future)) {
        lows.push(low)
        highs.push(high)
      }
    }
    expect(lows.reduce((one, other) => Math.min(one, other))).toBeGreaterThan(1)
    expect(highs.reduce((one, other) => Math.max(one, other))).toBeLessThan(9_000)
  })
})

describe('splits and dividends', () => {
  const actions = companies.map(({ code }) => ({ code, actions: market.corporateActions(code, FROM, TO) }))
  const splits = actions.flatMap(({ code, actions }) =>
    actions.flatMap((action) => (action.kind === 'SPLIT' ? [{ code, ...action }] : [])),
  )

  it('happen about as often as in the real market: 44 splits in 5 years of 500 companies', () => {
    const perCompanyYear = splits.length / companies.length / 20
    expect(perCompanyYear).toBeGreaterThan(0.005)
    expect(perCompanyYear).toBeLessThan(0.04)
  })

  it('show in the traded price and in nothing else', () => {
    for (const { code, day, ratio } of splits) {
      const bars = barsOf(code)
      const at = bars.findIndex((bar) => bar.day === day)
      const adjusted = (bars[at]!.open * ratio) / bars[at - 1]!.close
      expect(adjusted).toBeGreaterThan(0.7)
      expect(adjusted).toBeLessThan(1.4)
      const before = market.sharesOutstanding(code, bars[at - 1]!.day)!
      expect(market.sharesOutstanding(code, day)! / before).toBeCloseTo(ratio, 3)
    }
  })

  it('pay at most half of the companies nothing, the others about quarterly and 0.2 to 9 percent a year', () => {
    const payers = actions
      .map(({ code, actions }) => ({
        code,
        paid: actions.filter(({ kind, day }) => kind === 'DIVIDEND' && day > '2024-03-04'),
      }))
      .filter(({ paid }) => paid.length > 0)
    expect(payers.length).toBeGreaterThan(companies.length / 2)
    for (const { code, paid } of payers) {
      const yearly = paid.reduce((sum, action) => sum + (action.kind === 'DIVIDEND' ? action.amount : 0), 0) / 2
      const price = barsOf(code).at(-1)!.close
      expect(yearly / price).toBeLessThan(0.09)
      expect(paid.length).toBeLessThanOrEqual(9)
    }
  })
})
