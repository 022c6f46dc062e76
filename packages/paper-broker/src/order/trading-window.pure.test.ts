import type { EpochMs } from '@clubfolio/domain'
import { marketDay } from '@clubfolio/domain'
import { describe, expect, it } from 'vitest'
import type { OrderDuration, OrderSession } from '../kind/order-kind.ts'
import { closingInstantAfter, expiryOf, isInWindow, windowAt, windowOn } from './trading-window.ts'

const at = (instant: string): EpochMs => Date.parse(instant) as EpochMs
const text = (instant: number): string => new Date(instant).toISOString().slice(0, 16)

describe('an order ends', () => {
  it.each<[string, OrderDuration, OrderSession, string, string]>([
    ['for the day at the close', 'DAY', 'NORMAL', '2026-03-04T15:00:00Z', '2026-03-04T21:00'],
    [
      'for the day, entered before the opening, at the same close',
      'DAY',
      'NORMAL',
      '2026-03-04T12:00:00Z',
      '2026-03-04T21:00',
    ],
    ['for the day, entered at the close, at the next one', 'DAY', 'NORMAL', '2026-03-04T21:00:00Z', '2026-03-05T21:00'],
    [
      'for the day, entered on a Friday evening, on Monday, an hour earlier by summer time',
      'DAY',
      'NORMAL',
      '2026-03-06T22:00:00Z',
      '2026-03-09T20:00',
    ],
    ['for the day on an early close', 'DAY', 'NORMAL', '2026-11-27T15:00:00Z', '2026-11-27T18:00'],
    [
      'for the day, entered on a holiday, on the day after',
      'DAY',
      'NORMAL',
      '2026-11-26T15:00:00Z',
      '2026-11-27T18:00',
    ],
    [
      'for the week on its last session, before Good Friday',
      'END_OF_WEEK',
      'NORMAL',
      '2026-03-31T15:00:00Z',
      '2026-04-02T20:00',
    ],
    [
      'for the week, entered on a Friday evening, on the next Friday',
      'END_OF_WEEK',
      'NORMAL',
      '2026-03-06T22:00:00Z',
      '2026-03-13T20:00',
    ],
    ['for the month on its last session', 'END_OF_MONTH', 'NORMAL', '2026-05-04T15:00:00Z', '2026-05-29T20:00'],
    [
      'for the next month on its last session',
      'NEXT_END_OF_MONTH',
      'NORMAL',
      '2026-01-30T15:00:00Z',
      '2026-02-27T21:00',
    ],
    [
      'for the next month, entered on the first of a month of 31 days',
      'NEXT_END_OF_MONTH',
      'NORMAL',
      '2026-10-01T15:00:00Z',
      '2026-11-30T21:00',
    ],
    [
      'for the month, entered on its last evening, with the month after',
      'END_OF_MONTH',
      'NORMAL',
      '2026-12-31T22:00:00Z',
      '2027-01-29T21:00',
    ],
    ['till cancelled 180 days later', 'GOOD_TILL_CANCEL', 'NORMAL', '2026-03-04T15:00:00Z', '2026-08-31T20:00'],
    ['of the morning at the opening', 'DAY', 'AM', '2026-03-04T13:00:00Z', '2026-03-04T14:30'],
    ['of the morning, entered later, at the next opening', 'DAY', 'AM', '2026-03-04T15:00:00Z', '2026-03-05T14:30'],
    ['of the evening at eight', 'DAY', 'PM', '2026-03-04T15:00:00Z', '2026-03-05T01:00'],
    ['of all sessions at eight', 'DAY', 'SEAMLESS', '2026-03-04T15:00:00Z', '2026-03-05T01:00'],
  ])('%s', (_, duration, session, entered, ends) => {
    expect(text(expiryOf({ duration, session }, at(entered), false))).toBe(ends)
  })

  it('on its last day, or on the last session before it, and never later than good till cancel', () => {
    const till = (goodTill: string) =>
      text(
        expiryOf(
          { duration: 'GOOD_TILL_CANCEL', session: 'NORMAL', goodTill: marketDay(goodTill) },
          at('2026-03-04T15:00:00Z'),
          false,
        ),
      )
    expect(till('2026-03-06')).toBe('2026-03-06T21:00')
    expect(till('2026-03-08')).toBe('2026-03-06T21:00')
    expect(till('2027-03-04')).toBe('2026-08-31T20:00')
  })

  it('for the day with the market day where the market ticks around the clock', () => {
    expect(text(expiryOf({ duration: 'DAY', session: 'NORMAL' }, at('2026-03-07T12:00:00Z'), true))).toBe(
      '2026-03-09T20:00',
    )
    expect(text(expiryOf({ duration: 'DAY', session: 'NORMAL' }, at('2026-03-04T15:00:00Z'), true))).toBe(
      '2026-03-04T21:00',
    )
  })
})

describe('an order may trade', () => {
  it('from the opening on, up to the close', () => {
    const open = (instant: string): boolean => isInWindow('NORMAL', at(instant), false)
    expect([
      open('2026-03-04T14:29:59Z'),
      open('2026-03-04T14:30:00Z'),
      open('2026-03-04T20:59:59Z'),
      open('2026-03-04T21:00:00Z'),
    ]).toEqual([false, true, true, false])
    expect(open('2026-03-07T16:00:00Z')).toBe(false)
    expect(isInWindow('NORMAL', at('2026-03-07T16:00:00Z'), true)).toBe(true)
    expect(text(windowAt('NORMAL', at('2026-03-06T22:00:00Z'), false).fromMs)).toBe('2026-03-09T13:30')
  })

  it('in the morning from seven to the opening, in the evening from the close to eight', () => {
    const noon = at('2026-03-04T17:00:00Z')
    const spanOf = (session: OrderSession, instant: EpochMs): string[] => {
      const { fromMs, untilMs } = windowAt(session, instant, false)
      return [text(fromMs), text(untilMs)]
    }
    expect(spanOf('AM', noon)).toEqual(['2026-03-05T12:00', '2026-03-05T14:30'])
    expect(spanOf('PM', noon)).toEqual(['2026-03-04T21:00', '2026-03-05T01:00'])
    expect(spanOf('SEAMLESS', noon)).toEqual(['2026-03-04T12:00', '2026-03-05T01:00'])
    expect(isInWindow('SEAMLESS', at('2026-03-04T11:59:59Z'), false)).toBe(false)
    expect(isInWindow('SEAMLESS', at('2026-03-04T12:00:00Z'), false)).toBe(true)
  })

  it('on days with a session only', () => {
    expect(() => windowOn('NORMAL', marketDay('2026-03-07'), false)).toThrow('No session on 2026-03-07')
  })

  it('for the close right before it', () => {
    expect(closingInstantAfter(at('2026-03-04T15:00:00Z'))).toBe(at('2026-03-04T21:00:00Z') - 1)
    expect(closingInstantAfter((at('2026-03-04T21:00:00Z') - 1) as EpochMs)).toBe(at('2026-03-05T21:00:00Z') - 1)
  })
})
