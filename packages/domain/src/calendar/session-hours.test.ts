import { describe, expect, it } from 'vitest'
import type { EpochMs } from '../kind.ts'
import { marketDay } from './market-day.ts'
import {
  isEarlyClose,
  isInSession,
  lastFinishedSessionAt,
  marketDayAt,
  marketDaySpan,
  sessionHours,
} from './session-hours.ts'
import { sessionsBetween } from './session.ts'

const at = (iso: string): EpochMs => Date.parse(iso) as EpochMs
const earlyIn = (from: string, to: string): string[] =>
  sessionsBetween(marketDay(from), marketDay(to)).filter((day) => isEarlyClose(day))

describe('session hours', () => {
  it('follow daylight saving', () => {
    expect(sessionHours(marketDay('2026-03-06'))).toEqual({
      openMs: at('2026-03-06T14:30Z'),
      closeMs: at('2026-03-06T21:00Z'),
      isEarlyClose: false,
    })
    expect(sessionHours(marketDay('2026-03-09'))).toEqual({
      openMs: at('2026-03-09T13:30Z'),
      closeMs: at('2026-03-09T20:00Z'),
      isEarlyClose: false,
    })
    expect(sessionHours(marketDay('2026-11-27'))).toEqual({
      openMs: at('2026-11-27T14:30Z'),
      closeMs: at('2026-11-27T18:00Z'),
      isEarlyClose: true,
    })
    expect(sessionHours(marketDay('2026-11-26'))).toBeNull()
  })

  it('end at 13:00 on the known short days', () => {
    expect(earlyIn('2018-01-01', '2026-12-31')).toEqual([
      '2018-07-03',
      '2018-11-23',
      '2018-12-24',
      '2019-07-03',
      '2019-11-29',
      '2019-12-24',
      '2020-11-27',
      '2020-12-24',
      '2021-11-26',
      '2022-11-25',
      '2023-07-03',
      '2023-11-24',
      '2024-07-03',
      '2024-11-29',
      '2024-12-24',
      '2025-07-03',
      '2025-11-28',
      '2025-12-24',
      '2026-11-27',
      '2026-12-24',
    ])
    expect(earlyIn('2002-01-01', '2003-12-31')).toEqual([
      '2002-07-05',
      '2002-11-29',
      '2002-12-24',
      '2003-07-03',
      '2003-11-28',
      '2003-12-24',
      '2003-12-26',
    ])
  })

  it('count the open and not the close as in session', () => {
    expect(isInSession(at('2026-03-04T14:29:59.999Z'))).toBe(false)
    expect(isInSession(at('2026-03-04T14:30:00Z'))).toBe(true)
    expect(isInSession(at('2026-03-04T20:59:59.999Z'))).toBe(true)
    expect(isInSession(at('2026-03-04T21:00:00Z'))).toBe(false)
    expect(isInSession(at('2026-03-07T16:00:00Z'))).toBe(false)
  })
})

describe('the market day of an instant', () => {
  it('ends at the close, so that evenings, week-ends and holidays belong to the next session', () => {
    expect(marketDayAt(at('2026-03-06T20:59:59.999Z'))).toBe('2026-03-06')
    expect(marketDayAt(at('2026-03-06T21:00:00Z'))).toBe('2026-03-09')
    expect(marketDayAt(at('2026-03-08T12:00:00Z'))).toBe('2026-03-09')
    expect(marketDayAt(at('2026-03-09T04:00:00Z'))).toBe('2026-03-09')
    expect(marketDayAt(at('2026-07-03T15:00:00Z'))).toBe('2026-07-06')
    expect(marketDayAt(at('2026-11-27T18:00:00Z'))).toBe('2026-11-30')
  })

  it('follows the last finished session by one', () => {
    expect(lastFinishedSessionAt(at('2026-03-06T20:59:59.999Z'))).toBe('2026-03-05')
    expect(lastFinishedSessionAt(at('2026-03-06T21:00:00Z'))).toBe('2026-03-06')
    expect(lastFinishedSessionAt(at('2026-03-08T12:00:00Z'))).toBe('2026-03-06')
  })

  it('has a span that covers exactly the instants which belong to it', () => {
    for (const day of sessionsBetween(marketDay('2026-01-01'), marketDay('2026-12-31'))) {
      const { fromMs, untilMs } = marketDaySpan(day)
      expect(marketDayAt(fromMs)).toBe(day)
      expect(marketDayAt((untilMs - 1) as EpochMs)).toBe(day)
      expect(marketDayAt(untilMs)).not.toBe(day)
    }
    expect(() => marketDaySpan(marketDay('2026-07-03'))).toThrow(RangeError)
  })
})
