import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartRanges, firstIndexFrom, rangeRefusal, rangeStartMs } from './chart-range.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()

describe('where a range begins', () => {
  test.each([
    ['1h', '2026-11-20T20:00:00Z', '2026-11-20T19:00:00.000Z'],
    ['1D', '2026-11-20T20:00:00Z', '2026-11-19T20:00:00.000Z'],
    ['1W', '2026-11-20T00:00:00Z', '2026-11-13T00:00:00.000Z'],
    ['1M', '2026-03-31T00:00:00Z', '2026-02-28T00:00:00.000Z'],
    ['1Y', '2024-02-29T00:00:00Z', '2023-02-28T00:00:00.000Z'],
    ['3Y', '2026-11-20T00:00:00Z', '2023-11-20T00:00:00.000Z'],
  ] as const)('%s before %s is %s', (range, last, start) => {
    expect(iso(rangeStartMs(range, at(last), 'UTC'))).toBe(start)
  })

  test('the year to date begins on January 1 of the zone', () => {
    expect(iso(rangeStartMs('YTD', at('2026-11-20T00:00:00Z'), 'UTC'))).toBe('2026-01-01T00:00:00.000Z')
    expect(iso(rangeStartMs('YTD', at('2026-07-20T18:00:00Z'), 'America/New_York'))).toBe('2026-01-01T05:00:00.000Z')
    expect(iso(rangeStartMs('YTD', at('2026-01-01T03:00:00Z'), 'America/New_York'))).toBe('2025-01-01T05:00:00.000Z')
  })

  test('is never after the end', () => {
    const lasts = fc.integer({ min: 0, max: at('2100-01-01T00:00:00Z') })
    fc.assert(
      fc.property(fc.constantFrom(...chartRanges), lasts, (range, last) => {
        expect(rangeStartMs(range, last, 'America/New_York')).toBeLessThanOrEqual(last)
      }),
    )
  })
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

test('a range that the data cannot fill says why', () => {
  expect(rangeRefusal('1h', 0)).toBe('No values in this range')
  expect(rangeRefusal('1D', 1)).toBe('Only one value in this range')
  expect(rangeRefusal('1W', 5)).toBeUndefined()
  expect(rangeRefusal('All', 0)).toBeUndefined()
})
