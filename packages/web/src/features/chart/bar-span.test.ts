import { expect, test } from 'vitest'
import { chartSpan, firstSpan, olderPage } from './bar-span.ts'

test('without a choice the range is the twenty years to the market’s day, as the calculators have it', () => {
  const market = {
    source: 'import',
    mode: 'closed',
    marketDay: '2021-04-21',
    formingDay: null,
    isOpen: false,
    marketTime: Date.parse('2021-04-20T20:00:00Z'),
  } as const
  expect(chartSpan(market)).toEqual({ start: '2001-04-21', end: '2021-04-21' })
})

test('today is the day in New York, also where it is tomorrow already', () => {
  const market = {
    source: 'simulated',
    mode: 'live',
    marketDay: '2021-04-20',
    formingDay: null,
    isOpen: false,
    marketTime: Date.parse('2021-04-21T01:00:00Z'),
  } as const
  expect(chartSpan(market).end).toBe('2021-04-20')
})

test('a chart begins with twenty years, from the beginning of a bar on', () => {
  expect((['_D', '_W', '_MONTH', '_Y'] as const).map((timing) => firstSpan(timing, '2026-03-04').start)).toEqual([
    '2006-03-04',
    '2006-02-27',
    '2006-03-01',
    '2006-01-01',
  ])
})

test('minutes begin with as many days as one screen can use', () => {
  expect(firstSpan('_1M', '2026-03-04')).toEqual({ start: '2026-01-13', end: '2026-03-04' })
  expect(
    (['_5M', '_15M', '_30M', '_1H', '_4H'] as const).map((timing) => firstSpan(timing, '2026-03-04').start),
  ).toEqual(['2025-06-27', '2024-07-12', '2023-02-28', '2021-02-28', '2006-03-04'])
})

test('an earlier page of days ends where the later one begins, and begins at a bar too', () => {
  expect(olderPage('_W', Date.parse('2006-02-27'))).toEqual({
    start: '1986-02-24',
    end: '2006-02-26',
    untilMs: Date.parse('2006-02-27'),
  })
  expect(olderPage('_D', Date.parse('2006-03-04'))).toMatchObject({ start: '1986-03-04', end: '2006-03-03' })
})

test('an earlier page of minutes takes up the day on which the later one begins', () => {
  const untilMs = Date.parse('2026-01-13T15:10:00Z')
  expect(olderPage('_1M', untilMs)).toEqual({ start: '2025-11-24', end: '2026-01-13', untilMs })
})
