// The ratios against the npm package simple-statistics 7.12.1 (sampleStandardDeviation, sampleCovariance,
// sampleVariance, sampleCorrelation, linearRegression), over random lines.
import * as fc from 'fast-check'
import {
  linearRegression,
  mean,
  sampleCorrelation,
  sampleCovariance,
  sampleStandardDeviation,
  sampleVariance,
} from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { compareReturns, measureRatios } from './return-ratio.ts'

const first = marketDay('2024-01-01')
const dayOf = (index: number) => addCalendarDays(first, index)
const lineOf = (changes: readonly number[]) =>
  changes.reduce(
    (line, change, index) => [...line, { day: dayOf(index + 1), value: line.at(-1)!.value * (1 + change) }],
    [{ day: first, value: 10 }],
  )
const closesOf = (changes: readonly number[]) => new Map(lineOf(changes).map(({ day, value }) => [day, value]))

const change = fc.integer({ min: -400, max: 400 }).map((tenths) => tenths / 10_000)
const pairs = fc.array(fc.tuple(change, change), { minLength: 60, maxLength: 300 })
const isMoving = (values: readonly number[]) => sampleStandardDeviation([...values]) > 1e-4

test('volatility, Sharpe and Sortino are those of the package', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 60, maxLength: 300 }), fc.constantFrom(0, 0.04), (changes, rate) => {
      fc.pre(isMoving(changes))
      const found = measureRatios(lineOf(changes), rate)!
      const volatility = sampleStandardDeviation(changes) * Math.sqrt(252)
      const excess = mean(changes) * 252 - rate
      const below = changes.map((one) => Math.min(0, one - rate / 252))
      const downside = Math.sqrt(mean(below.map((one) => one * one)) * 252)
      expect(found.observations).toBe(changes.length)
      expect(found.volatility).toBeCloseTo(volatility, 10)
      expect(found.sharpe).toBeCloseTo(excess / volatility, 8)
      expect(found.downside).toBeCloseTo(downside, 10)
      fc.pre(downside > 1e-6)
      expect(found.sortino).toBeCloseTo(excess / downside, 6)
    }),
  )
})

test('beta, correlation, tracking error and information ratio are those of the package', () => {
  fc.assert(
    fc.property(pairs, (all) => {
      const own = all.map(([one]) => one)
      const its = all.map(([, one]) => one)
      const differences = all.map(([one, other]) => one - other)
      fc.pre(isMoving(own) && isMoving(its) && isMoving(differences))
      const found = compareReturns(lineOf(own), closesOf(its))!
      const trackingError = sampleStandardDeviation(differences) * Math.sqrt(252)
      expect(found.beta).toBeCloseTo(sampleCovariance(own, its) / sampleVariance(its), 6)
      expect(found.beta).toBeCloseTo(linearRegression(all.map(([y, x]) => [x, y])).m, 6)
      expect(found.correlation).toBeCloseTo(sampleCorrelation(own, its), 6)
      expect(found.trackingError).toBeCloseTo(trackingError, 8)
      expect(found.information).toBeCloseTo((mean(differences) * 252) / trackingError, 5)
    }),
  )
})

const flat = (count: number, change_ = 0) => Array.from({ length: count }, () => change_)

describe('not available', () => {
  test('with 59 daily returns, and with 60 it is', () => {
    expect(measureRatios(lineOf(flat(59, 0.01)), 0)).toBeUndefined()
    expect(measureRatios(lineOf(flat(60, 0.01)), 0)).toMatchObject({ observations: 60 })
  })

  test('a ratio without anything to divide by', () => {
    expect(measureRatios(lineOf(flat(60)), 0.04)).toMatchObject({ volatility: 0, sharpe: undefined })
    expect(measureRatios(lineOf(flat(60)), 0)).toMatchObject({ downside: 0, sortino: undefined })
    const closes = closesOf(flat(60, 0.01))
    expect(compareReturns(lineOf(flat(60, 0.01)), closes)).toMatchObject({ beta: undefined, information: undefined })
  })

  test('from a value of zero on', () => {
    const line = [...lineOf(flat(60)), { day: dayOf(61), value: 0 }]
    expect(measureRatios(line, 0)).toBeUndefined()
    expect(compareReturns(line, closesOf(flat(60)))).toBeUndefined()
  })

  test('against a benchmark with fewer than 60 closes on both days', () => {
    const line = lineOf(flat(61, 0.01))
    const closes = closesOf(flat(61, 0.02))
    closes.delete(dayOf(30))
    expect(compareReturns(line, closes)).toBeUndefined()
    expect(compareReturns(lineOf(flat(62, 0.01)), closes)).toBeUndefined()
    const more = closesOf(flat(62, 0.02))
    more.delete(dayOf(30))
    expect(compareReturns(lineOf(flat(62, 0.01)), more)).toMatchObject({ observations: 60 })
  })

  test('where nothing was held is no return', () => {
    const held = lineOf(flat(60, 0.01))
    const paused = [...held, { day: dayOf(90), value: held.at(-1)!.value, isStart: true }]
    expect(measureRatios(paused, 0)?.observations).toBe(60)
  })
})
