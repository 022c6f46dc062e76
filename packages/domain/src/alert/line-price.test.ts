import { describe, expect, test } from 'vitest'
import { isUprightLine, linePriceAt } from './line-price.ts'
import { judgePrice, type PriceBasis } from './judge-price.ts'
import type { LineTerms } from './rule-terms.ts'

const at = (iso: string): number => Date.parse(iso)
const point = (iso: string, price: string): LineTerms['from'] => ({ timeMs: at(iso), price })
const byDays: LineTerms = {
  kind: 'LINE',
  direction: 'ABOVE',
  from: point('2026-03-02T00:00:00Z', '100'),
  to: point('2026-03-04T00:00:00Z', '102'),
  scale: 'LINEAR',
  bars: 'DAY',
}
const priceOn = (line: LineTerms, day: string, iso = `${day}T15:00:00Z`) => linePriceAt(line, { day, atMs: at(iso) })

describe('the price of a line', () => {
  test('rises by the session, so that a weekend takes no room', () => {
    expect(['2026-03-02', '2026-03-04', '2026-03-06', '2026-03-09'].map((day) => priceOn(byDays, day))).toEqual([
      100, 102, 104, 105,
    ])
  })

  test('is drawn back before its points too', () => {
    expect(priceOn(byDays, '2026-02-27')).toBe(99)
  })

  test('grows by one factor on a logarithmic scale', () => {
    expect(priceOn({ ...byDays, scale: 'LOGARITHMIC' }, '2026-03-06')).toBeCloseTo(104.04, 10)
  })

  test('moves by weeks, months and years as its bars do', () => {
    const weekly: LineTerms = { ...byDays, to: point('2026-03-09T00:00:00Z', '101'), bars: 'WEEK' }
    expect(['2026-03-06', '2026-03-16', '2026-03-20'].map((day) => priceOn(weekly, day))).toEqual([100, 102, 102])
    const monthly: LineTerms = {
      ...byDays,
      from: point('2025-12-01T00:00:00Z', '100'),
      to: point('2026-01-01T00:00:00Z', '110'),
      bars: 'MONTH',
    }
    expect(priceOn(monthly, '2026-03-04')).toBe(130)
    expect(priceOn({ ...monthly, bars: 'YEAR' }, '2027-06-01')).toBe(120)
  })

  test('moves by the minutes of regular sessions below a day, so that a night takes no room', () => {
    const line: LineTerms = {
      ...byDays,
      from: point('2026-03-03T15:00:00Z', '100'),
      to: point('2026-03-03T16:00:00Z', '101'),
      bars: 'MINUTE',
    }
    expect(priceOn(line, '2026-03-03', '2026-03-03T20:30:00Z')).toBeCloseTo(105.5, 8)
    // Half an hour before the close, and half an hour after the next open.
    expect(priceOn(line, '2026-03-04', '2026-03-04T15:00:00Z')).toBeCloseTo(106.5, 8)
    // The evening has the price of the next open.
    expect(priceOn(line, '2026-03-04', '2026-03-04T01:00:00Z')).toBeCloseTo(106, 8)
  })

  test('is unknown where it would be zero or below, and for an upright line', () => {
    const falling = { ...byDays, to: point('2026-03-04T00:00:00Z', '40') }
    expect(priceOn(falling, '2026-03-05')).toBe(10)
    expect(priceOn(falling, '2026-03-06')).toBeUndefined()
    const upright = { ...byDays, to: { ...byDays.from, price: '120' } }
    expect(priceOn(upright, '2026-03-06')).toBeUndefined()
    expect([isUprightLine(upright), isUprightLine(byDays)]).toEqual([true, false])
    // Two days of one week are one bar of a week.
    expect(isUprightLine({ ...byDays, bars: 'WEEK' })).toBe(true)
  })
})

describe('a rule about a line', () => {
  const basis: PriceBasis = {
    day: '2026-03-06',
    atMs: at('2026-03-06T15:00:00Z'),
    closes: { PREVIOUS_CLOSE: null, WEEK: null, MONTH: null, QUARTER: null, YEAR: null },
    yearHigh: null,
    yearLow: null,
    resistance: null,
    support: null,
    splitRatio: 1,
  }
  const word = (line: LineTerms, dollars: number, changes: Partial<PriceBasis> = {}) => {
    const sight = judgePrice(line, { ...basis, ...changes }, Math.round(dollars * 10_000))
    return sight === null ? 'unknown' : sight.isMet ? 'met' : sight.isClear ? 'clear' : 'between'
  }

  test('is met on the line of that day and cleared half a percent back', () => {
    expect([103.48, 103.49, 103.99, 104].map((price) => word(byDays, price))).toEqual([
      'clear',
      'between',
      'between',
      'met',
    ])
    expect([104.47, 104.6, 105].map((price) => word(byDays, price, { day: '2026-03-09' }))).toEqual([
      'clear',
      'between',
      'met',
    ])
    expect([104, 104.01].map((price) => word({ ...byDays, direction: 'BELOW' }, price))).toEqual(['met', 'between'])
  })

  test('is divided by a split since it was set, and is unknown while the line has no price', () => {
    expect(word(byDays, 52, { splitRatio: 2 })).toBe('met')
    expect(word({ ...byDays, to: point('2026-03-04T00:00:00Z', '1') }, 50)).toBe('unknown')
  })
})
