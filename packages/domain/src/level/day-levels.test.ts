import { describe, expect, it, test } from 'vitest'
import { readMarketRows, skipWithoutMarketData } from '../testing/market-data.ts'
import { computeDayLevels, type DayLevels } from './day-levels.ts'
import { windowSessions, type LevelBar } from './level-window.ts'

const dayOf = (index: number) => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)

type Shape = Partial<Omit<LevelBar, 'day'>>

/** Quiet bars around $100 with a range of $2; `shapes` overrides individual bars. */
function calm(count: number, shapes: Readonly<Record<number, Shape>> = {}): LevelBar[] {
  return Array.from({ length: count }, (_, index) => ({
    day: dayOf(index),
    high: 101,
    low: 99,
    close: 100,
    volume: 1000,
    ...shapes[index],
  }))
}

const on = (bars: readonly LevelBar[], index = bars.length - 1) => computeDayLevels(bars.slice(0, index + 1), [])
const cents = ({ levels }: DayLevels) => levels.map((level) => level.cents)
const peak = (high: number, close = 100): Shape => ({ high, close })

describe('a pivot', () => {
  const bars = calm(80, { 20: peak(104), 40: peak(104.1) })

  it('exists only five bars later', () => {
    expect(cents(on(bars, 44))).toEqual([])
    expect(on(bars, 45).levels).toEqual([{ cents: 10405, days: [dayOf(20), dayOf(40)] }])
  })

  it('is above the five highs before it, and not below those after it', () => {
    expect(cents(on(calm(80, { 20: peak(104), 38: peak(104), 40: peak(104) })))).toEqual([10400])
    // The second of two equal highs is not a pivot, so the first has no second touch.
    expect(cents(on(calm(80, { 38: peak(104), 40: peak(104) })))).toEqual([])
    // Nor is a high that a later bar exceeds within five bars.
    expect(cents(on(calm(80, { 20: peak(104), 38: peak(103.9), 43: peak(106) })))).toEqual([])
  })

  it('lies whole inside the last 252 bars', () => {
    const long = calm(300, { 20: peak(104), 40: peak(104.1) })
    expect(cents(on(long, 20 - 5 + 251))).toEqual([10405])
    expect(cents(on(long, 20 - 5 + 252))).toEqual([])
  })

  it('of lows counts like one of highs, and both make one level together', () => {
    const bars = calm(80, { 20: peak(103), 40: { low: 95 }, 41: { low: 97 }, 60: { low: 95.2 } })
    expect(cents(on(bars))).toEqual([9510])
  })
})

describe('a day', () => {
  it('is the last one of its bars, with its close in steps of a hundredth of a cent', () => {
    expect(on(calm(80, { 79: { close: 100.5 } }))).toMatchObject({ day: dayOf(79), close: 1_005_000 })
    expect(on(calm(1))).toMatchObject({ day: dayOf(0), close: 1_000_000 })
  })

  it('needs a bar', () => {
    expect(() => computeDayLevels([], [])).toThrow(RangeError)
  })

  it('has an average range from its 15th bar on, and no level before', () => {
    const { averageRange, levels, long } = on(calm(14, { 5: peak(104), 8: { high: 106, low: 104, close: 105 } }))
    expect([averageRange, levels, long.fault]).toEqual([null, [], 'TOO_FEW_SESSIONS'])
    expect(on(calm(15)).averageRange).toBe(20_000)
  })

  it('has the average volume of the last 20 sessions, half a share upwards', () => {
    const volumes = (from: number, to: number, volume: number): Record<number, Shape> =>
      Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, { volume }]))
    expect(on(calm(80, { ...volumes(60, 79, 2000), ...volumes(0, 59, 9) })).averageVolume).toBe(2000)
    expect(on(calm(80, { 59: { volume: 5 }, 60: { volume: 1010 } })).averageVolume).toBe(1001)
    expect(on(calm(80, { 60: { volume: 1009 } })).averageVolume).toBe(1000)
    expect(on(calm(3, { 0: { volume: 4 }, 1: { volume: 4 }, 2: { volume: 5 } })).averageVolume).toBe(4)
  })

  it('has a pair for each direction', () => {
    const { long, short } = on(calm(100, { 88: peak(103), 90: { low: 97 } }))
    expect([long.direction, short.direction]).toEqual(['long', 'short'])
    // One cent beyond 103.00 and 97.00.
    expect(long.distance).toBeCloseTo(0.0301, 12)
    expect(short.distance).toBeCloseTo(0.0301, 12)
  })
})

