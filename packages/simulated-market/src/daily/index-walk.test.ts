import { marketDay } from '@clubfolio/domain'
import { expect, it } from 'vitest'
import { createSimulatedMarket } from '../simulated-market.ts'

const FROM = marketDay('2024-01-02')
const TO = marketDay('2026-03-04')
const market = createSimulatedMarket({ seed: 'index', instrumentCount: 60 })

/**
 * Total market value of the companies on each day on which all of them traded, from their traded prices and share
 * counts.
 */
function capitalisation(
  isMember: (exchange: string, sector: string | null) => boolean,
): { day: string; open: number; close: number }[] {
  const members = market
    .instruments(FROM)
    .filter(({ assetType, exchange, sector }) => assetType === 'EQUITY' && isMember(exchange, sector))
  const totals = new Map<string, { day: string; open: number; close: number }>()
  for (const { code } of members) {
    for (const { day, open, close } of market.dailyBars(code, FROM, marketDay('2024-01-31'))) {
      const shares = market.sharesOutstanding(code, day)!
      const total = totals.get(day) ?? { day, open: 0, close: 0 }
      totals.set(day, { day, open: total.open + open * shares, close: total.close + close * shares })
    }
  }
  return [...totals.values()]
}

it.each([
  ['SPY', 'all companies', (): boolean => true],
  [
    'QQQ',
    'the Nasdaq companies outside finance',
    (exchange: string, sector: string | null): boolean => exchange === 'NASDAQ' && sector !== 'Financials',
  ],
] as const)('%s moves as the market value of %s', (code, _words, isMember) => {
  const value = capitalisation(isMember)
  const index = market.dailyBars(code, FROM, marketDay('2024-01-31'))
  expect(index).toHaveLength(value.length)
  for (let n = 1; n < index.length; n += 1) {
    expect(index[n]!.close / index[n - 1]!.close).toBeCloseTo(value[n]!.close / value[n - 1]!.close, 3)
    expect(index[n]!.open / index[n - 1]!.close).toBeCloseTo(value[n]!.open / value[n - 1]!.close, 3)
  }
})

it('an index does not jump when a company comes to the market', () => {
  const newcomers = market.instruments(TO).filter(({ ipoDate }) => ipoDate >= FROM)
  expect(newcomers.length).toBeGreaterThan(2)
  for (const { ipoDate } of newcomers) {
    const bars = market.dailyBars('SPY', FROM, TO)
    const at = bars.findIndex(({ day }) => day === ipoDate)
    expect(Math.abs(bars[at]!.close / bars[at - 1]!.close - 1)).toBeLessThan(0.08)
    expect(Math.abs(bars[at + 1]!.close / bars[at]!.close - 1)).toBeLessThan(0.08)
  }
})
