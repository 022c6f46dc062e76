import { describe, expect, test } from 'vitest'
import { findLevels } from './find-levels.ts'
import type { WindowBar } from './level-window.ts'

const dayOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)

interface Shape {
  readonly high?: number
  readonly low?: number
  readonly close?: number
}

type Shapes = Readonly<Record<number, Shape>>

/** Bars in dollars, 99.00 to 101.00 with a close of 100.00, which have no pivot; `shapes` overrides individual bars. */
const barsOf = (count: number, shapes: Shapes): WindowBar[] =>
  Array.from({ length: count }, (_, index) => {
    const { high = 101, low = 99, close = 100 } = shapes[index] ?? {}
    const steps = (dollars: number) => Math.round(dollars * 10_000)
    return { day: dayOf(index), high: steps(high), low: steps(low), close: steps(close), volume: 1000 }
  })

/** The levels of 60 bars with an average range of 1.00: cents, and the bars that touched them. */
const levelsOf = (shapes: Shapes, { count = 60, range = 1 } = {}) =>
  findLevels(barsOf(count, shapes), range * 10_000).map(({ cents, days }) => [
    cents,
    days.map((day) => Math.round((Date.parse(day) - Date.parse(dayOf(0))) / 86_400_000)),
  ])

/** The same shape for the bars from `from` to `to`. */
const during = (from: number, to: number, shape: Shape): Shapes =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, shape]))

describe('a pivot high', () => {
  const peak = { high: 104 }

  test('is above the highs of the five bars before it', () => {
    expect(levelsOf({ 20: peak, 34: { high: 105 }, 40: peak })).toEqual([[10_400, [20, 40]]])
    expect(levelsOf({ 20: peak, 35: { high: 105 }, 40: peak })).toEqual([])
    expect(levelsOf({ 20: peak, 39: { high: 105 }, 40: peak })).toEqual([])
    expect(levelsOf({ 20: peak, 35: peak, 40: peak })).toEqual([[10_400, [20, 35]]])
  })

  test('is not below the highs of the five bars after it', () => {
    expect(levelsOf({ 20: peak, 40: peak, 46: { high: 105 } })).toEqual([[10_400, [20, 40]]])
    expect(levelsOf({ 20: peak, 40: peak, 45: { high: 105 } })).toEqual([])
    expect(levelsOf({ 20: peak, 40: peak, 41: { high: 105 } })).toEqual([])
    expect(levelsOf({ 20: peak, 40: peak, 45: peak })).toEqual([[10_400, [20, 40]]])
  })

  test('has all its neighbours in the window', () => {
    expect(levelsOf({ 5: peak, 24: peak }, { count: 30 })).toEqual([[10_400, [5, 24]]])
    expect(levelsOf({ 4: peak, 24: peak }, { count: 30 })).toEqual([])
    expect(levelsOf({ 5: peak, 25: peak }, { count: 30 })).toEqual([])
  })
})

describe('a pivot low', () => {
  const trough = { low: 96 }

  test('is below the lows of the five bars before it', () => {
    expect(levelsOf({ 20: trough, 34: { low: 95 }, 40: trough })).toEqual([[9600, [20, 40]]])
    expect(levelsOf({ 20: trough, 35: { low: 95 }, 40: trough })).toEqual([])
    expect(levelsOf({ 20: trough, 39: { low: 95 }, 40: trough })).toEqual([])
    expect(levelsOf({ 20: trough, 35: trough, 40: trough })).toEqual([[9600, [20, 35]]])
  })

  test('is not above the lows of the five bars after it', () => {
    expect(levelsOf({ 20: trough, 40: trough, 46: { low: 95 } })).toEqual([[9600, [20, 40]]])
    expect(levelsOf({ 20: trough, 40: trough, 45: { low: 95 } })).toEqual([])
    expect(levelsOf({ 20: trough, 40: trough, 41: { low: 95 } })).toEqual([])
    expect(levelsOf({ 20: trough, 40: trough, 45: trough })).toEqual([[9600, [20, 40]]])
  })
})

