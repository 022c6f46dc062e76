import { describe, expect, test } from 'vitest'
import type { WindowBar } from './level-window.ts'
import { chooseLevelPair, type PairInput } from './level-pair.ts'

const dayOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)

interface Shape {
  readonly high?: number
  readonly low?: number
  readonly close?: number
  readonly volume?: number
}

/** Bars in dollars, 99.00 to 101.00 with a close of 100.00; `shapes` overrides individual bars. */
const barsOf = (count: number, shapes: Readonly<Record<number, Shape>> = {}): WindowBar[] =>
  Array.from({ length: count }, (_, index) => {
    const { high = 101, low = 99, close = 100, volume = 1000 } = shapes[index] ?? {}
    const steps = (dollars: number) => Math.round(dollars * 10_000)
    return { day: dayOf(index), high: steps(high), low: steps(low), close: steps(close), volume }
  })

/** The input of a pair: levels in cents, the average range in dollars. */
const inputOf = (levels: readonly number[], range = 1, bars = barsOf(100)): PairInput => ({
  bars,
  levels: levels.map((cents) => ({ cents, days: [`touch of ${cents}`] })),
  averageRange: range * 10_000,
})
const long = (...given: Parameters<typeof inputOf>) => chooseLevelPair('long', inputOf(...given))
const short = (...given: Parameters<typeof inputOf>) => chooseLevelPair('short', inputOf(...given))
const level = (cents: number) => ({ origin: 'LEVEL', cents, days: [`touch of ${cents}`] })
const extreme = (cents: number, index: number) => ({ origin: 'EXTREME', cents, days: [dayOf(index)] })
/** Deep enough below, or high enough above, for every candidate to be considered before it. */
const deep = barsOf(100, { 90: { low: 80, high: 120 } })

describe('the entry', () => {
  test('of a long trade is the nearest level above the close', () => {
    expect(long([9700, 9800, 10_200, 10_400]).resistance).toEqual(level(10_200))
  })

  test('of a short trade is the nearest level below the close', () => {
    expect(short([9600, 9800, 10_200, 10_400]).support).toEqual(level(9800))
  })

  test('is no level that lies exactly on the close', () => {
    expect(long([10_000, 10_200]).resistance).toEqual(level(10_200))
    expect(short([9800, 10_000]).support).toEqual(level(9800))
  })

  test('is the extreme of the last 20 sessions where no level lies on its side', () => {
    const bars = barsOf(100, { 85: { high: 103, low: 96 } })
    expect(long([9500], 1, bars).resistance).toEqual(extreme(10_300, 85))
    expect(short([10_500], 1, bars).support).toEqual(extreme(9600, 85))
  })
})

describe('the extreme', () => {
  test('counts 20 sessions, today among them', () => {
    const bars = (index: number) => barsOf(100, { [index]: { high: 104, low: 95 } })
    expect([long([], 1, bars(80)).resistance.cents, short([], 1, bars(80)).support.cents]).toEqual([10_400, 9500])
    expect([long([], 1, bars(79)).resistance.cents, short([], 1, bars(79)).support.cents]).toEqual([10_100, 9900])
    expect([long([], 1, bars(99)).resistance.cents, short([], 1, bars(99)).support.cents]).toEqual([10_400, 9500])
    expect([long([], 1, bars(20)).resistance.cents, short([], 1, bars(20)).support.cents]).toEqual([10_100, 9900])
  })

  test('counts all sessions while there are fewer', () => {
    const bars = barsOf(8, { 0: { high: 104 }, 1: { low: 95 } })
    expect(long([], 1, bars)).toMatchObject({ resistance: extreme(10_400, 0), support: extreme(9500, 1) })
  })

  test('is proven by the first day that reached it', () => {
    const bars = barsOf(100, { 85: { high: 104, low: 95 }, 90: { high: 104, low: 95 } })
    expect(long([], 1, bars)).toMatchObject({ resistance: extreme(10_400, 85), support: extreme(9500, 85) })
  })

  test('is rounded to the cent, half up', () => {
    const bars = (high: number, low: number) => barsOf(100, { 90: { high, low } })
    expect(long([], 1, bars(104.005, 95.005))).toMatchObject({
      resistance: { cents: 10_401 },
      support: { cents: 9501 },
    })
    expect(long([], 1, bars(104.0049, 95.0049))).toMatchObject({
      resistance: { cents: 10_400 },
      support: { cents: 9500 },
    })
  })
})

