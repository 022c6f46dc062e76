import { toCents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { calendarWeeks, lastResultMonth } from './calendar-days.ts'

const result = (day: string, dollars: number) => ({
  day,
  count: 1,
  wins: dollars > 0 ? 1 : 0,
  result: toCents(BigInt(dollars * 100)),
  totalR: 0,
})

test('a month is its weeks from Monday on, each with the sum of its days in the month', () => {
  const weeks = calendarWeeks('2026-03', [
    result('2026-02-27', 900),
    result('2026-03-02', 10),
    result('2026-03-06', -4),
  ])
  expect(weeks.map(({ days }) => [days[0]?.day, days.at(-1)?.day])).toEqual([
    ['2026-02-23', '2026-03-01'],
    ['2026-03-02', '2026-03-08'],
    ['2026-03-09', '2026-03-15'],
    ['2026-03-16', '2026-03-22'],
    ['2026-03-23', '2026-03-29'],
    ['2026-03-30', '2026-04-05'],
  ])
  // Friday 2026-02-27 lies in the first week, and in another month.
  expect(weeks.map(({ total, count }) => [total, count]).slice(0, 2)).toEqual([
    [0n, 0],
    [600n, 2],
  ])
  expect(weeks[0]?.days.filter(({ isInMonth }) => isInMonth).map(({ day }) => day)).toEqual(['2026-03-01'])
})

test('a month that begins on a Monday and ends on a Sunday has no other days', () => {
  expect(
    calendarWeeks('2027-02', [])
      .flatMap(({ days }) => days)
      .every(({ isInMonth }) => isInMonth),
  ).toBe(true)
})

test('the calendar starts at the last month with a result', () => {
  expect(lastResultMonth([result('2025-11-03', 1), result('2026-01-09', 1)], '2026-03-04')).toBe('2026-01')
  expect(lastResultMonth([], '2026-03-04')).toBe('2026-03')
})
