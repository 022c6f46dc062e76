// Recurrences around the days on which the New York clock changes.
import { expect, test } from 'vitest'
import type { EpochMs, MarketDay } from '../kind.ts'
import { lastOccurrence, monthStart, nextOccurrence, weekStart, type Recurrence } from './recurrence.ts'

const at = (text: string) => Date.parse(text) as EpochMs
const next = (recurrence: Recurrence, after: string) =>
  new Date(nextOccurrence(recurrence, at(after))).toISOString().slice(0, 16)

test.each<[string, Recurrence, string, string]>([
  ['daily, before its hour', { frequency: 'DAILY', hour: 8 }, '2026-03-04T12:59:59Z', '2026-03-04T13:00'],
  ['daily, at its hour', { frequency: 'DAILY', hour: 8 }, '2026-03-04T13:00:00Z', '2026-03-05T13:00'],
  [
    'daily over the start of daylight saving',
    { frequency: 'DAILY', hour: 8 },
    '2026-03-07T13:00:00Z',
    '2026-03-08T12:00',
  ],
  ['daily over its end', { frequency: 'DAILY', hour: 8 }, '2026-10-31T12:00:00Z', '2026-11-01T13:00'],
  ['daily in the hour that is missing', { frequency: 'DAILY', hour: 2 }, '2026-03-07T07:00:00Z', '2026-03-08T07:00'],
  [
    'daily in the hour that comes twice, the first',
    { frequency: 'DAILY', hour: 1 },
    '2026-10-31T05:00:00Z',
    '2026-11-01T05:00',
  ],
  [
    'daily in the hour that comes twice, not again',
    { frequency: 'DAILY', hour: 1 },
    '2026-11-01T05:00:00Z',
    '2026-11-02T06:00',
  ],
  ['at midnight', { frequency: 'DAILY', hour: 0 }, '2026-03-04T23:00:00Z', '2026-03-05T05:00'],
  ['weekly on Monday', { frequency: 'WEEKLY', hour: 8, weekday: 1 }, '2026-03-04T15:00:00Z', '2026-03-09T12:00'],
  ['weekly on Sunday', { frequency: 'WEEKLY', hour: 8, weekday: 7 }, '2026-03-04T15:00:00Z', '2026-03-08T12:00'],
  [
    'monthly on the 31st of a short month',
    { frequency: 'MONTHLY', hour: 8, monthDay: 31 },
    '2026-04-01T12:00:00Z',
    '2026-04-30T12:00',
  ],
  [
    'monthly on the 31st of February',
    { frequency: 'MONTHLY', hour: 8, monthDay: 31 },
    '2028-02-01T15:00:00Z',
    '2028-02-29T13:00',
  ],
  [
    'monthly on the 30th after the last of February',
    { frequency: 'MONTHLY', hour: 8, monthDay: 30 },
    '2026-02-28T15:00:00Z',
    '2026-03-30T12:00',
  ],
  ['monthly on the first', { frequency: 'MONTHLY', hour: 8, monthDay: 1 }, '2026-12-01T13:00:00Z', '2027-01-01T13:00'],
])('%s', (_name, recurrence, after, wanted) => {
  expect(next(recurrence, after)).toBe(wanted)
})

test('times missed are one, the last; none missed is the first', () => {
  const daily: Recurrence = { frequency: 'DAILY', hour: 8 }
  const last = (recurrence: Recurrence, first: string, now: string) =>
    new Date(lastOccurrence(recurrence, at(first), at(now))).toISOString()
  expect(last(daily, '2026-03-04T13:00:00Z', '2026-03-04T13:00:00Z')).toBe('2026-03-04T13:00:00.000Z')
  expect(last(daily, '2026-03-04T13:00:00Z', '2026-03-06T12:00:00Z')).toBe('2026-03-05T13:00:00.000Z')
  expect(last(daily, '2024-03-04T13:00:00Z', '2026-03-06T13:00:00Z')).toBe('2026-03-06T13:00:00.000Z')
  expect(last({ frequency: 'MONTHLY', hour: 8, monthDay: 31 }, '2026-01-31T13:00:00Z', '2026-03-30T12:00:00Z')).toBe(
    '2026-02-28T13:00:00.000Z',
  )
})

test('weeks begin on Monday, months on the first', () => {
  expect(['2026-03-02', '2026-03-04', '2026-03-08'].map((day) => weekStart(day as MarketDay))).toEqual([
    '2026-03-02',
    '2026-03-02',
    '2026-03-02',
  ])
  expect(monthStart('2026-03-15' as MarketDay)).toBe('2026-03-01')
})