describe('the protection', () => {
  test('is the nearest level that is far enough from the entry', () => {
    expect(long([9500, 9600, 9700, 9800, 10_100], 4.5, deep).support).toEqual(level(9600))
    expect(short([9900, 10_200, 10_300, 10_400, 10_500], 5, deep).resistance).toEqual(level(10_400))
  })

  test('is at least one average range from the entry, exactly one is enough', () => {
    // 3 percent would be met by 97.00, which is 5.00 below.
    expect(long([9500, 9700, 10_200], 5, deep).support).toEqual(level(9700))
    expect(long([9500, 9700, 10_200], 5.01, deep).support).toEqual(level(9500))
    expect(short([9800, 10_300, 10_500], 5, deep).resistance).toEqual(level(10_300))
    expect(short([9800, 10_300, 10_500], 5.01, deep).resistance).toEqual(level(10_500))
  })

  test('is at least 3 percent of the support from the entry, exactly 3 percent is enough', () => {
    const bars = barsOf(100, { 90: { low: 80, high: 120 }, 99: { close: 101 } })
    expect(long([9500, 10_000, 10_300], 1, bars).support).toEqual(level(10_000))
    expect(long([9500, 10_001, 10_300], 1, bars).support).toEqual(level(9500))
    expect(short([10_000, 10_300, 10_500], 1, bars).resistance).toEqual(level(10_300))
    expect(short([10_000, 10_299, 10_500], 1, bars).resistance).toEqual(level(10_500))
  })

  test('is the extreme where that is nearer than the levels that are far enough', () => {
    const bars = barsOf(100, { 90: { low: 97, high: 103 } })
    expect(long([9600, 9800, 10_100], 3.5, bars).support).toEqual(extreme(9700, 90))
    expect(short([9900, 10_200, 10_400], 3.5, bars).resistance).toEqual(extreme(10_300, 90))
  })

  test('is a level where that is nearer than the extreme, or has the same price', () => {
    const bars = barsOf(100, { 90: { low: 95, high: 105 } })
    expect(long([9700, 10_100], 3.5, bars).support).toEqual(level(9700))
    expect(long([9500, 10_100], 3.5, bars).support).toEqual(level(9500))
    expect(short([9900, 10_300], 3.5, bars).resistance).toEqual(level(10_300))
    expect(short([9900, 10_500], 3.5, bars).resistance).toEqual(level(10_500))
  })

  test('is the extreme where nothing is far enough', () => {
    expect(long([9800, 10_100], 5).support).toEqual(extreme(9900, 80))
    expect(short([9900, 10_200], 5).resistance).toEqual(extreme(10_100, 80))
  })

  test('is the extreme while too few sessions tell the average range', () => {
    const input = { ...inputOf([9500, 10_100], 1, deep), averageRange: undefined }
    expect(chooseLevelPair('long', input)).toMatchObject({
      support: extreme(8000, 90),
      fault: 'TOO_FEW_SESSIONS',
    })
  })
})

describe('the distance', () => {
  test('is that of an entry one cent beyond its level, as a part of the close', () => {
    // 102.01 and 97.99 against 100.00.
    expect(long([9700, 10_200]).distance).toBeCloseTo(0.0201, 12)
    expect(short([9800, 10_300]).distance).toBeCloseTo(0.0201, 12)
  })

  test('is that of the side of the pair', () => {
    expect([long([]).direction, short([]).direction]).toEqual(['long', 'short'])
  })
})

describe('a pair is an opportunity', () => {
  test('from one average range between its sides on', () => {
    const bars = barsOf(100, { 80: { high: 102, low: 98 } })
    expect([long([], 4, bars).fault, short([], 4, bars).fault]).toEqual([null, null])
    expect([long([], 4.0001, bars).fault, short([], 4.0001, bars).fault]).toEqual(['UNDER_RANGE', 'UNDER_RANGE'])
  })

  test('from 3 to 25 percent of the support between its sides', () => {
    const fault = (high: number, low: number, close: number) =>
      long([], 1, barsOf(100, { 80: { high, low }, 99: { close, high: close, low: close } })).fault
    expect(fault(101.97, 99, 101)).toBeNull()
    expect(fault(101.96, 99, 101)).toBe('TOO_NARROW')
    expect(long([], 9, barsOf(100, { 80: { high: 110, low: 88 } })).fault).toBeNull()
    expect(long([], 9, barsOf(100, { 80: { high: 110.01, low: 88 } })).fault).toBe('TOO_WIDE')
  })

  test('with a close between its sides, not on the protection', () => {
    // The close is the lowest, or highest, price of the last 20 sessions.
    const fallen = (close: number) => barsOf(100, { 90: { high: 104 }, 99: { low: 99, high: 100, close } })
    expect([long([], 2, fallen(99)).fault, long([], 2, fallen(99.01)).fault]).toEqual(['CLOSE_OUTSIDE', null])
    const risen = (close: number) => barsOf(100, { 90: { low: 96 }, 99: { low: 100, high: 101, close } })
    expect([short([], 2, risen(101)).fault, short([], 2, risen(100.99)).fault]).toEqual(['CLOSE_OUTSIDE', null])
  })

  test('with a close up to the level of its entry, one cent before the entry', () => {
    const closed = (close: number) => barsOf(100, { 90: { low: 96, high: 104 }, 99: { low: 96, high: 104, close } })
    expect([long([], 2, closed(104)).fault, short([], 2, closed(96)).fault]).toEqual([null, null])
  })

  test('with an entry up to three average ranges from the close', () => {
    // 103.01 and 96.99 against 100.00.
    const bars = barsOf(100, { 90: { high: 103, low: 97 } })
    const range = 3.01 / 3
    const exact = { ...inputOf([], 1, bars), averageRange: 10_000 }
    expect(chooseLevelPair('long', { ...exact, bars: barsOf(100, { 90: { high: 102.99, low: 97 } }) }).fault).toBeNull()
    expect(
      chooseLevelPair('short', { ...exact, bars: barsOf(100, { 90: { low: 97.01, high: 103 } }) }).fault,
    ).toBeNull()
    expect([long([], 1, bars).fault, short([], 1, bars).fault]).toEqual(['TOO_FAR', 'TOO_FAR'])
    expect([long([], range + 0.0001, bars).fault, short([], range + 0.0001, bars).fault]).toEqual([null, null])
  })

  test('if it was traded on the day', () => {
    const traded = (volume: number) => long([], 2, barsOf(100, { 90: { high: 103, low: 97 }, 99: { volume } })).fault
    expect([traded(0), traded(1)]).toEqual(['NOT_TRADED', null])
  })

  test('from the 60th session on', () => {
    const fault = (count: number) => long([], 2, barsOf(count, { [count - 5]: { high: 103, low: 97 } })).fault
    expect([fault(59), fault(60)]).toEqual(['TOO_FEW_SESSIONS', null])
  })
})
