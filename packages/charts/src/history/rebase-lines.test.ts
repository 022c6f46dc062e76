import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonStart, cutToCommon, gainBetween, rebaseLines, rebaseSums } from './rebase-lines.ts'
import type { LineSeries } from './line-point.ts'

const line = (id: string, points: readonly (readonly [number, number])[]): LineSeries => ({
  id,
  name: id,
  points: points.map(([second, value]) => ({ timeMs: second * 1_000, value })),
})
const valuesOf = (series: readonly LineSeries[]) =>
  series.map(({ points }) => points.map(({ timeMs, value }) => [timeMs / 1_000, Math.round(value * 1e6) / 1e6]))

describe('gains that start again', () => {
  test('10 percent, then 32, are 20 percent since', () => {
    const { points } = line('a', [
      [1, 0],
      [2, 10],
      [3, 32],
    ])
    expect(gainBetween(points, 2_000, 3_000)).toBeCloseTo(20, 10)
    expect(gainBetween(points, 2_500, 9_000)).toBeCloseTo(20, 10)
    expect(gainBetween(points, 500, 3_000)).toBeUndefined()
  })

  test('after a total loss there is no gain to speak of', () => {
    expect(
      gainBetween(
        line('a', [
          [1, 0],
          [2, -100],
          [3, -100],
        ]).points,
        2_000,
        3_000,
      ),
    ).toBeUndefined()
  })

  test('sums start again at zero with what was added before, to the cent', () => {
    const sums = line('in', [
      [1, 0],
      [3, 100.1],
      [5, 100.4],
    ])
    expect(valuesOf(rebaseSums([sums], 4_000))).toEqual([
      [
        [4, 0],
        [5, 0.3],
      ],
    ])
    expect(rebaseSums([sums], 4_000)[0]?.points[1]?.value).toBe(0.3)
  })

  test('the first common day is named with the line that begins there, unless nothing is cut off', () => {
    const long = line('SPY', [
      [1, 0],
      [5, 10],
    ])
    const late = line('Account', [
      [3, 0],
      [5, 4],
    ])
    expect(commonStart([long, late])).toEqual({ timeMs: 3_000, name: 'Account' })
    expect(commonStart([late, line('empty', [])])).toBeUndefined()
    expect(commonStart([long, { ...long, id: 'QQQ' }])).toBeUndefined()
    expect(commonStart([])).toBeUndefined()
  })

  test('lines begin on their first common day, each with what it was worth then', () => {
    const cut = cutToCommon([
      line('a', [
        [1, 0],
        [3, 10],
        [5, 20],
      ]),
      line('b', [
        [4, 0],
        [5, 1],
      ]),
    ])
    expect(valuesOf(cut)).toEqual([
      [
        [4, 10],
        [5, 20],
      ],
      [
        [4, 0],
        [5, 1],
      ],
    ])
    expect(valuesOf(rebaseLines(cut, 4_000))).toEqual([
      [
        [4, 0],
        [5, 9.090909],
      ],
      [
        [4, 0],
        [5, 1],
      ],
    ])
  })

  test('nothing is before the start, and a line without a value on that day begins on it as well', () => {
    const account = line('account', [
      [1, 0],
      [2, 10],
      [4, 21],
      [5, 32],
    ])
    const stock = line('stock', [
      [1, 0],
      [3, 50],
      [4, 50],
      [5, 80],
    ])
    expect(valuesOf(rebaseLines([account, stock], 3_000))).toEqual([
      [
        [3, 0],
        [4, 10],
        [5, 20],
      ],
      [
        [3, 0],
        [4, 0],
        [5, 20],
      ],
    ])
  })

  test('a line that was lost before the start is not drawn', () => {
    expect(
      valuesOf(
        rebaseLines(
          [
            line('a', [
              [1, 0],
              [2, -100],
              [3, -100],
            ]),
          ],
          2_000,
        ),
      ),
    ).toEqual([[]])
  })

  test('every line is zero at the start, has nothing before it and multiplies back to what it was', () => {
    const gains = fc.array(fc.double({ min: -90, max: 900, noNaN: true }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(gains, fc.nat(), (values, place) => {
        const own = line(
          'a',
          values.map((value, index) => [index, value]),
        )
        const base = place % values.length
        const [rebased] = rebaseLines([own], base * 1_000)
        expect(rebased!.points[0]).toEqual({ timeMs: base * 1_000, value: 0 })
        expect(rebased!.points).toHaveLength(values.length - base)
        rebased!.points.forEach(({ value }, index) =>
          expect((1 + value / 100) * (1 + values[base]! / 100)).toBeCloseTo(1 + values[base + index]! / 100, 8),
        )
      }),
    )
  })
})
