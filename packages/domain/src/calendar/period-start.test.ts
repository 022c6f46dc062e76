import { expect, it } from 'vitest'
import { marketDay } from './market-day.ts'
import { TIMINGS, periodStart } from './period-start.ts'

it('begins periods at the day, Monday, the first of the month and the first of January', () => {
  const starts = (day: string): string[] => TIMINGS.map((timing) => periodStart(timing, marketDay(day)))
  expect(starts('2026-03-04')).toEqual(['2026-03-04', '2026-03-02', '2026-03-01', '2026-01-01'])
  expect(starts('2026-03-02')).toEqual(['2026-03-02', '2026-03-02', '2026-03-01', '2026-01-01'])
  expect(starts('2026-03-01')).toEqual(['2026-03-01', '2026-02-23', '2026-03-01', '2026-01-01'])
  expect(starts('2026-01-01')).toEqual(['2026-01-01', '2025-12-29', '2026-01-01', '2026-01-01'])
})
