// Compares the simulated market with the real companies of 2016 to 2021. Those years contain a long calm and the crash
// of 2020, so the bands lie between the real file without and with the crash, widened by how much another five years
// may differ.

import { marketDay, sessionsBetween } from '@clubfolio/domain'
import { readMarketRows, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSimulatedMarket } from './simulated-market.ts'
import { returnStatistics } from './testing/return-statistics.ts'
import type { ReturnStatistics, TradedDay, TradedHistory } from './testing/return-statistics.ts'

const LAST_CALM_DAY = '2020-01-31'

interface DatedHistory {
  readonly sector: string
  readonly days: (TradedDay & { readonly day: string })[]
}

/** The companies that have every day of the real file, with the sectors of the constituent list. */
function readRealHistories(): DatedHistory[] {
  const sectors = new Map(
    readMarketRows('reference/sp500-constituents-2021-05.csv').map((row) => [row[0] ?? '', row.at(-1) ?? '']),
  )
  const companies = new Map<string, DatedHistory>()
  for (const [symbol = '', day = '', ...rest] of readMarketRows('prices-daily/sp500-daily-2016-2021.csv.gz')) {
    const [open = 0, high = 0, low = 0, close = 0, , volume = 0, dividend = 0, split = 1] = rest.map(Number)
    const company = companies.get(symbol) ?? { sector: sectors.get(symbol) ?? symbol, days: [] }
    company.days.push({ day, open, high, low, close, volume, dividend, split })
    companies.set(symbol, company)
  }
  return whole([...companies.values()])
}

let known: DatedHistory[] | undefined
function realHistories(): DatedHistory[] {
  known ??= readRealHistories()
  return known
}

function whole<History extends TradedHistory>(histories: readonly History[]): History[] {
  const longest = Math.max(...histories.map(({ days }) => days.length))
  return histories.filter(({ days }) => days.length === longest)
}

function simulatedHistories(seed: string, from: string, to: string): TradedHistory[] {
  const market = createSimulatedMarket({ seed, instrumentCount: 240 })
  const [first, last] = [marketDay(from), marketDay(to)]
  const companies = market.instruments(first).filter(({ assetType }) => assetType === 'EQUITY')
  return whole(
    companies.map(({ code, sector }): TradedHistory => {
      const actions = market.corporateActions(code, first, last)
      const splits = new Map(
        actions.flatMap((action) => (action.kind === 'SPLIT' ? [[action.day, action.ratio] as const] : [])),
      )
      const dividends = new Map(
        actions.flatMap((action) => (action.kind === 'DIVIDEND' ? [[action.day, action.amount] as const] : [])),
      )
      const days = market
        .dailyBars(code, first, last)
        .map((bar) => ({ ...bar, split: splits.get(bar.day) ?? 1, dividend: dividends.get(bar.day) ?? 0 }))
      return { sector: sector ?? code, days }
    }),
  )
}

/**
 * Tolerance of a measure outside the range between the real file without and with the crash: factors below and above.
 */
const SLACK: Record<Exclude<keyof ReturnStatistics, 'momentum'>, readonly [below: number, above: number]> = {
  volatility: [0.8, 1.4],
  kurtosis: [0.7, 1.2],
  clustering1: [0.8, 1.3],
  clustering5: [0.8, 1.3],
  clustering20: [0.8, 1.5],
  sameSector: [0.8, 1.15],
  otherSector: [0.8, 1.15],
  marketVolatility: [0.8, 1.3],
  marketKurtosis: [0.7, 1.3],
  nightShare: [0.8, 1.2],
  range: [0.9, 1.1],
  volumeWithMovement: [0.8, 1.3],
  volumeSpread: [0.8, 1.3],
}

describe('simulated prices beside real ones', { timeout: 600_000 }, () => {
  beforeEach(skipWithoutMarketData)

  it('have the tails, clusters, correlations, nights and volumes of the real file, over three spans of three seeds', () => {
    const real = realHistories()
    const withCrash = returnStatistics(real)
    const calm = returnStatistics(
      real.map(({ sector, days }) => ({ sector, days: days.filter(({ day }) => day <= LAST_CALM_DAY) })),
    )
    const outside: string[] = []
    for (const [seed, from, to] of [
      ['clubfolio', '2016-04-21', '2021-04-21'],
      ['demo', '2020-03-04', '2026-03-04'],
      ['another', '2008-01-02', '2014-12-31'],
    ] as const) {
      const simulated = returnStatistics(simulatedHistories(seed, from, to))
      for (const [measure, [below, above]] of Object.entries(SLACK) as [
        keyof typeof SLACK,
        readonly [number, number],
      ][]) {
        const least = below * Math.min(calm[measure], withCrash[measure])
        const most = above * Math.max(calm[measure], withCrash[measure])
        if (!(simulated[measure] >= least && simulated[measure] <= most))
          outside.push(
            `${seed} ${measure} ${simulated[measure].toFixed(3)} not in ${least.toFixed(3)} to ${most.toFixed(3)}`,
          )
      }
      expect(Math.abs(simulated.momentum)).toBeLessThan(0.08)
      expect(simulated.sameSector - simulated.otherSector).toBeGreaterThan(0.06)
    }
    expect(outside).toEqual([])
  })

  it('are split about as often as the real ones and look the same across a split once it is put back', () => {
    const real = realHistories()
    const simulated = simulatedHistories('clubfolio', '2012-03-05', '2026-03-04')
    const splitDays = (histories: readonly TradedHistory[]): { rate: number; moves: number[] } => {
      const moves = histories.flatMap(({ days }) =>
        days.flatMap((day, n) =>
          n > 0 && Math.abs(day.split - 1) > 0.3
            ? [Math.abs(Math.log((day.close * day.split) / days[n - 1]!.close))]
            : [],
        ),
      )
      return { rate: (252 * moves.length) / histories.reduce((sum, { days }) => sum + days.length, 0), moves }
    }
    const [ours, theirs] = [splitDays(simulated), splitDays(real)]
    expect(ours.rate / theirs.rate).toBeGreaterThan(0.4)
    expect(ours.rate / theirs.rate).toBeLessThan(3)
    expect(Math.max(...ours.moves)).toBeLessThan(0.35)
  })
})

describe('the years of a simulated market', { timeout: 600_000 }, () => {
  it('rise in the long run and fall in some years, as markets do', () => {
    for (const seed of ['clubfolio', 'demo', 'another']) {
      const market = createSimulatedMarket({ seed, instrumentCount: 60 })
      const closes = market.dailyBars('SPY', marketDay('2004-01-02'), marketDay('2043-12-31')).map(({ close }) => close)
      const years = Array.from(
        { length: 39 },
        (_, year) => closes[Math.min(closes.length - 1, (year + 1) * 252)]! / closes[year * 252]!,
      )
      const growth = years.reduce((product, year) => product * year, 1) ** (1 / years.length)
      expect(growth).toBeGreaterThan(1.03)
      expect(growth).toBeLessThan(1.11)
      expect(years.filter((year) => year < 1).length).toBeGreaterThan(4)
      expect(years.filter((year) => year < 1).length).toBeLessThan(18)
      let peak = 0
      const deepest = closes.reduce((least, close) => {
        peak = Math.max(peak, close)
        return Math.min(least, close / peak)
      }, 1)
      expect(deepest).toBeLessThan(0.85)
      expect(deepest).toBeGreaterThan(0.3)
    }
    expect(sessionsBetween(marketDay('2004-01-02'), marketDay('2004-12-31'))).toHaveLength(252)
  })
})
