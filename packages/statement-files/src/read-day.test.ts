import { describe, expect, it } from 'vitest'
import { readDay, readInstant } from './read-day.ts'

describe('a day of a statement', () => {
  it.each([
    ['2024-01-31', 'ymd', '2024-01-31'],
    ['20240131', 'ymd', '2024-01-31'],
    ['20240131;103000', 'ymd', '2024-01-31'],
    ['2024-01-31, 10:30:00', 'ymd', '2024-01-31'],
    ['2024/1/31', 'ymd', '2024-01-31'],
    ['01/31/2024', 'mdy', '2024-01-31'],
    ['31.01.2024', 'dmy', '2024-01-31'],
    ['2/1/2024', 'dmy', '2024-01-02'],
    ['2/1/2024', 'mdy', '2024-02-01'],
    ['31-Jan-24', 'ymd', '2024-01-31'],
    ['31 Jan 2024', 'ymd', '2024-01-31'],
  ] as const)('%s in the order %s is %s', (text, order, day) => {
    expect(readDay(text, order)).toBe(day)
  })

  it.each([
    ['31/01/2024', 'mdy'],
    ['02/30/2024', 'mdy'],
    ['2024-02-30', 'ymd'],
    ['01/31/2024', 'ymd'],
    ['31-Foo-24', 'ymd'],
    ['tomorrow', 'mdy'],
    ['1/2/24', 'mdy'],
    ['01/02/20245', 'mdy'],
  ] as const)('%s in the order %s is none', (text, order) => {
    expect(readDay(text, order)).toBeNull()
  })

  it.each([
    ['2024-04-18T18:09:12.259Z', '2024-04-18T18:09:12.259Z'],
    ['2023-06-02 16:06:47-04:00', '2023-06-02T20:06:47.000Z'],
    ['2019-12-02T08:23:08.459586Z', '2019-12-02T08:23:08.459Z'],
    ['2024-04-18 18:09 UTC', '2024-04-18T18:09:00.000Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(new Date(readInstant(text)!).toISOString()).toBe(instant)
  })

  it('is no instant without a zone', () => {
    expect(readInstant('2024-04-18 18:09:12')).toBeNull()
  })
})
