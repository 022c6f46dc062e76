import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { levelWindow, splitDivisor, windowSessions, type LevelBar } from './level-window.ts'

const bar = (day: string, close: number, volume = 1000, adjustedThrough?: string): LevelBar => ({
  day,
  high: close + 1,
  low: close - 1,
  close,
  volume,
  ...(adjustedThrough === undefined ? {} : { adjustedThrough }),
})
const steps = (bars: ReturnType<typeof levelWindow>) =>
  bars.map(({ high, low, close, volume }) => [high, low, close, volume])

describe('the window of a day', () => {
  test('has prices in steps of a hundredth of a cent, and volume in shares', () => {
    expect(levelWindow([bar('2026-03-03', 10), bar('2026-03-04', 10.5, 2000)], [])).toEqual([
      { day: '2026-03-03', high: 110_000, low: 90_000, close: 100_000, volume: 1000 },
      { day: '2026-03-04', high: 115_000, low: 95_000, close: 105_000, volume: 2000 },
    ])
  })

  test('is empty without a bar', () => {
    expect(levelWindow([], [{ day: '2026-03-04', ratio: '2' }])).toEqual([])
  })

  test('has the last 252 bars, or fewer', () => {
    const bars = Array.from({ length: 253 }, (_, index) => bar(String(1000 + index), 10))
    expect(windowSessions).toBe(252)
    expect(levelWindow(bars, []).map(({ day }) => day)).toEqual(bars.slice(1).map(({ day }) => day))
    expect(levelWindow(bars.slice(0, 3), [])).toHaveLength(3)
  })

  test('divides prices by the splits after their own day and multiplies volumes', () => {
    const bars = [bar('2026-03-02', 500.04), bar('2026-03-03', 125.01), bar('2026-03-04', 125.02)]
    expect(steps(levelWindow(bars, [{ day: '2026-03-03', ratio: '4' }]))).toEqual([
      // 501.04 / 4 and so on.
      [1_252_600, 1_247_600, 1_250_100, 4000],
      [1_260_100, 1_240_100, 1_250_100, 1000],
      [1_260_200, 1_240_200, 1_250_200, 1000],
    ])
  })

  test('rounds divided prices half up to 4 decimals, and keeps fractions of a share of volume', () => {
    // 100.01 / 8 = 12.50125, 101.01 / 8 = 12.62625, 99.01 / 8 = 12.37625; 1001 shares of 1-for-8 are 125.125.
    const [first] = levelWindow([bar('2026-03-02', 100.01), bar('2026-03-04', 12)], [{ day: '2026-03-04', ratio: '8' }])
    expect(first).toEqual({ day: '2026-03-02', high: 126_263, low: 123_763, close: 125_013, volume: 8000 })
    const [gathered] = levelWindow(
      [bar('2026-03-02', 2, 1001), bar('2026-03-04', 16)],
      [{ day: '2026-03-04', ratio: '0.125' }],
    )
    expect(gathered).toMatchObject({ close: 160_000, volume: 125.125 })
  })

  test('knows nothing of a split on a later day', () => {
    expect(steps(levelWindow([bar('2026-03-03', 500)], [{ day: '2026-03-04', ratio: '4' }]))).toEqual([
      [5_010_000, 4_990_000, 5_000_000, 1000],
    ])
  })

  test('multiplies back a bar that its file had adjusted beyond that day', () => {
    const splits = [{ day: '2026-03-05', ratio: '4' }]
    const adjusted = bar('2026-03-03', 125, 4000, '2026-03-05')
    expect(steps(levelWindow([adjusted], splits))).toEqual([[5_040_000, 4_960_000, 5_000_000, 1000]])
    // On the day of the split it is as the file has it.
    expect(steps(levelWindow([adjusted, bar('2026-03-05', 125)], splits))[0]).toEqual([
      1_260_000, 1_240_000, 1_250_000, 4000,
    ])
  })
})

describe('the divisor of a bar', () => {
  const splits = [
    { day: '2026-03-03', ratio: '2' },
    { day: '2026-03-05', ratio: '3' },
  ]

  test('is the product of the splits after its day, up to today', () => {
    const of = (day: string, today: string) => splitDivisor({ day }, splits, today)?.toNumber()
    expect([of('2026-03-02', '2026-03-03'), of('2026-03-02', '2026-03-04'), of('2026-03-02', '2026-03-05')]).toEqual([
      2, 2, 6,
    ])
    expect(of('2026-03-03', '2026-03-05')).toBe(3)
  })

  test('is the inverse of the splits after today that its file had applied', () => {
    const divisor = splitDivisor({ day: '2026-03-02', adjustedThrough: '2026-03-05' }, splits, '2026-03-03')
    expect(divisor).toEqual(new Decimal(1).div(3))
  })

  test('is that of its own day where its file had adjusted it to none, or to an earlier one', () => {
    expect(splitDivisor({ day: '2026-03-02', adjustedThrough: null }, splits, '2026-03-04')?.toNumber()).toBe(2)
    expect(splitDivisor({ day: '2026-03-04', adjustedThrough: '2026-03-02' }, splits, '2026-03-05')?.toNumber()).toBe(3)
  })

  test('is absent where nothing changes', () => {
    expect(splitDivisor({ day: '2026-03-02' }, [], '2026-03-05')).toBeUndefined()
    expect(splitDivisor({ day: '2026-03-05' }, splits, '2026-03-05')).toBeUndefined()
    expect(splitDivisor({ day: '2026-03-02' }, splits, '2026-03-02')).toBeUndefined()
    const undone = [
      { day: '2026-03-03', ratio: '2' },
      { day: '2026-03-04', ratio: '0.5' },
    ]
    expect(splitDivisor({ day: '2026-03-02' }, undone, '2026-03-05')).toBeUndefined()
  })
})
