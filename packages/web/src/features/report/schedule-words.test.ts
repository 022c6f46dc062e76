import { expect, it } from 'vitest'
import { formatMonthDay, describeSchedule } from './schedule-words.ts'

it('tells when a report runs', () => {
  expect(describeSchedule({ frequency: 'DAILY', weekday: null, monthDay: null, hour: 0 })).toBe(
    'Daily at 00:00 New York',
  )
  expect(describeSchedule({ frequency: 'WEEKLY', weekday: 7, monthDay: null, hour: 17 })).toBe(
    'Weekly on Sunday at 17:00 New York',
  )
  expect(describeSchedule({ frequency: 'MONTHLY', weekday: null, monthDay: 31, hour: 7 })).toBe(
    'Monthly on the 31st, or the last at 07:00 New York',
  )
})

it('counts the days of a month as people do', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23].map(formatMonthDay)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
  ])
})
