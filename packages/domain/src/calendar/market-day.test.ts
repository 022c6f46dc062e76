import { describe, expect, it } from 'vitest'
import {
  addCalendarDays,
  calendarDaysBetween,
  daysBefore,
  dayNumberOf,
  marketDay,
  marketDayOfNumber,
  parseMarketDay,
  weekdayOf,
} from './market-day.ts'

describe('a market day from text', () => {
  it.each(['2026-03-04', '2024-02-29', '1900-01-01', '2199-12-31'])('reads %s', (text) => {
    expect(parseMarketDay(text)).toBe(text)
  })

  it.each([
    '',
    '2026-3-4',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '1899-12-31',
    '2200-01-01',
    ' 2026-03-04',
    '2026-03-04\n',
    '２026-03-04',
    '20260304',
  ])('refuses %j', (text) => {
    expect(parseMarketDay(text)).toBeNull()
    expect(() => marketDay(text)).toThrow(RangeError)
  })

  it('counts days through its number and back', () => {
    expect(dayNumberOf(marketDay('1970-01-01'))).toBe(0)
    expect(dayNumberOf(marketDay('2026-03-04'))).toBe(20_516)
    expect(marketDayOfNumber(20_516)).toBe('2026-03-04')
    expect(() => marketDayOfNumber(Number.NaN)).toThrow(RangeError)
    expect(() => marketDayOfNumber(100_000)).toThrow(RangeError)
  })

  it('knows weekdays and calendar distances across months and years', () => {
    expect(weekdayOf(marketDay('2026-03-04'))).toBe(3)
    expect(weekdayOf(marketDay('1950-01-01'))).toBe(0)
    expect(addCalendarDays(marketDay('2026-02-27'), 3)).toBe('2026-03-02')
    expect(addCalendarDays(marketDay('2026-01-01'), -1)).toBe('2025-12-31')
    expect(calendarDaysBetween(marketDay('2026-02-27'), marketDay('2026-03-02'))).toBe(3)
  })

  it('goes back to the first day of the calendar and no further', () => {
    expect(daysBefore(marketDay('2026-03-04'), 365)).toBe('2025-03-04')
    expect(daysBefore(marketDay('1900-01-05'), 10)).toBe('1900-01-01')
  })
})
