import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { isSession } from '../calendar/session.ts'
import { lastSessionOf, periodBaseDay, rangeBaseDay, returnRanges } from './return-range.ts'

describe('the close a range is counted from', () => {
  test.each([
    ['1D', '2026-11-20', '2026-11-19'],
    ['1D', '2026-11-23', '2026-11-20'],
    ['1W', '2026-11-20', '2026-11-13'],
    // The same date a month earlier is a Saturday.
    ['1M', '2026-03-31', '2026-02-27'],
    ['3M', '2026-03-04', '2025-12-04'],
    // 2025-11-27 is Thanksgiving.
    ['1Y', '2026-11-27', '2025-11-26'],
    ['1Y', '2024-02-29', '2023-02-28'],
    ['3Y', '2026-11-20', '2023-11-20'],
    ['YTD', '2026-11-20', '2025-12-31'],
    ['YTD', '2023-01-03', '2022-12-30'],
  ] as const)('%s on %s is %s', (range, last, base) => {
    expect(rangeBaseDay(range, marketDay(last))).toBe(base)
  })

  test('everything and the last hour have none', () => {
    expect([rangeBaseDay('All', marketDay('2026-11-20')), rangeBaseDay('1h', marketDay('2026-11-20'))]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('is always a session before the last day', () => {
    const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addCalendarDays(marketDay('1950-01-03'), count))
    fc.assert(
      fc.property(fc.constantFrom(...returnRanges), days, (range, last) => {
        const base = rangeBaseDay(range, last)
        expect(base === undefined || (isSession(base) && base < last)).toBe(true)
      }),
    )
  })
})

test('a period of days is counted from the close before its first day', () => {
  expect([
    periodBaseDay(marketDay('2026-03-09')),
    periodBaseDay(marketDay('2026-03-08')),
    periodBaseDay(marketDay('2026-01-01')),
  ]).toEqual(['2026-03-06', '2026-03-06', '2025-12-31'])
})

test.each([
  ['WEEK', '2026-11-18', '2026-11-20'],
  // Good Friday.
  ['WEEK', '2026-03-30', '2026-04-02'],
  ['MONTH', '2026-11-02', '2026-11-30'],
  ['MONTH', '2026-10-31', '2026-10-30'],
  ['YEAR', '2025-06-01', '2025-12-31'],
] as const)('the last session of the %s of %s is %s', (timing, day, last) => {
  expect(lastSessionOf(timing, marketDay(day))).toBe(last)
})
