// Contributions beyond a benchmark: the examples of docs/rules/attribution.md, "Against a benchmark", and over random
// histories that they add up exactly to the return less that of the benchmark.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays } from '../calendar/market-day.ts'
import { sessionOnOrBefore } from '../calendar/session.ts'
import { dealingsByHolder } from '../fund/compare-replay.ts'
import { replayFund } from '../fund/replay-fund.ts'
import { close, fund, march } from '../fund/testing/fund-fixture.ts'
import { feeSeeds, historySeeds, movingSeeds, playHistory } from '../fund/testing/random-history.ts'
import type { MarketDay } from '../kind.ts'
import {
  addFractions,
  divideFractions,
  fraction,
  fractionToNumber,
  multiplyFractions,
  subtractFractions,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { attributedDays, holderDays, type AttributedDay } from './attributed-day.ts'
import { cutFactors, joinPieces } from './cut-factor.ts'
import { benchmarkPerCent, followBenchmark, roundExcess, type BenchmarkPath } from './excess.ts'
import { scaleShare } from './sum-lines.ts'

const runs = { numRuns: propertyRuns(150, 10_000), seed: propertySeed() }
const scale = 10n ** 50n
const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n)
const partOf = (scaled: bigint): number => Number(scaled / 10n ** 32n) / 1e18

function follow(days: readonly AttributedDay[], closes: ReadonlyMap<MarketDay, number>): BenchmarkPath {
  const path = followBenchmark(days, closes)
  if ('missingDay' in path) throw new Error(`No close on ${path.missingDay}`)
  return path
}

describe('a fund of 10,000 with 60 % in AAA, beside a benchmark that rises by 1 %', () => {
  const closesOf = (prices: readonly number[]) =>
    new Map(prices.map((price, index) => [[march(2), march(3), march(4)][index]!, price]))
  const days = attributedDays(
    replayFund(fund('10000', { closes: [close(march(3), '10090'), close(march(4), '10090')] })),
    {
      from: march(3),
      to: march(4),
    },
  )
  const contributionOf = (cents: bigint, index = 0): bigint => cents * scaleShare(days[index]!.share).contribution!
  const beyond = (cents: bigint, before: bigint, path: BenchmarkPath, index = 0): number =>
    partOf(contributionOf(cents, index) - before * benchmarkPerCent(days, path.steps)[index]!)

  test('AAA, which earns 0.9 % of the base, has an excess of 0.3 %, and Cash -0.4 %', () => {
    const path = follow(days.slice(0, 1), closesOf([100, 101]))
    expect(partOf(path.total)).toBeCloseTo(0.01, 15)
    expect(beyond(9_000n, 600_000n, path)).toBeCloseTo(0.003, 15)
    const cash = -path.total + 600_000n * benchmarkPerCent(days, path.steps)[0]!
    expect(partOf(cash)).toBeCloseTo(-0.004, 15)
  })

  test('a short position gains what the benchmark rises', () => {
    const path = follow(days.slice(0, 1), closesOf([100, 101]))
    expect(beyond(0n, -200_000n, path)).toBeCloseTo(0.002, 15)
  })

  test('the second day counts by the growth of the benchmark up to the first', () => {
    const path = follow(days, closesOf([100, 110, 99]))
    expect(path.steps.map(partOf)).toEqual([0.1, -0.11])
    expect(partOf(path.total)).toBeCloseTo(-0.01, 15)
    expect(beyond(0n, 504_500n, path, 1)).toBeCloseTo(0.5 * 0.11, 12)
  })

  test('a day without a close is named', () => {
    expect(followBenchmark(days, closesOf([100, 101]))).toEqual({ missingDay: march(4) })
  })
})