describe('levels', () => {
  // True ranges of quiet bars are 2 and stay close to it; a level includes pivots up to half an ATR above its lowest
  // one.
  it('take in pivots up to half an ATR above their lowest one', () => {
    const bars = calm(200, { 20: peak(110), 40: peak(110.4), 60: peak(110.9), 80: peak(111.2) })
    expect(on(bars).levels).toEqual([{ cents: 11043, days: [dayOf(20), dayOf(40), dayOf(60)] }])
  })

  it('are the mean of their pivots, half a cent upwards', () => {
    expect(cents(on(calm(80, { 20: peak(104), 40: peak(104.01) })))).toEqual([10401])
    expect(cents(on(calm(80, { 20: peak(1.005 + 103), 40: peak(104.005) })))).toEqual([10401])
  })

  it('need touches on two days', () => {
    expect(cents(on(calm(80, { 20: peak(104) })))).toEqual([])
  })

  const touched = { 20: peak(104), 40: peak(104) }
  const risen: Shape = { high: 105.5, low: 104.4, close: 105 }

  it('turn from resistance to support when a close goes through them once', () => {
    const bars = calm(60, touched).concat(
      calm(75, Object.fromEntries(Array.from({ length: 15 }, (_, index) => [60 + index, risen]))).slice(60),
    )
    const levels = on(bars)
    expect(cents(levels)).toEqual([10400])
    expect(levels.short.support).toMatchObject({ cents: 10400, origin: 'LEVEL' })
  })

  it('no longer count after the second crossing, and a close exactly on them crosses nothing', () => {
    expect(cents(on(calm(80, { ...touched, 50: { high: 104, close: 103.9 }, 51: { high: 104, close: 104 } })))).toEqual(
      [10400],
    )
    expect(
      cents(on(calm(80, { ...touched, 60: { high: 104.6, close: 104.5 }, 61: { close: 104, high: 104.2 } }), 61)),
    ).toEqual([10400])
    expect(cents(on(calm(80, { ...touched, 60: { high: 104.6, close: 104.5 } }), 60))).toEqual([10400])
    expect(cents(on(calm(80, { ...touched, 60: { high: 104.6, close: 104.5 } }), 61))).toEqual([])
  })
})

describe('a pair', () => {
  it('falls back to the extremes of the last 20 sessions, proven by the first day that reached them', () => {
    const { long, short } = on(calm(100, { 90: peak(103), 92: peak(103), 95: { low: 96 } }))
    expect(long.resistance).toEqual({ origin: 'EXTREME', cents: 10300, days: [dayOf(90)] })
    expect(long.support).toEqual({ origin: 'EXTREME', cents: 9600, days: [dayOf(95)] })
    expect(short.support).toEqual(long.support)
    expect(short.resistance).toEqual(long.resistance)
    expect([long.fault, short.fault]).toEqual([null, null])
  })

  it('takes the level where it and the extreme have one price', () => {
    const { long } = on(calm(100, { 70: peak(104), 85: peak(104) }))
    expect(long.resistance).toEqual({ origin: 'LEVEL', cents: 10400, days: [dayOf(70), dayOf(85)] })
  })

  it('protects a long trade at the nearest price at least one ATR and 3 percent below', () => {
    // Lows at 98.60 lie 2.9 % below the resistance; those at 96 are the nearest that are far enough away.
    const lows = { 30: { low: 98.6 }, 45: { low: 98.6 }, 60: { low: 96 }, 72: { low: 96 } }
    const { long } = on(calm(100, { ...lows, 20: peak(101.5), 80: peak(101.5) }))
    expect(long.resistance.cents).toBe(10150)
    expect(long.support).toMatchObject({ origin: 'LEVEL', cents: 9600 })
  })

  const fault = (shapes: Record<number, Shape>, count = 100) => on(calm(count, shapes)).long.fault
  const apart = { 88: peak(103), 90: { low: 97 } }

  it('is an opportunity only within every bound, and the first reason against it is kept', () => {
    expect(fault(apart)).toBeNull()
    expect(fault({})).toBe('TOO_NARROW')
    expect(fault({ 79: { low: 40 } })).toBe('UNDER_RANGE')
    expect(fault({ 81: { low: 70 }, 82: peak(103) })).toBe('TOO_WIDE')
    expect(fault({ 90: { low: 94 }, 91: peak(110), 92: peak(110) })).toBe('TOO_FAR')
    expect(fault({ ...apart, 99: { volume: 0 } })).toBe('NOT_TRADED')
    expect(
      fault(
        Object.fromEntries([
          [38, peak(103)],
          [40, { low: 97 }],
        ]),
        50,
      ),
    ).toBe('TOO_FEW_SESSIONS')
    expect(fault({}, 10)).toBe('TOO_FEW_SESSIONS')
  })

  it('needs a close below the entry, one cent over the resistance', () => {
    const end = (close: number) => on(calm(100, { ...apart, 99: { high: 103, low: 99, close } })).long
    expect(end(103).fault).toBeNull()
    expect(end(103).distance).toBeCloseTo(0.01 / 103, 12)
    expect(end(102.99).fault).toBeNull()
  })
})

