import { expect, test } from 'vitest'
import { earlierBars } from './earlier-bars.ts'
import type { PriceBar } from './price-bar.ts'

const [a, b, c, d] = [1, 2, 3, 4].map((timeMs): PriceBar => ({
  timeMs,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 0,
})) as [PriceBar, PriceBar, PriceBar, PriceBar]

test('bars put before the same ones are more history', () => {
  expect(earlierBars([c, d], [a, b, c, d])).toEqual([a, b])
})

test.each([
  ['the same bars', [c, d], [c, d]],
  ['none', [c, d], []],
  ['a later end', [b, c], [a, b, c, d]],
  ['a bar that changed', [c, d], [a, b, c, { ...d, close: 2 }]],
  ['the first ones', [], [a, b]],
] as const)('%s are other bars', (_words, given, next) => {
  expect(earlierBars(given, next)).toBeUndefined()
})
