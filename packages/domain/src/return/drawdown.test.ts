import { expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { listDrawdowns } from './drawdown.ts'

const first = marketDay('2026-03-02')
const line = (...values: readonly number[]) =>
  values.map((value, index) => ({ day: addCalendarDays(first, index), value }))
const rows = (values: readonly number[], least = 0.05) =>
  listDrawdowns(line(...values), least).map(({ from, lowest, recovered, depth, days }) => [
    from.slice(8),
    lowest.slice(8),
    recovered?.slice(8) ?? null,
    Math.round(depth * 1e4) / 100,
    days,
  ])

test('a fall ends when its peak is reached again, and the last one may still last', () => {
  expect(rows([10, 9, 9.5, 10, 8])).toEqual([
    ['02', '03', '05', -10, 3],
    ['05', '06', null, -20, 1],
  ])
})

test('a fall that is not deeper than the least is left out, exactly the least too', () => {
  expect(rows([100, 96, 101, 95.95, 102, 96.8])).toEqual([['06', '07', null, -5.1, 1]])
  expect(rows([100, 95], 0.05)).toEqual([])
})

test('of two days at the peak the first counts, of two equal lows the first', () => {
  expect(rows([10, 12, 12, 9, 10, 9, 12])).toEqual([['03', '05', '08', -25, 5]])
})

test('a line that only rises has none, and neither has an empty one', () => {
  expect(rows([1, 2, 3])).toEqual([])
  expect(listDrawdowns([], 0)).toEqual([])
})
