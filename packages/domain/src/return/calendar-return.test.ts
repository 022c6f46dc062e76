import { describe, expect, test } from 'vitest'
import { marketDay } from '../calendar/market-day.ts'
import { monthlyReturns, rollingYears, yearlyReturns, type CalendarReturn } from './calendar-return.ts'
import type { ReturnPoint } from './return-line.ts'

const point = (day: string, value: number, more: Partial<ReturnPoint> = {}): ReturnPoint => ({
  day: marketDay(day),
  value,
  ...more,
})
const rows = (periods: readonly CalendarReturn[]) =>
  periods.map(({ period, total, isPartial }) => [
    period,
    total === undefined ? 'n/a' : Math.round(total * 1e6) / 1e4,
    ...(isPartial ? ['partial'] : []),
  ])

describe('by month and year', () => {
  test('a month goes from the last close before it to its own last one', () => {
    const line = [point('2026-03-10', 10), point('2026-03-31', 11), point('2026-04-15', 9), point('2026-04-30', 9.9)]
    expect(rows(monthlyReturns(line))).toEqual([
      ['2026-03', 10, 'partial'],
      ['2026-04', -10],
    ])
  })

  test('one that began with the last close before it is whole, and one that has not ended is not', () => {
    const line = [point('2025-12-31', 10), point('2026-01-30', 12), point('2026-02-10', 15)]
    expect(rows(monthlyReturns(line))).toEqual([
      ['2026-01', 20],
      ['2026-02', 25, 'partial'],
    ])
    expect(rows(yearlyReturns(line))).toEqual([['2026', 50, 'partial']])
    expect(rows(yearlyReturns([...line, point('2026-12-31', 20), point('2027-01-04', 20)]))).toEqual([
      ['2026', 100],
      ['2027', 0, 'partial'],
    ])
  })

  test('a pause inside of a month chains what was held before and after it', () => {
    const line = [
      point('2026-02-27', 1),
      point('2026-03-10', 1.1),
      point('2026-03-20', 1.1, { isStart: true }),
      point('2026-03-31', 1.21),
    ]
    expect(rows(monthlyReturns(line))).toEqual([['2026-03', 21, 'partial']])
  })

  test('months without anything held have no return', () => {
    const line = [
      point('2026-01-30', 1),
      point('2026-02-27', 1.1),
      point('2026-04-30', 1.1, { isStart: true }),
      point('2026-05-29', 1.21),
    ]
    expect(rows(monthlyReturns(line))).toEqual([
      ['2026-02', 10],
      ['2026-05', 10],
    ])
  })

  test('where a value of zero or less lies in between there is no return', () => {
    const line = [point('2026-01-30', 10), point('2026-02-10', 0), point('2026-02-27', 5), point('2026-03-31', 6)]
    expect(rows(monthlyReturns(line))).toEqual([
      ['2026-02', 'n/a'],
      ['2026-03', 20],
    ])
  })
})

test('twelve months begin where the line reaches back a year, at the range 1Y of every last close of a month', () => {
  const line = [
    point('2025-02-03', 10),
    point('2025-02-26', 11),
    point('2025-03-31', 10),
    point('2026-01-30', 20),
    point('2026-02-27', 13.2),
    point('2026-03-10', 11),
  ]
  expect(rollingYears(line).map(({ day, total }) => [day, Math.round(total! * 1e6) / 1e4])).toEqual([
    ['2026-02-27', 20],
    ['2026-03-10', 0],
  ])
})
