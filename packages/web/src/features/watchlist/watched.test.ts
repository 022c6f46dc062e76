import { expect, it } from 'vitest'
import { moveCode, toWatchedRow, watchedChange } from './watched.ts'

it('counts the live price against the last close while a session forms, else close against close', () => {
  const closes = { lastClose: 110, previousClose: 100, formingPriorClose: 110 }
  expect(watchedChange(closes, 121, true)).toBeCloseTo(10)
  expect(watchedChange(closes, 121, false)).toBeCloseTo(10)
  expect(watchedChange(closes, undefined, true)).toBeCloseTo(10)
  expect(
    watchedChange({ lastClose: null, previousClose: null, formingPriorClose: null }, undefined, false),
  ).toBeUndefined()
})

it('measures a price of the day of a split in the shares of that day', () => {
  const closes = { lastClose: 110, previousClose: 100, formingPriorClose: 55 }
  expect(watchedChange(closes, 56.1, true)).toBeCloseTo(2)
  expect(watchedChange(closes, undefined, true)).toBeCloseTo(10)
})

it('moves a code by one place and not beyond the ends', () => {
  expect(moveCode(['A', 'B', 'C'], 'B', 1)).toEqual(['A', 'C', 'B'])
  expect(moveCode(['A', 'B', 'C'], 'B', -1)).toEqual(['B', 'A', 'C'])
  expect(moveCode(['A', 'B'], 'A', -1)).toEqual(['A', 'B'])
  expect(moveCode(['A', 'B'], 'Z', 1)).toEqual(['A', 'B'])
})

it('shows the offers and the volume of a quote, and without one the last close', () => {
  const watched = {
    code: 'A',
    name: 'Alder',
    assetType: 'EQUITY' as const,
    lastClose: 110,
    previousClose: 100,
    formingPriorClose: 110,
    closes: [],
    note: '',
  }
  const quote = { code: 'A', last: 121, atMs: 1, bid: 120.9, ask: 121.1, volume: 5000 }
  expect(toWatchedRow(watched, quote, true)).toMatchObject({ last: 121, bid: 120.9, ask: 121.1, volume: 5000 })
  expect(toWatchedRow(watched, undefined, true)).toMatchObject({ last: 110, bid: undefined, volume: undefined })
  const gone = { ...watched, lastClose: null, previousClose: null, formingPriorClose: null }
  expect(toWatchedRow(gone, undefined, true)).toMatchObject({ last: undefined, change: undefined })
})
