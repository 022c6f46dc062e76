import { expect, test } from 'vitest'
import { averageRange } from './average-range.ts'
import type { WindowBar } from './level-window.ts'

const bar = (high: number, low: number, close: number): WindowBar => ({
  day: '2026-03-04',
  high,
  low,
  close,
  volume: 1,
})
/** Bars that close at their low of 1000, each as many steps high as given. */
const barsOf = (...ranges: readonly number[]) => ranges.map((range) => bar(1000 + range, 1000, 1000))

// The first bar has no close before it, so its own range counts nowhere.
const fourteen = [900, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

test('there is none before the 15th bar', () => {
  expect(averageRange([])).toBeUndefined()
  expect(averageRange(barsOf(...fourteen))).toBeUndefined()
})

test('the first one is the mean of 14 ranges: 1 to 14 give 7.5', () => {
  expect(averageRange(barsOf(...fourteen, 14))).toBe(7.5)
})

test('each later one is 13 parts of the one before and one part of the new range', () => {
  // (13 x 7.5 + 21.5) / 14 = 8.5, then (13 x 8.5 + 1.5) / 14 = 8.
  expect(averageRange(barsOf(...fourteen, 14, 21.5))).toBe(8.5)
  expect(averageRange(barsOf(...fourteen, 14, 21.5, 1.5))).toBe(8)
})

test('a range includes the gap from the close before', () => {
  const quiet = Array.from({ length: 14 }, () => bar(1000, 1000, 1000))
  // 14 from the close before up to the high, down to the low, and around it.
  expect(averageRange([...quiet, bar(1014, 1010, 1012)])).toBe(1)
  expect(averageRange([...quiet, bar(990, 986, 988)])).toBe(1)
  expect(averageRange([...quiet, bar(1010, 996, 1002)])).toBe(1)
})