test('a later split rescales nothing that was computed before it', () => {
  const before = calm(100, { 70: peak(104), 85: peak(104) })
  const split = { day: dayOf(100), ratio: '4' }
  expect(computeDayLevels(before, [split])).toEqual(computeDayLevels(before, []))
  const after = computeDayLevels(
    [...before, { day: dayOf(100), high: 25.25, low: 24.75, close: 25, volume: 4000 }],
    [split],
  )
  expect(after.levels.map((level) => level.cents)).toEqual([2600])
  expect(after.averageVolume).toBe(4000)
})

test('bars that their file had adjusted are taken as they were on each day', () => {
  const raw = calm(60, { 20: peak(104), 40: peak(104) })
  const split = { day: dayOf(50), ratio: '2' }
  const asTraded = raw.map((bar, index) =>
    index < 50 ? bar : { ...bar, high: bar.high / 2, low: bar.low / 2, close: bar.close / 2, volume: bar.volume * 2 },
  )
  const adjusted = raw.map((bar, index) => ({
    ...bar,
    high: bar.high / 2,
    low: bar.low / 2,
    close: bar.close / 2,
    volume: bar.volume * 2,
    adjustedThrough: dayOf(Math.max(index, 59)),
  }))
  for (const end of [30, 48, 49, 50, 59]) {
    expect(computeDayLevels(adjusted.slice(0, end + 1), [split])).toEqual(
      computeDayLevels(asTraded.slice(0, end + 1), [split]),
    )
  }
})

describe('on the real file', () => {
  const symbols = ['AAPL', 'TSLA', 'MET', 'HLT', 'SHW', 'CARR', 'DXCM']

  it(
    'no day knows what came later: its last 252 bars give the same levels with all splits',
    { timeout: 120_000 },
    (context) => {
      skipWithoutMarketData(context)
      const rows = readMarketRows('prices-daily/sp500-daily-2016-2021.csv.gz').filter(([symbol]) =>
        symbols.includes(symbol!),
      )
      let opportunities = 0
      for (const symbol of symbols) {
        const its = rows.filter((row) => row[0] === symbol)
        const bars = its.map((row): LevelBar => ({
          day: row[1]!,
          high: Number(row[3]),
          low: Number(row[4]),
          close: Number(row[5]),
          volume: Number(row[7]),
        }))
        const splits = its.filter((row) => Number(row[9]) !== 1).map((row) => ({ day: row[1]!, ratio: row[9]! }))
        for (const [index, bar] of bars.entries()) {
          const levels = computeDayLevels(bars.slice(Math.max(0, index + 1 - windowSessions), index + 1), splits)
          if (levels.long.fault === null) opportunities++
          if (index % 11 !== 0 && !splits.some(({ day }) => day === bar.day)) continue
          const known = splits.filter(({ day }) => day <= bar.day)
          expect(levels).toEqual(computeDayLevels(bars.slice(0, index + 1), known))
        }
      }
      expect(opportunities).toBeGreaterThan(500)
    },
  )
})
