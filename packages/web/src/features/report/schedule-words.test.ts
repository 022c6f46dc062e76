import { expect, it } from 'vitest'
import type { ReportFilter } from '@clubfolio/contract'
import { formatMonthDay, describeCoveredDays, describeSchedule, describeScheduled } from './schedule-words.ts'

it('tells when a report runs', () => {
  expect(describeSchedule({ frequency: 'DAILY', weekday: null, monthDay: null, hour: 0 })).toBe(
    'Daily at 00:00 New York time',
  )
  expect(describeSchedule({ frequency: 'WEEKLY', weekday: 7, monthDay: null, hour: 17 })).toBe(
    'Weekly on Sunday at 17:00 New York time',
  )
  expect(describeSchedule({ frequency: 'MONTHLY', weekday: null, monthDay: 31, hour: 7 })).toBe(
    'Monthly on the 31st, or the last at 07:00 New York time',
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

it('tells what every run covers', () => {
  const filter = (key: string, inputTypeNameKey: ReportFilter['inputTypeNameKey']): ReportFilter => ({
    nomenclatorConfigId: key,
    nomenclatorConfigNameKey: key,
    nomenclatorConfigDisplayName: key,
    nomenclatorConfigDescription: '',
    inputTypeNameKey,
    nomenclatorConfigConfig: [{ id: 'ALL', value: 'All accounts' }],
    selectedItem: null,
  })
  const filters = [filter('Account', 'SELECT'), filter('Period', 'DATE_RANGE')]
  const week = { Account: 'ALL', Period: ['2026-02-26', '2026-03-04'] } as const
  expect(describeScheduled(filters, week, 'SAME_LENGTH')).toEqual([
    'Account: All accounts',
    'Period: Last 7 days, New York time',
  ])
  expect(describeCoveredDays(filters, week, 'MONTH_BEFORE')).toBe('The month before, New York time')
  expect(describeScheduled(filters, { ...week, Period: 'LAST_MONTH' }, 'SAME_LENGTH')[1]).toBe(
    'Period: Last month, New York time',
  )
  expect(describeScheduled(filters, { ...week, Period: [null, null] }, 'SAME_LENGTH')[1]).toBe('Period: --')
  expect(describeCoveredDays(filters.slice(0, 1), week, 'SAME_LENGTH')).toBeUndefined()
})
