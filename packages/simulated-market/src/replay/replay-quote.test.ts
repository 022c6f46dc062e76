import { marketDay, sessionHours } from '@clubfolio/domain'
import type { EpochMs } from '@clubfolio/domain'
import { readMarketRows, skipWithoutMarketData } from '@clubfolio/domain/testing/market-data'
import { propertyRuns } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { barPath, priceInBar } from './bar-path.ts'
import { recordedDay, replayDay, replayPath } from './replay-quote.ts'
import type { RecordedBar } from './replay-quote.ts'

const DAY = marketDay('2026-03-04')
const { openMs, closeMs } = sessionHours(DAY)!
const at = (part: number): EpochMs => (openMs + part * (closeMs - openMs)) as EpochMs
const bar = recordedDay(DAY, { open: 10, high: 11, low: 8, close: 9, volume: 1_000 })

describe('the walk through a bar', () => {
  it('goes from the open to the nearer extreme, to the other, to the close', () => {
    expect(barPath({ open: 10, high: 11, low: 8, close: 9 })).toEqual([10, 11, 8, 9])
    expect(barPath({ open: 9, high: 11, low: 8, close: 10 })).toEqual([9, 8, 11, 10])
    expect(barPath({ open: 10, high: 11, low: 9, close: 10 })).toEqual([10, 9, 11, 10])
    expect([0, 0.1, 0.2, 0.5, 0.8, 0.9, 1].map((part) => priceInBar(bar, part))).toEqual([10, 10.5, 11, 9.5, 8, 8.5, 9])
  })

  it('does not change in a bar without movement', () => {
    const flat = recordedDay(DAY, { open: 5, high: 5, low: 5, close: 5, volume: 10 })
    expect(replayDay([flat], at(0.4))).toMatchObject({ last: 5, high: 5, low: 5 })
    expect(replayPath([flat], (openMs - 1) as EpochMs, closeMs).every(({ price }) => price === 5)).toBe(true)
  })
})

describe('a replayed day', () => {
  it('knows nothing before the open, only what the walk has passed during the day, everything after it', () => {
    expect(replayDay([bar], (openMs - 1) as EpochMs)).toBeNull()
    expect(replayDay([bar], openMs)).toEqual({ last: 10, open: 10, high: 10, low: 10, volume: 0, tradeMs: openMs })
    expect(replayDay([bar], at(0.2))).toEqual({ last: 11, open: 10, high: 11, low: 10, volume: 200, tradeMs: at(0.2) })
    expect(replayDay([bar], at(0.5))).toMatchObject({ last: 9.5, high: 11, low: 9.5 })
    expect(replayDay([bar], closeMs)).toEqual({ last: 9, open: 10, high: 11, low: 8, volume: 1_000, tradeMs: closeMs })
    expect(replayDay([bar], (closeMs + 1) as EpochMs)?.last).toBe(9)
  })

  it('passes its corners in order, in one look or in several', () => {
    const before = (openMs - 1) as EpochMs
    expect(replayPath([bar], before, closeMs).map(({ price }) => price)).toEqual([10, 11, 8, 9])
    const looks = [before, at(0.1), at(0.3), at(0.85), closeMs]
    const pieces = looks.slice(1).flatMap((until, n) => replayPath([bar], looks[n]!, until).map(({ price }) => price))
    expect(pieces).toEqual([10, 10.5, 11, 10.5, 8, 8.25, 9])
  })

  it('ends as the recorded bars together, whatever they are, and never leaves the bar it is in', () => {
    const anyBar = fc
      .tuple(
        fc.integer({ min: 100, max: 90_000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.integer({ min: 0, max: 99 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([low, range, volume, open, close]) => ({
        low: low / 100,
        high: (low + range) / 100,
        open: (low + Math.round(open * range)) / 100,
        close: (low + Math.round(close * range)) / 100,
        volume,
      }))
    fc.assert(
      fc.property(
        fc.array(anyBar, { minLength: 1, maxLength: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (minutes, part) => {
          const bars: RecordedBar[] = minutes.map((minute, n) => ({
            ...minute,
            fromMs: (openMs + n * 60_000) as EpochMs,
            untilMs: (openMs + (n + 1) * 60_000) as EpochMs,
          }))
          const end = bars.at(-1)!.untilMs
          expect(replayDay(bars, end)).toEqual({
            last: minutes.at(-1)!.close,
            open: minutes[0]!.open,
            high: Math.max(...minutes.map(({ high }) => high)),
            low: Math.min(...minutes.map(({ low }) => low)),
            volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
            tradeMs: end,
          })
          const now = Math.floor(openMs + part * (end - openMs - 1)) as EpochMs
          const current = bars.find(({ untilMs }) => now < untilMs)!
          const shown = replayDay(bars, now)!
          expect(shown.last).toBeGreaterThanOrEqual(current.low)
          expect(shown.last).toBeLessThanOrEqual(current.high)
          const path = replayPath(bars, (openMs - 1) as EpochMs, now)
          expect(Math.max(...path.map(({ price }) => price))).toBeCloseTo(shown.high, 9)
          expect(Math.min(...path.map(({ price }) => price))).toBeCloseTo(shown.low, 9)
          expect(path.map(({ atMs }) => atMs)).toEqual(path.map(({ atMs }) => atMs).sort((one, other) => one - other))
        },
      ),
      { numRuns: propertyRuns(300, 10_000), seed: 20_260_304 },
    )
  })
})

describe('replaying the real day of MSFT 2016-04-22', () => {
  beforeEach(skipWithoutMarketData)

  it('ends at the recorded high, low and close', () => {
    const day = marketDay('2016-04-22')
    const row = readMarketRows('prices-daily/sp500-daily-2016-2021.csv.gz').find(
      ([symbol, date]) => symbol === 'MSFT' && date === day,
    )!
    const [, , open, high, low, close, , volume] = row.map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const recorded = recordedDay(day, { open, high, low, close, volume })
    expect(replayDay([recorded], recorded.untilMs)).toMatchObject({ open, high, low, last: close, volume })
    expect(
      replayPath([recorded], (recorded.fromMs - 1) as EpochMs, recorded.untilMs).map(({ price }) => price),
    ).toEqual(barPath(recorded))
  })
})
