import type { AttributionLine } from '@clubfolio/contract'
import { toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { earnedBars, earnedTiles, isCashReduced, toneStep } from './picture-groups.ts'

const none = toCents(0n)
const line = (name: string, contribution: number, more: Partial<AttributionLine> = {}): AttributionLine => ({
  kind: 'LINES',
  name,
  code: name,
  detail: null,
  price: none,
  income: none,
  fees: none,
  profit: toCents(BigInt(Math.round(contribution * 100))),
  contribution,
  excess: null,
  weight: 10,
  daysHeld: 5,
  isHeld: true,
  ...more,
})
const cash = (weight: number) => line('Cash', 0, { kind: 'CASH', weight })
const options = { step: 1, onOpen: () => undefined, onOpenSide: () => undefined }
const sizesOf = (lines: readonly AttributionLine[]) =>
  earnedTiles(lines, options).map(({ title, figure, tiles }) => [
    title,
    figure,
    ...tiles.map(({ label, size }) => `${label} ${size}`),
  ])

test('long, short and cash are groups with what they contributed together, the largest tile first', () => {
  expect(sizesOf([line('A', 1.1, { weight: 5 }), line('B', 0.2), line('C', -0.4, { weight: -8 }), cash(9)])).toEqual([
    ['Long', '+1.30%', 'B 10', 'A 5'],
    ['Short', '-0.40%', 'C short 8'],
    ['Cash', '0.00%', 'Cash 9'],
  ])
})

test('the row of all short positions is not called short twice, and borrowed cash is', () => {
  expect(sizesOf([line('Short', 1, { weight: -20 }), cash(-12)])).toEqual([
    ['Short', '+1.00%', 'Short 20'],
    ['Cash', '0.00%', 'Cash borrowed 12'],
  ])
})

test('cash is at most as large as all instruments, unless there are none', () => {
  expect(sizesOf([line('A', 1), cash(90)]).at(-1)).toEqual(['Cash', '0.00%', 'Cash 10'])
  expect(isCashReduced([line('A', 1), cash(90)])).toBe(true)
  expect(isCashReduced([line('A', 1), cash(9)])).toBe(false)
  expect(sizesOf([cash(100)])).toEqual([['Cash', '0.00%', 'Cash 100']])
})

test('what has no weight has no tile, and a position of one session a small one', () => {
  const fixed = line('Not explained', 1, { kind: 'NOT_EXPLAINED', weight: null })
  expect(sizesOf([line('A', 1, { weight: 0 }), fixed])).toEqual([['Long', '+1.00%', 'A 0.01']])
  expect(sizesOf([line('A', 1, { weight: null, contribution: null })])).toEqual([])
})

test.each([
  [0, 0.01],
  [0.03, 0.01],
  [0.81, 0.5],
  [-2.8, 1],
  [400, 20],
])('for a largest contribution of %f the colors are %f apart', (contribution, step) => {
  expect(toneStep([line('A', contribution)])).toBe(step)
})

test('bars share one scale with zero on it, the largest gain first', () => {
  const { bars, zero } = earnedBars([line('A', -1), line('B', 3), line('C', 0)], true)
  expect(zero).toBe(25)
  expect(bars.map(({ line: { name }, left, width }) => [name, left, width])).toEqual([
    ['B', 25, 75],
    ['C', 25, 0],
    ['A', 0, 25],
  ])
})
