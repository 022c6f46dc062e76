import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowsLogScale, cleanPoints, isContinuation, joinTimes, valueAt } from './line-point.ts'

const points = fc.array(
  fc.record({ timeMs: fc.integer({ min: 0, max: 60_000 }), value: fc.integer({ min: -50, max: 50 }) }),
)

describe('clean points', () => {
  test('rise by at least a second each, whatever came in', () => {
    fc.assert(
      fc.property(points, (given) => {
        const seconds = cleanPoints(given).map(({ timeMs }) => Math.floor(timeMs / 1_000))
        expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b))
        expect(new Set(seconds)).toEqual(new Set(given.map(({ timeMs }) => Math.floor(timeMs / 1_000))))
      }),
    )
  })

  test('keep the last value of a second and drop what is no number', () => {
    expect(
      cleanPoints([
        { timeMs: 1_000, value: 1 },
        { timeMs: 1_500, value: 2 },
        { timeMs: 9_000, value: Number.NaN },
      ]),
    ).toEqual([{ timeMs: 1_500, value: 2 }])
  })
})

test('series with different days share one time axis', () => {
  expect(
    joinTimes([
      [
        { timeMs: 1_000, value: 1 },
        { timeMs: 3_000, value: 1 },
      ],
      [
        { timeMs: 2_500, value: 1 },
        { timeMs: 3_000, value: 1 },
      ],
    ]),
  ).toEqual([1_000, 2_000, 3_000])
})

test('the value at a time is the last one until then', () => {
  const steps = [
    { timeMs: 1_000, value: 10 },
    { timeMs: 5_000, value: 20 },
  ]
  expect([0, 1_000, 4_999, 5_000, 9_000].map((time) => valueAt(steps, time))).toEqual([undefined, 10, 10, 20, 20])
})

test('one value at or below zero rules the logarithmic scale out', () => {
  expect(allowsLogScale([{ timeMs: 0, value: 0.01 }])).toBe(true)
  expect(
    allowsLogScale([
      { timeMs: 0, value: 5 },
      { timeMs: 1, value: 0 },
    ]),
  ).toBe(false)
  expect(allowsLogScale([])).toBe(true)
})

describe('lines that go on', () => {
  const line = (id: string, ...seconds: number[]) => ({
    id,
    name: id,
    points: seconds.map((second) => ({ timeMs: second * 1_000, value: second })),
  })
  test.each([
    ['another last value', [line('a', 1, 2)], [line('a', 1, 3)], true],
    ['more values', [line('a', 1, 2), line('b', 1)], [line('a', 1, 2, 3), line('b', 1)], true],
    ['other values before', [line('a', 1, 2, 3)], [line('a', 1, 2.5, 3)], false],
    ['fewer values', [line('a', 1, 2)], [line('a', 1)], false],
    ['another line', [line('a', 1)], [line('b', 1)], false],
    ['one line more', [line('a', 1)], [line('a', 1), line('b', 1)], false],
    ['the first values', [line('a')], [line('a', 1)], false],
  ])('%s', (_what, before, next, expected) => {
    expect(isContinuation(before, next)).toBe(expected)
  })
})
