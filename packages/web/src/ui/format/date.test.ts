import { expect, it } from 'vitest'
import { formatDateTime, formatDay, formatTime } from './date.ts'

// Local parts, so that the test reads the same in every zone.
const moment = new Date(2026, 2, 4, 9, 5, 7)

it('writes date and time of 24 hours with leading zeros', () => {
  expect(formatDateTime(moment)).toBe('2026-03-04 09:05:07')
  expect(formatDateTime(moment.getTime())).toBe('2026-03-04 09:05:07')
  expect(formatDay(moment)).toBe('2026-03-04')
  expect(formatTime(moment, false)).toBe('09:05')
  expect(formatTime(new Date(2026, 2, 4, 0, 0, 0))).toBe('00:00:00')
})

it('writes an absent moment as two hyphens', () => {
  expect(formatDateTime(undefined)).toBe('--')
  expect(formatDay(null)).toBe('--')
  expect(formatTime(undefined)).toBe('--')
})
