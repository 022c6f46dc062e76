import { expect, test } from 'vitest'
import { describeCoverage } from './report-coverage.ts'

test.each([
  ['SAME_LENGTH', 'Last 28 days, New York time'],
  ['DAY_BEFORE', 'The day before it runs, New York time'],
  ['WEEK_BEFORE', 'Monday to Sunday of the week before, New York time'],
  ['MONTH_BEFORE', 'The month before, New York time'],
  ['MONTH_TO_DATE', 'The month up to the day it runs, New York time'],
  ['YEAR_TO_DATE', 'The year up to the day it runs, New York time'],
  ['AS_CHOSEN', '2026-02-01 to 2026-02-28'],
] as const)('a schedule over two days with the period %s covers "%s"', (period, words) => {
  expect(describeCoverage(['2026-02-01', '2026-02-28'], period)).toBe(words)
})

test('one day moves with the run, or stays', () => {
  expect(describeCoverage(['2026-02-28', '2026-02-28'], 'SAME_LENGTH')).toBe('The day it runs, New York time')
  expect(describeCoverage(['2026-02-28', '2026-02-28'], 'AS_CHOSEN')).toBe('2026-02-28')
})

test('a relative period moves by itself, whatever the schedule says', () => {
  for (const period of ['SAME_LENGTH', 'AS_CHOSEN', 'MONTH_BEFORE'] as const)
    expect(describeCoverage('LAST_30_DAYS', period)).toBe('Last 30 days, New York time')
})