test('shown excess adds up to the shown total, also where that is a hundredth beside its own rounding', () => {
  const part = (percent: number): bigint => (BigInt(Math.round(percent * 1000)) * scale) / 100_000n
  const parts = new Map([
    ['AAA', part(0.304)],
    ['CASH', part(-0.404)],
  ])
  const shown = (total: bigint) => [...roundExcess(parts, total).values()]
  expect(shown(-10n)).toEqual([30n, -40n])
  expect(sum(shown(-9n))).toBe(-9n)
  expect(sum(shown(-11n))).toBe(-11n)
  // More than that is not explained by rounding.
  expect(sum(shown(-50n))).toBe(-11n)
})

const cases = fc.record({
  seed: fc.oneof(historySeeds(14), feeSeeds(14), movingSeeds(14)),
  weights: fc.array(fc.integer({ min: -900_000, max: 2_000_000 }), { minLength: 3, maxLength: 3 }),
  prices: fc.array(fc.integer({ min: 5_000, max: 20_000 }), { minLength: 7, maxLength: 7 }),
  from: fc.nat(20),
  length: fc.nat(60),
})

test("over random histories, the lines' excess is the return less the benchmark's, of a fund and of each holder", () => {
  fc.assert(
    fc.property(cases, ({ seed, weights, prices, from, length }) => {
      const { records } = playHistory(seed)
      const first = addCalendarDays(records.opening.day, from)
      const span = { from: first, to: addCalendarDays(first, length) }
      const replay = replayFund(records, span.to)
      const closes = new Map<MarketDay, number>()
      for (let at = sessionOnOrBefore(records.opening.day); at <= span.to; at = addCalendarDays(at, 1))
        closes.set(at, prices[Number(at.slice(8)) % prices.length]! / 100)
      const tables = [
        attributedDays(replay, span),
        ...[...dealingsByHolder(replay).keys()].map((holderId) => holderDays(replay, holderId, span).days),
      ]
      expect(tables.length).toBeGreaterThan(1)
      for (const days of tables) {
        if (days.some(({ share, baseCents }) => !share.growth || baseCents.numerator < 0n)) continue
        expectToAddUp(days, { closes, weights })
      }
    }),
    runs,
  )
})

interface Beside {
  readonly closes: ReadonlyMap<MarketDay, number>
  /** Market values at the close before, in cents. */
  readonly weights: readonly number[]
}

/** Compares with each line by itself, in exact fractions: contribution - weight x return of the day x growth before. */
function expectToAddUp(days: readonly AttributedDay[], { closes, weights }: Beside): void {
  const path = follow(days, closes)
  const factors = cutFactors(benchmarkPerCent(days, path.steps))
  let growth = fraction(1n)
  let last: MarketDay | undefined
  const exact: Fraction[] = weights.map(() => zeroFraction)
  for (const { day, startDay, baseCents } of days) {
    if (baseCents.numerator === 0n) continue
    const [before, now] = [startDay, day].map((at) => BigInt(Math.round(closes.get(sessionOnOrBefore(at))! * 100)))
    const change = fraction(now! - before!, before)
    for (const [line, weight] of weights.entries()) {
      const part = multiplyFractions(
        multiplyFractions(divideFractions(fraction(BigInt(weight)), baseCents), change),
        growth,
      )
      exact[line] = addFractions(exact[line]!, part)
    }
    growth = multiplyFractions(growth, fraction(now!, before))
    last = day
  }
  const taken = weights.map((weight) => sum(factors.factors.map((factor) => BigInt(weight) * factor)))
  const joined = weights.map((weight) =>
    joinPieces(
      factors,
      factors.pieces.length === 0
        ? [BigInt(weight) * BigInt(days.length)]
        : factors.pieces.map((piece) => sum(piece.map((one) => BigInt(weight) * BigInt(one)))),
    ),
  )
  expect(joined).toEqual(taken)
  for (const [line, part] of exact.entries()) expect(partOf(taken[line]!)).toBeCloseTo(fractionToNumber(part), 9)
  // Cash has the weight that is left, so that all together are the benchmark's return.
  expect(sum(path.steps)).toBe(path.total)
  const rest = subtractFractions(growth, fraction(path.total + scale, scale))
  expect(last === undefined || Math.abs(fractionToNumber(rest)) < 1e-15).toBe(true)
}
