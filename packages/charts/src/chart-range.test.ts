import * as fc from 'fast-check'
import { addCalendarDays, dayNumberOf, marketDay, sessionsBetween, type MarketDay } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { chartRanges, findRangeBase, firstIndexFrom, type PointStep } from './chart-range.ts'

const at = (text: string) => Date.parse(text)
const msOf = (day: MarketDay) => dayNumberOf(day) * 86_400_000
const textOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

function baseOf(
  range: (typeof chartRanges)[number],
  times: readonly number[],
  step: PointStep = 'DAILY',
  more: { lastDay?: MarketDay; leastAfter?: 1 | 2 } = {},
) {
  const found = findRangeBase(range, {
    length: times.length,
    timeAt: (index) => times[index] ?? Number.NaN,
    step,
    leastAfter: 1,
    ...more,
  })
  return 'refusal' in found ? found.refusal : textOf(times[found.baseIndex] ?? Number.NaN)
}

const days = sessionsBetween(marketDay('2020-01-02'), marketDay('2026-11-20')).map(msOf)

describe('the point from which a range is counted', () => {
  test.each([
    ['1D', '2026-11-19'],
    ['1W', '2026-11-13'],
    ['1M', '2026-10-20'],
    ['1Y', '2025-11-20'],
    ['2Y', '2024-11-20'],
    ['3Y', '2023-11-20'],
    ['YTD', '2025-12-31'],
    ['All', '2020-01-02'],
  ] as const)('%s of daily values to 2026-11-20 is %s', (range, base) => {
    expect(baseOf(range, days)).toBe(base)
  })

  test('a day without a value stands for the one before it', () => {
    expect(
      baseOf(
        '1W',
        days.filter((time) => time !== at('2026-11-13')),
      ),
    ).toBe('2026-11-12')
  })

  test('minutes count closes of market days too, and an hour by the clock', () => {
    const session = (openUtc: string) => Array.from({ length: 390 }, (_, minute) => at(openUtc) + minute * 60_000)
    const minutes = [...session('2026-11-19T14:30:00Z'), ...session('2026-11-20T14:30:00Z')]
    const found = (range: '1h' | '1D') => {
      const base = findRangeBase(range, {
        length: minutes.length,
        timeAt: (index) => minutes[index]!,
        step: 'MINUTES',
        leastAfter: 2,
      })
      return 'refusal' in base ? base.refusal : new Date(minutes[base.baseIndex]!).toISOString()
    }
    expect([found('1D'), found('1h')]).toEqual(['2026-11-19T20:59:00.000Z', '2026-11-20T19:59:00.000Z'])
  })

  test('a month that is named by its first day counts up to the day that it holds', () => {
    const months = [
      '2025-09-02',
      '2025-10-01',
      '2025-11-03',
      '2025-12-01',
      '2026-01-02',
      '2026-10-01',
      '2026-11-02',
    ].map((day) => at(day))
    const bars = { lastDay: marketDay('2026-11-20'), leastAfter: 2 } as const
    expect(baseOf('YTD', months, 'MONTH', bars)).toBe('2025-12-01')
    expect(baseOf('1Y', months, 'MONTH', bars)).toBe('The close of 2025-11-20 lies inside a month; choose daily values')
    expect(baseOf('1Y', months, 'MONTH', { ...bars, lastDay: marketDay('2026-10-31') })).toBe('2025-10-01')
  })

  test('with values of every session it is the close that the name means', () => {
    const lasts = fc.integer({ min: 900, max: days.length - 1 })
    fc.assert(
      fc.property(
        fc.constantFrom(...chartRanges.filter((range) => range !== '1h' && range !== 'All')),
        lasts,
        (range, last) => {
          const [base, end] = [baseOf(range, days.slice(0, last + 1)), textOf(days[last]!)]
          const within = { '1D': 5, '1W': 11, '1M': 35, '1Y': 370, '2Y': 736, '3Y': 1_101, YTD: 370 }[range as '1D']
          expect(base < end && base >= addCalendarDays(end as MarketDay, -within)).toBe(true)
        },
      ),
    )
  })
})

test('a range that the history cannot fill says why', () => {
  expect(baseOf('1Y', [])).toBe('No values yet')
  expect(baseOf('1Y', days.slice(-30))).toBe('The history begins on 2026-10-12, after the close of 2025-11-20')
  expect(baseOf('1D', days.slice(-2), 'DAILY', { leastAfter: 2 })).toBe('Only one value in this range')
  expect(baseOf('1h', days)).toBe('Needs values that are closer than an hour')
})

test('the first index from a time splits the list in two', () => {
  const sorted = fc.array(fc.integer({ min: 0, max: 50 })).map((times) => [...times].sort((a, b) => a - b))
  fc.assert(
    fc.property(sorted, fc.integer({ min: -1, max: 51 }), (times, from) => {
      const index = firstIndexFrom({ length: times.length, timeAt: (i) => times[i] ?? Number.NaN }, from)
      expect(times.slice(0, index).every((time) => time < from)).toBe(true)
      expect(times.slice(index).every((time) => time >= from)).toBe(true)
    }),
  )
})
