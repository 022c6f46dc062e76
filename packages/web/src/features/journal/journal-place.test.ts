import { describe, expect, test } from 'vitest'
import { filterOf, hasFilter, JournalPlace, noFilter, periodRange, type JournalPeriod } from './journal-place.ts'

describe('periods on 2026-03-04', () => {
  test.each<[JournalPeriod, string | null, string | null]>([
    ['all', null, null],
    ['month', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-02-01', '2026-02-28'],
    ['quarter', '2025-12-05', '2026-03-04'],
    ['year', '2026-01-01', '2026-12-31'],
    ['lastYear', '2025-01-01', '2025-12-31'],
    ['own', '2026-01-05', null],
  ])('%s is %s to %s', (period, fromDate, toDate) => {
    expect(periodRange({ period, from: '2026-01-05', to: '' }, '2026-03-04')).toEqual({ fromDate, toDate })
  })

  test('last month at the end of a longer one ends on its own last day', () => {
    expect(periodRange({ period: 'lastMonth', from: '', to: '' }, '2026-03-31').toDate).toBe('2026-02-28')
  })
})

test('the filter of an address without any has only its accounts', () => {
  const place = JournalPlace.parse({})
  expect(hasFilter(place)).toBe(false)
  expect(Object.entries(filterOf(place, ['a'], '2026-03-04')).filter(([, value]) => value !== null)).toEqual([
    ['accountIds', ['a']],
  ])
})

test('every filter of the address reaches the call, and Reset clears all of them', () => {
  const address = {
    code: ' BRK.B ',
    state: 'CLOSED',
    side: 'SHORT',
    result: 'LOSS',
    setup: 'Dip',
    tag: 'late',
    weekday: '5',
    holding: 'WEEK',
    best: '1.5',
    worst: '-0.5',
  }
  const place = JournalPlace.parse(address)
  expect(filterOf(place, ['a'], '2026-03-04')).toEqual({
    accountIds: ['a'],
    fromDate: null,
    toDate: null,
    state: 'CLOSED',
    code: 'BRK.B',
    side: 'SHORT',
    result: 'LOSS',
    setup: 'Dip',
    tag: 'late',
    weekday: 5,
    holdingTime: 'WEEK',
    minBest: null,
    maxWorst: null,
    minBestR: 1.5,
    maxWorstR: -0.5,
  })
  for (const [field, value] of Object.entries(address))
    expect([field, hasFilter(JournalPlace.parse({ [field]: value }))]).toEqual([field, true])
  expect(hasFilter({ ...place, ...noFilter })).toBe(false)
})

test('limits of the best and worst result are in dollars where the address says so', () => {
  const place = JournalPlace.parse({ best: '200', worst: '-99.999', unit: 'USD' })
  expect(filterOf(place, ['a'], '2026-03-04')).toMatchObject({
    minBest: 20_000n,
    maxWorst: -10_000n,
    minBestR: null,
    maxWorstR: null,
  })
})

test('an address with words that are none shows everything', () => {
  const place = JournalPlace.parse({
    period: 'soon',
    weekday: '9',
    sort: 'luck',
    count: '0',
    from: '4 March',
    best: 'x',
  })
  const { period, weekday, sort, count, from, best } = place
  expect([period, weekday, sort, count, from, best]).toEqual(['all', 0, 'closed', 50, '', ''])
})
