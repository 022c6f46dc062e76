import { describe, expect, test } from 'vitest'
import type { PriceBar } from './price-bar.ts'
import { pointedText } from './stock-legend.ts'
import { stockSummary, tableRow } from './stock-summary.ts'

const day = { unit: 'day', span: 1 } as const
const bar = (date: string, open: number, high: number, low: number, close: number): PriceBar => ({
  timeMs: Date.parse(`${date}T00:00:00Z`),
  open,
  high,
  low,
  close,
  volume: 1_650_000,
})
const bars = [
  bar('2026-01-02', 100, 104, 99, 103),
  bar('2026-01-05', 103, 110, 96, 97),
  bar('2026-01-06', 97, 121, 97, 120),
]

describe('a stock chart in words', () => {
  test('names the span, the change and the extremes with their dates', () => {
    expect(stockSummary(bars, day)).toBe(
      '3 bars of 1 day, 2026-01-02 to 2026-01-06. Opened at 100.00, last close 120.00, change +20.00%. Highest 121.00 on 2026-01-06, lowest 96.00 on 2026-01-05.',
    )
  })

  test('says so when there is nothing', () => {
    expect(stockSummary([], day)).toBe('No prices to show.')
  })

  test('a row of the table reads like the legend', () => {
    expect(tableRow(bars[0]!, day)).toEqual(['2026-01-02', '100.00', '104.00', '99.00', '103.00', '1.65M'])
  })

  test('the pointed bar compares with the close before it', () => {
    expect(
      pointedText({ bar: bars[1]!, previousClose: 103, joinedBars: 1, isUnderCrosshair: true, isLed: false }, day),
    ).toBe('2026-01-05: open 103.00, high 110.00, low 96.00, close 97.00, change -5.83%')
  })

  test('an intraday bar is told in New York time', () => {
    const minute = { ...bars[0]!, timeMs: Date.parse('2026-07-01T13:30:00Z') }
    expect(tableRow(minute, { unit: 'minute', span: 1 })[0]).toBe('2026-07-01 09:30 ET')
  })
})
