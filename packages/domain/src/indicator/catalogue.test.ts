// Properties that every indicator of the catalogue must have, on a random walk with a fixed seed.
import { array, integer, sample, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkParams, indicators } from './catalogue.ts'
import { computeIndicator, type IndicatorBar, type IndicatorValues } from './stream.ts'

const seed = 20_261_120
const price = integer({ min: 5, max: 90_000 }).map((cents) => cents / 100)
const barOf = tuple(price, price, price, price, integer({ min: 0, max: 1_000_000 })).map(
  ([a, b, c, d, volume]): IndicatorBar => ({
    timeMs: 0,
    open: a,
    high: Math.max(a, b, c, d),
    low: Math.min(a, b, c, d),
    close: b,
    volume,
  }),
)
const walk = sample(array(barOf, { minLength: 120, maxLength: 120 }), { seed, numRuns: 1 })[0]!
const always = () => 'always'

describe.each(indicators.map((definition) => [definition.key, definition] as const))('%s', (_key, definition) => {
  const create = () =>
    definition.create(
      definition.params.map(({ value }) => value),
      always,
    )

  test('has a figure or nothing for each of its lines, and figures in the end', () => {
    const values = computeIndicator(create(), walk)
    for (const row of values) {
      expect(row).toHaveLength(definition.lines.length)
      for (const value of row) expect(value === undefined || Number.isFinite(value)).toBe(true)
    }
    expect(values.at(-1)!.every((value) => value !== undefined)).toBe(true)
  })

  test('stays within its bounds', () => {
    const [low, high] = definition.bounds ?? [-Infinity, Infinity]
    const beyond = computeIndicator(create(), walk)
      .flat()
      .filter((value) => value !== undefined && (value < low - 1e-9 || value > high + 1e-9))
    expect(beyond).toEqual([])
  })

  test('a last bar that changed several times leaves the values of a bar that came once', () => {
    const stream = create()
    const values = walk.map((bar, index) => {
      stream.add(walk[(index + 7) % walk.length]!)
      stream.replace({ ...bar, high: bar.high * 2, close: bar.high * 1.5, volume: 0 })
      stream.replace(bar)
      return stream.replace(bar)
    })
    const rounded = (rows: readonly IndicatorValues[]) =>
      rows.map((row) => row.map((value) => (value === undefined ? undefined : Math.round(value * 1e6))))
    expect(rounded(values)).toEqual(rounded(computeIndicator(create(), walk)))
  })

  test('prices that never move give no nonsense', () => {
    const flat = walk.map((bar) => ({ ...bar, open: 5, high: 5, low: 5, close: 5 }))
    expect(
      computeIndicator(create(), flat)
        .flat()
        .filter((value) => value !== undefined && !Number.isFinite(value)),
    ).toEqual([])
  })

  test('says what it is', () => {
    expect(definition.definition).toMatch(/^.{30,}\.$/)
  })
})

test('keys are unique, parameters are brought into their bounds', () => {
  expect(new Set(indicators.map(({ key }) => key)).size).toBe(indicators.length)
  const bollinger = indicators.find(({ key }) => key === 'bollinger')!
  expect(checkParams(bollinger, [])).toEqual([20, 2])
  expect(checkParams(bollinger, [0, 1.5, 9])).toEqual([2, 1.5])
  expect(checkParams(bollinger, [20.4, Number.NaN])).toEqual([20, 2])
})
