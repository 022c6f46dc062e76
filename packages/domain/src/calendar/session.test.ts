import { describe, expect, it } from 'vitest'
import { marketDay } from './market-day.ts'
import {
  addSessions,
  isSession,
  nextSession,
  previousSession,
  sessionDistance,
  sessionOnOrAfter,
  sessionOnOrBefore,
  sessionsBetween,
} from './session.ts'

const closedIn = (year: number): string[] => {
  const closed: string[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
    const date = new Date(at)
    const day = date.toISOString().slice(0, 10)
    if (date.getUTCDay() % 6 !== 0 && !isSession(marketDay(day))) closed.push(day)
  }
  return closed
}

describe('sessions', () => {
  it('closes on the ten holidays of 2026', () => {
    expect(closedIn(2026)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-04-03',
      '2026-05-25',
      '2026-06-19',
      '2026-07-03',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
    ])
  })

  it('closes for President Carter in 2025 and keeps New Year 2028 off the Friday before', () => {
    expect(closedIn(2025)).toEqual([
      '2025-01-01',
      '2025-01-09',
      '2025-01-20',
      '2025-02-17',
      '2025-04-18',
      '2025-05-26',
      '2025-06-19',
      '2025-07-04',
      '2025-09-01',
      '2025-11-27',
      '2025-12-25',
    ])
    expect(isSession(marketDay('2027-12-31'))).toBe(true)
  })

  it.each(['2001-09-11', '2001-09-14', '2004-06-11', '2007-01-02', '2012-10-29', '2012-10-30', '2018-12-05'])(
    'stayed closed on %s',
    (day) => {
      expect(isSession(marketDay(day))).toBe(false)
    },
  )

  it('keeps Juneteenth from 2022 and Good Friday by Easter up to 2040', () => {
    expect(isSession(marketDay('2021-06-18'))).toBe(true)
    expect(isSession(marketDay('2022-06-20'))).toBe(false)
    expect(isSession(marketDay('2027-06-18'))).toBe(false)
    const goodFridays = [
      '2022-04-15',
      '2024-03-29',
      '2027-03-26',
      '2030-04-19',
      '2035-03-23',
      '2038-04-23',
      '2040-03-30',
    ]
    expect(goodFridays.filter((day) => isSession(marketDay(day)))).toEqual([])
  })

  it('steps over week-ends and holidays', () => {
    expect(nextSession(marketDay('2026-07-02'))).toBe('2026-07-06')
    expect(previousSession(marketDay('2026-07-06'))).toBe('2026-07-02')
    expect(previousSession(marketDay('2026-07-04'))).toBe('2026-07-02')
    expect(sessionOnOrBefore(marketDay('2026-07-05'))).toBe('2026-07-02')
    expect(sessionOnOrAfter(marketDay('2026-07-03'))).toBe('2026-07-06')
    expect(sessionOnOrAfter(marketDay('2026-07-06'))).toBe('2026-07-06')
  })

  it('lists and counts the sessions between two days', () => {
    expect(sessionsBetween(marketDay('2026-07-01'), marketDay('2026-07-07'))).toEqual([
      '2026-07-01',
      '2026-07-02',
      '2026-07-06',
      '2026-07-07',
    ])
    expect(sessionsBetween(marketDay('2026-07-03'), marketDay('2026-07-05'))).toEqual([])
    expect(sessionsBetween(marketDay('2026-07-07'), marketDay('2026-07-01'))).toEqual([])
    expect(sessionDistance(marketDay('2026-07-02'), marketDay('2026-07-07'))).toBe(2)
    expect(sessionDistance(marketDay('2026-07-07'), marketDay('2026-07-02'))).toBe(-2)
    expect(addSessions(marketDay('2026-07-02'), 2)).toBe('2026-07-07')
    expect(addSessions(marketDay('2026-07-07'), -2)).toBe('2026-07-02')
    expect(sessionsBetween(marketDay('2025-01-01'), marketDay('2025-12-31'))).toHaveLength(250)
  })

  it('refuses days beyond its table with a sentence', () => {
    expect(() => nextSession(marketDay('2199-12-31'))).toThrow(RangeError)
  })
})