describe('a level', () => {
  test('takes in pivots up to half an average range above its lowest one', () => {
    expect(levelsOf({ 20: { high: 104 }, 40: { high: 104.5 } })).toEqual([[10_425, [20, 40]]])
    expect(levelsOf({ 20: { high: 104 }, 40: { high: 104.51 } })).toEqual([])
    expect(levelsOf({ 10: { high: 104 }, 20: { high: 104.4 }, 30: { high: 104.8 }, 40: { high: 105 } })).toEqual([
      [10_420, [10, 20]],
      [10_490, [30, 40]],
    ])
  })

  test('is the mean of its pivots, rounded half up to the cent', () => {
    expect(levelsOf({ 20: { high: 104 }, 40: { high: 104.01 } })).toEqual([[10_401, [20, 40]]])
    expect(levelsOf({ 10: { high: 104 }, 20: { high: 104 }, 40: { high: 104.01 } })).toEqual([[10_400, [10, 20, 40]]])
  })

  test('names its days oldest first, whichever price was lowest', () => {
    expect(levelsOf({ 10: { high: 104.2 }, 20: { high: 104.4 }, 40: { high: 104 } })).toEqual([[10_420, [10, 20, 40]]])
  })

  test('needs touches on two days: a high and a low of one day are one touch', () => {
    expect(levelsOf({ 20: { high: 102, low: 98 } }, { range: 20 })).toEqual([])
    expect(levelsOf({ 20: { high: 102, low: 98 }, 40: { high: 102 } }, { range: 20 })).toEqual([[10_067, [20, 40]]])
  })

  test('comes after the lower ones', () => {
    const shapes = { 10: { low: 96 }, 17: { high: 106 }, 24: { low: 96 }, 31: { high: 106 } }
    expect(levelsOf(shapes)).toEqual([
      [9600, [10, 24]],
      [10_600, [17, 31]],
    ])
  })
})

describe('a level that closes have crossed', () => {
  const touched = { 20: { high: 104 }, 40: { high: 104 } }
  const above = { high: 105, close: 104.5 }

  test('once since its last touch still counts, twice no longer', () => {
    expect(levelsOf({ ...touched, 59: above })).toEqual([[10_400, [20, 40]]])
    expect(levelsOf({ ...touched, 50: above })).toEqual([])
    expect(levelsOf({ ...touched, ...during(50, 59, above) })).toEqual([[10_400, [20, 40]]])
    expect(levelsOf({ ...touched, 50: above, 59: above })).toEqual([])
  })

  test('is not crossed by a close exactly on it, from either side', () => {
    const on = { high: 104, close: 104 }
    expect(levelsOf({ ...touched, 55: above, ...during(56, 59, on) })).toEqual([[10_400, [20, 40]]])
    expect(levelsOf({ ...touched, 56: on, 59: above })).toEqual([[10_400, [20, 40]]])
  })

  test('before its last touch counts as if it had not been crossed', () => {
    expect(levelsOf({ ...touched, 30: above })).toEqual([[10_400, [20, 40]]])
  })

  test('from above, where a low touched it last', () => {
    const lows = { 20: { low: 96 }, 40: { low: 96 } }
    const below = { low: 95, close: 95.5 }
    expect(levelsOf(lows)).toEqual([[9600, [20, 40]]])
    expect(levelsOf({ ...lows, 59: below })).toEqual([[9600, [20, 40]]])
    expect(levelsOf({ ...lows, 50: below })).toEqual([])
  })

  test('is judged from below where a high touched it last, also if that bar closed above it', () => {
    // The level is 104.20; the bar of its last touch closes at 104.30 and the next one below.
    const shapes = { 20: { high: 104 }, 40: { high: 104.4, close: 104.3 } }
    expect(levelsOf(shapes)).toEqual([[10_420, [20, 40]]])
    expect(levelsOf({ ...shapes, 59: above })).toEqual([[10_420, [20, 40]]])
    expect(levelsOf({ ...shapes, 50: above })).toEqual([])
  })

  test('as a support that became a resistance is judged by the high that touched it last', () => {
    // 103 holds as a support at first; later bars lie below it and touch it once.
    const shapes = { ...during(10, 30, { high: 106, low: 104, close: 105 }), 20: { low: 103 }, 40: { high: 103 } }
    expect(levelsOf(shapes)).toEqual([[10_300, [20, 40]]])
    expect(levelsOf({ ...shapes, 59: above })).toEqual([[10_300, [20, 40]]])
    expect(levelsOf({ ...shapes, 50: above })).toEqual([])
  })

  test('is judged from the close of a bar that touched it from both sides', () => {
    // The level is 100.00, where quiet bars close, so they cross nothing.
    const after = (touch: number, ...closes: readonly number[]) =>
      levelsOf(
        {
          20: { high: 102, low: 98 },
          40: { high: 102, low: 98, close: touch },
          ...Object.fromEntries(closes.map((close, index) => [50 + index, { close }])),
        },
        { range: 10 },
      )
    const level = [[10_000, [20, 40]]]
    expect([after(100.5, 99.5), after(100.5, 100.5, 99.5), after(100.5, 99.5, 100.5)]).toEqual([level, level, []])
    expect([after(99.5, 100.5), after(99.5, 99.5, 100.5), after(99.5, 100.5, 99.5)]).toEqual([level, level, []])
    // A close exactly on the level counts as below it.
    expect([after(100, 99.5, 100.5), after(100, 100.5, 99.5)]).toEqual([level, []])
  })
})
