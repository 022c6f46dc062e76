import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMarketDay } from '../kind.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { measureBeta } from './beta.ts'
import { dailyReturns, pairReturns } from './daily-return.ts'

const dailyReturn = fc.integer({ min: -2_000, max: 2_000 }).map((points) => points / 10_000)
const options = { numRuns: propertyRuns(100, 1000), seed: propertySeed() }

describe('daily returns', () => {
  const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'].map(toMarketDay)
  const closes = (...prices: (number | null)[]) =>
    new Map(prices.flatMap((price, index) => (price === null ? [] : [[days[index]!, price] as const])))

  test('are known where the session and the one before it have a close', () => {
    const returns = dailyReturns(days, closes(100, 101, null, 103, 104))
    expect(returns.map((one) => one && Number(one.toFixed(4)))).toEqual([0.01, null, null, 0.0097])
  })

  test('are compared on the sessions that both have', () => {
    expect(pairReturns([0.01, null, 0.02, 0.03], [0.04, 0.05, null, 0.06])).toEqual([
      [0.01, 0.04],
      [0.03, 0.06],
    ])
  })
})

describe('the beta of an instrument', () => {
  test('is how many times it moves like the benchmark', () => {
    expect(measureBeta([0.02, -0.04, 0.06], [0.01, -0.02, 0.03], 3)).toEqual({ beta: 2, sessions: 3 })
    expect(measureBeta([-0.01, 0.02, -0.03], [0.01, -0.02, 0.03], 3)).toEqual({ beta: -1, sessions: 3 })
  })

  test('is covariance by variance, so a part that does not follow the benchmark does not count', () => {
    const { beta } = measureBeta([0.01, 0.02, 0.03, 0], [0.01, 0.02, 0.01, -0.01], 4)
    const [mean, its] = [0.015, 0.0075]
    const covariance =
      (0.01 - mean) * (0.01 - its) + (0.02 - mean) * (0.02 - its) + (0.03 - mean) * (0.01 - its) + -mean * (-0.01 - its)
    const variance = (0.01 - its) ** 2 + (0.02 - its) ** 2 + (0.01 - its) ** 2 + (-0.01 - its) ** 2
    expect(beta).toBeCloseTo(covariance / variance, 12)
  })

  test('is not guessed from too few sessions, which are counted', () => {
    const returns = Array.from({ length: 70 }, (_, index) => (index < 59 ? Math.sin(index) / 100 : null))
    const benchmark = Array.from({ length: 70 }, (_, index) => Math.cos(index) / 100)
    expect(measureBeta(returns, benchmark)).toEqual({ beta: null, sessions: 59 })
    expect(measureBeta([...returns, 0.01], [...benchmark, 0.01])).toMatchObject({
      beta: expect.any(Number),
      sessions: 60,
    })
  })

  test('does not exist against a benchmark that did not move', () => {
    expect(measureBeta([0.01, 0.02, 0.03], [0, 0, 0], 3)).toEqual({ beta: null, sessions: 3 })
    expect(measureBeta([0.01, 0.02, 0.03], [0.1, 0.1, 0.1], 3)).toEqual({ beta: null, sessions: 3 })
  })

  test('is exactly 1 for the benchmark itself', () => {
    fc.assert(
      fc.property(fc.array(fc.option(dailyReturn), { minLength: 70, maxLength: 120 }), (returns) => {
        const { beta } = measureBeta(returns, returns)
        expect(beta === null ? 1 : beta).toBe(1)
      }),
      options,
    )
  })

  test('of two instruments held in equal parts is the mean of their betas', () => {
    const series = fc.array(fc.tuple(dailyReturn, dailyReturn, dailyReturn), { minLength: 60, maxLength: 90 })
    fc.assert(
      fc.property(series, (rows) => {
        const benchmark = rows.map(([its]) => its)
        const betas = [1, 2].map(
          (column) =>
            measureBeta(
              rows.map((row) => row[column]!),
              benchmark,
            ).beta,
        )
        const both = measureBeta(
          rows.map(([, one, other]) => (one + other) / 2),
          benchmark,
        ).beta
        if (both === null) return
        expect(both).toBeCloseTo((betas[0]! + betas[1]!) / 2, 6)
      }),
      options,
    )
  })
})
