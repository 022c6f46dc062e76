import { expect, test } from 'vitest'
import { dayNumberOf, marketDay } from '../calendar/market-day.ts'
import { joinDailyRows, type DailyRow } from './bar-period.ts'

const on = (day: string) => dayNumberOf(marketDay(day))
const rows: DailyRow[] = [
  [on('2020-12-30'), 10, 12, 9, 11, 100],
  [on('2020-12-31'), 11, 13, 10, 12, 50],
  [on('2021-01-04'), 12, 14, 8, 9, 70],
  [on('2021-01-05'), 9, 10, 9, 10, 30],
]

test('daily rows stay as they are', () => {
  expect(joinDailyRows(rows, '_D')).toBe(rows)
})

test('a week runs from Monday to Sunday and is named by its first bar', () => {
  expect(joinDailyRows(rows, '_W')).toEqual([
    [on('2020-12-30'), 10, 13, 9, 12, 150],
    [on('2021-01-04'), 12, 14, 8, 10, 100],
  ])
  const acrossNewYear: DailyRow[] = [
    [on('2026-12-31'), 1, 2, 1, 2, 5],
    [on('2027-01-01'), 2, 3, 2, 3, 5],
    [on('2027-01-04'), 3, 4, 3, 4, 5],
  ]
  expect(joinDailyRows(acrossNewYear, '_W').map((row) => row[0])).toEqual([on('2026-12-31'), on('2027-01-04')])
})

test('months and years take the first open, the extremes, the last close and the summed volume', () => {
  expect(joinDailyRows(rows, '_MONTH')).toEqual([
    [on('2020-12-30'), 10, 13, 9, 12, 150],
    [on('2021-01-04'), 12, 14, 8, 10, 100],
  ])
  expect(joinDailyRows([...rows, [on('2021-02-01'), 10, 20, 10, 15, 1]], '_Y')).toEqual([
    [on('2020-12-30'), 10, 13, 9, 12, 150],
    [on('2021-01-04'), 12, 20, 8, 15, 101],
  ])
})

test('no rows stay no rows', () => {
  expect(joinDailyRows([], '_W')).toEqual([])
})
