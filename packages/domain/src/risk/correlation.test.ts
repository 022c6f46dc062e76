import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { correlateReturns } from './correlation.ts'

const dailyReturn = fc.integer({ min: -2_000, max: 2_000 }).map((points) => points / 10_000)
const options = { numRuns: propertyRuns(100, 1000), seed: propertySeed() }

const rising = [0.01, -0.02, 0.03]
const named = (...series: (readonly (number | null)[])[]) =>
  series.map((returns, index) => ({ code: 'ABCDEFGH'[index]!, returns }))

describe('the correlation of two instruments', () => {
  test('is 1 for one that moves like the other, and -1 for one that moves against it', () => {
    const { codes, values, sessions } = correlateReturns(
      named(
        rising,
        rising.map((one) => 2 * one),
        rising.map((one) => -one),
      ),
      3,
    )
    expect(codes).toEqual(['A', 'B', 'C'])
    expect(values.map((row) => row.map((one) => Number(one.toFixed(12))))).toEqual([
      [1, 1, -1],
      [1, 1, -1],
      [-1, -1, 1],
    ])
    expect(sessions).toBe(3)
  })

  test('is measured on the sessions that all instruments share', () => {
    const { values, sessions, shortest } = correlateReturns(
      named([...rising, 0.5], [null, ...rising.slice(1), -0.5], [...rising, 0.1]),
      3,
    )
    expect(sessions).toBe(3)
    expect(shortest).toBe('B')
    expect(values[0]![2]).toBeGreaterThan(0.9)
  })

  test('leaves out an instrument with too few returns, and one whose price did not move', () => {
    const found = correlateReturns(named(rising, [0.01, null, 0.02], [0.001, 0.001, 0.001], [0.02, 0.01, 0.03]), 3)
    expect(found).toMatchObject({ codes: ['A', 'D'], leftOut: ['B', 'C'], sessions: 3, shortest: null })
  })

  test('leaves out the one with the fewest returns while the rest share too few', () => {
    const [none, full] = [null, 0.01]
    const found = correlateReturns(
      named([0.01, 0.02, 0.03, 0.01, 0.02], [0.02, 0.01, 0.03, 0.02, full], [none, none, 0.01, 0.02, 0.03]),
      4,
    )
    expect(found).toMatchObject({ codes: ['A', 'B'], leftOut: ['C'], sessions: 5 })
    const gaps = correlateReturns(named([0.01, 0.02, 0.03, none], [none, 0.02, 0.01, 0.03]), 3)
    expect(gaps).toMatchObject({ codes: ['B'], leftOut: ['A'], sessions: 3, values: [[1]] })
    expect(correlateReturns([], 3)).toMatchObject({ codes: [], values: [], sessions: 0, shortest: null })
  })

  test('of any instruments is symmetric, 1 on the diagonal, and positive semidefinite', () => {
    const width = 5
    const rows = fc.array(fc.array(fc.option(dailyReturn, { freq: 20 }), { minLength: width, maxLength: width }), {
      minLength: 20,
      maxLength: 60,
    })
    const weights = fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: width, maxLength: width })
    fc.assert(
      fc.property(rows, weights, (table, weight) => {
        const series = Array.from({ length: width }, (_, column) => table.map((row) => row[column]!))
        const { values } = correlateReturns(named(...series), 10)
        let form = 0
        for (const [row, line] of values.entries()) {
          expect(line[row]).toBe(1)
          for (const [column, value] of line.entries()) {
            expect(value).toBe(values[column]![row])
            expect(Math.abs(value)).toBeLessThanOrEqual(1)
            form += weight[row]! * value * weight[column]!
          }
        }
        expect(form).toBeGreaterThanOrEqual(-1e-9)
      }),
      options,
    )
  })
})
