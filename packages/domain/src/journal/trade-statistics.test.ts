// Statistics by examples worked out by hand, and what always holds between the whole and its groups.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents, toEpochMs, toMarketDay } from '../kind.ts'
import { parseCents } from '../money/cents.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import {
  excursionStatistics,
  groupTrades,
  rCurve,
  rDistribution,
  resultsByDay,
  tradeStatistics,
  type ClosedResult,
} from './trade-statistics.ts'

const result = (netCents: bigint, rHundredths: number | null = null, day = 2, id = `t${day}`): ClosedResult => ({
  id,
  closedAt: toEpochMs(day * 86_400_000),
  closedDay: toMarketDay(`2026-02-${String(day).padStart(2, '0')}`),
  netCents: toCents(netCents),
  rHundredths,
})

describe('statistics', () => {
  test('two wins, a loss and a zero', () => {
    expect(tradeStatistics([result(30_000n, 150), result(10_000n), result(-20_000n, -100), result(0n, 0)])).toEqual({
      count: 4,
      wins: 2,
      losses: 1,
      netCents: 20_000n,
      winPercent: 50,
      averageWinCents: 20_000n,
      averageLossCents: -20_000n,
      expectancyCents: 5_000n,
      profitFactor: 2,
      rCount: 3,
      rHundredths: 50,
      expectancyRHundredths: 17,
    })
  })

  test('without a loss there is no profit factor, and without a trade nothing', () => {
    expect(tradeStatistics([result(100n)]).profitFactor).toBeNull()
    expect(tradeStatistics([])).toMatchObject({ winPercent: null, expectancyCents: null, expectancyRHundredths: null })
  })

  test('R adds up in the order of closing, and the drawdown is the deepest fall from a high', () => {
    const curve = rCurve([
      result(1n, 300, 9),
      result(1n, -100, 4),
      result(1n, 200, 3),
      result(1n, null, 5),
      result(1n, -150, 6),
    ])
    expect(curve.points.map(({ rHundredths }) => rHundredths)).toEqual([200, 100, -50, 250])
    expect([curve.drawdownHundredths, curve.openDrawdownHundredths]).toEqual([250, 0])
  })

  test('a curve that starts with losses falls from zero', () => {
    expect(rCurve([result(1n, -100, 2), result(1n, -50, 3)])).toMatchObject({
      drawdownHundredths: 150,
      openDrawdownHundredths: 150,
    })
  })

  test('steps of half an R begin with their lower bound', () => {
    const filled = rDistribution([-301, -300, -100, -51, -50, 0, 499, 500, 900].map((r) => result(1n, r))).filter(
      ({ count }) => count > 0,
    )
    expect(
      filled.map(({ fromHundredths, untilHundredths, count }) => [fromHundredths, untilHundredths, count]),
    ).toEqual([
      [null, -300, 1],
      [-300, -250, 1],
      [-100, -50, 2],
      [-50, 0, 1],
      [0, 50, 1],
      [450, 500, 1],
      [500, null, 2],
    ])
  })

  test('days add up the trades that were closed on them', () => {
    expect(resultsByDay([result(100n, 50, 4), result(-30n, -20, 2), result(50n, null, 4)])).toEqual([
      { day: '2026-02-02', count: 1, wins: 0, netCents: -30n, rHundredths: -20 },
      { day: '2026-02-04', count: 2, wins: 2, netCents: 150n, rHundredths: 50 },
    ])
  })

  test('a trade with several tags counts in each of them', () => {
    const groups = groupTrades([{ tags: ['b', 'a'] }, { tags: ['a'] }, { tags: [] }], ({ tags }) => tags)
    expect(groups.map(({ key, trades }) => [key, trades.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ])
  })
})

test('groups, days and steps account for every trade, every cent and every R', () => {
  const trades = fc.array(
    fc.record({
      net: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
      r: fc.option(fc.integer({ min: -900, max: 900 })),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(trades, (list) => {
      const results = list.map(({ net, r, day }, index) => result(net, r, day, `t${index}`))
      const all = tradeStatistics(results)
      const groups = groupTrades(results, ({ closedDay }) => [closedDay]).map(({ trades: of }) => tradeStatistics(of))
      const days = resultsByDay(results)
      for (const parts of [groups, days]) {
        expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(all.count)
        expect(parts.reduce((sum, { wins }) => sum + wins, 0)).toBe(all.wins)
        expect(parts.reduce((sum, { netCents }) => sum + netCents, 0n)).toBe(all.netCents)
        expect(parts.reduce((sum, { rHundredths }) => sum + rHundredths, 0)).toBe(all.rHundredths)
      }
      expect(rDistribution(results).reduce((sum, { count }) => sum + count, 0)).toBe(all.rCount)
      expect(rCurve(results).points.at(-1)?.rHundredths ?? 0).toBe(all.rHundredths)
    }),
    { numRuns: propertyRuns(200, 5_000) },
  )
})

describe('best and worst results', () => {
  const dollars = (text: string) => toCents(parseCents(text) ?? 0n)
  const measured = (net: string, best: string | null, worst: string | null, r: readonly (number | null)[] = []) => ({
    netCents: dollars(net),
    bestCents: best === null ? null : dollars(best),
    worstCents: worst === null ? null : dollars(worst),
    bestRHundredths: r[0] ?? null,
    worstRHundredths: r[1] ?? null,
  })

  test('say how far wins were in loss, how far losses were in profit, and what wins kept', () => {
    const trades = [
      measured('100.00', '200.00', '-40.00', [200, -40]),
      measured('300.00', '300.00', '0.00'),
      measured('-50.00', '30.00', '-60.00', [60, -120]),
      measured('0.00', '900.00', '-900.00', [900, -900]),
    ]
    expect(excursionStatistics(trades)).toEqual({
      count: 4,
      averageWorstOfWinsCents: -2_000n,
      averageWorstOfWinsRHundredths: -40,
      averageBestOfLossesCents: 3_000n,
      averageBestOfLossesRHundredths: 60,
      bestKeptPercent: 80,
    })
  })

  test('leave out trades without bars, and are missing without any', () => {
    expect(excursionStatistics([measured('100.00', null, null), measured('-100.00', null, null)])).toEqual({
      count: 0,
      averageWorstOfWinsCents: null,
      averageWorstOfWinsRHundredths: null,
      averageBestOfLossesCents: null,
      averageBestOfLossesRHundredths: null,
      bestKeptPercent: null,
    })
  })
})
