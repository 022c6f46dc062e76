import * as fc from 'fast-check'
import { dayNumberOf, marketDay, newYorkInstant, sessionsBetween } from '@clubfolio/domain'
import { describe, expect, test } from 'vitest'
import { timeTicks, type TimeAxisBars } from './time-tick.ts'

const dayMs = 86_400_000
const days = sessionsBetween(marketDay('2006-03-06'), marketDay('2026-03-04')).map((day) => dayNumberOf(day) * dayMs)

const daily = (times: readonly number[]): TimeAxisBars => ({
  length: times.length,
  timeAt: (index) => times[index] ?? Infinity,
  zone: 'UTC',
  isIntraday: false,
})
const intraday = (times: readonly number[]): TimeAxisBars => ({
  ...daily(times),
  zone: 'America/New_York',
  isIntraday: true,
})
const textsOf = (bars: TimeAxisBars, barPx: number, last = bars.length) =>
  timeTicks(bars, { fromIndex: bars.length - last, toIndex: bars.length, barPx }).map(({ text }) => text)

const months = Array.from({ length: 241 }, (_, index) => Date.UTC(2006, 2 + index, 1))
const minutesOf = (...sessions: readonly string[]) =>
  sessions.flatMap((day) => Array.from({ length: 390 }, (_, minute) => newYorkInstant(marketDay(day), 570 + minute)))

describe('labels of the time axis', () => {
  test('are years over decades', () => {
    expect(textsOf(daily(months), 3.5)).toEqual([
      '2008',
      '2010',
      '2012',
      '2014',
      '2016',
      '2018',
      '2020',
      '2022',
      '2024',
      '2026',
    ])
    expect(textsOf(daily(days), 0.05)).toEqual(['2010', '2015', '2020', '2025'])
  })

  test('are years and quarters, or months, over some years', () => {
    expect(textsOf(daily(months), 16, 30)).toEqual([
      'Oct',
      '2024',
      'Apr',
      'Jul',
      'Oct',
      '2025',
      'Apr',
      'Jul',
      'Oct',
      '2026',
    ])
    expect(textsOf(daily(days), 3, 252)).toEqual([
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
      '2026',
      'Feb',
      'Mar',
    ])
  })

  test('are weeks, then days, over few bars, and the first one names the year that no other label does', () => {
    expect(textsOf(daily(days), 15, 24)).toEqual(['Feb 2026', '02-09', '02-17', '02-23', 'Mar'])
    expect(textsOf(daily(days), 60, 4)).toEqual(['2026-02-27', 'Mar', '03-03', '03-04'])
  })

  test('are round times of day in New York and the date of each day, on both sides of a change of clocks', () => {
    expect(textsOf(intraday(minutesOf('2026-03-06', '2026-03-09')), 1.2)).toEqual([
      '2026-03-06',
      '11:00 ET',
      '12:00 ET',
      '13:00 ET',
      '14:00 ET',
      '15:00 ET',
      '03-09',
      '11:00 ET',
      '12:00 ET',
      '13:00 ET',
      '14:00 ET',
      '15:00 ET',
    ])
    expect(textsOf(intraday(minutesOf('2026-03-09')), 5, 60)).toEqual(['15:00 ET', '15:15 ET', '15:30 ET', '15:45 ET'])
  })

  test('are none for no bars', () => {
    expect(textsOf(daily([]), 5)).toEqual([])
  })

  test('keep their distance, rise, and are at least two wherever there is room for eight', () => {
    const bars = daily(days)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: days.length - 40 }),
        fc.integer({ min: 40, max: 4_000 }),
        fc.double({ min: 0.2, max: 20, noNaN: true }),
        (fromIndex, count, barPx) => {
          const toIndex = Math.min(days.length, fromIndex + count)
          const ticks = timeTicks(bars, { fromIndex, toIndex, barPx })
          const gapsPx = ticks.slice(1).map(({ index }, place) => (index - (ticks[place]?.index ?? 0)) * barPx)
          expect(Math.min(Infinity, ...gapsPx)).toBeGreaterThanOrEqual(46 - 1e-6)
          expect(ticks.every(({ index }) => index >= fromIndex && index < toIndex)).toBe(true)
          expect(ticks.length).toBeGreaterThanOrEqual((toIndex - fromIndex) * barPx >= 480 ? 2 : 0)
        },
      ),
    )
  })

  test('stay on their bars while the view moves', () => {
    const bars = daily(days)
    const at = (fromIndex: number) =>
      new Map(
        timeTicks(bars, { fromIndex, toIndex: fromIndex + 300, barPx: 3 }).map(({ index, text }) => [index, text]),
      )
    const [one, next] = [at(4_000), at(4_007)]
    const common = [...one].filter(([index]) => index > 4_030)
    expect(common.map(([index]) => [index, next.get(index)])).toEqual(common)
  })
})
