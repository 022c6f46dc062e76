// A fact sheet that has as much of everything as a fund can have.
import { toCents, toMarketDay } from '@clubfolio/domain'
import type { FactSheet } from '../year/fact-sheet.ts'

const day = toMarketDay
const months = Array.from({ length: 144 }, (_, index) => ({
  month: `${2015 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
  percent: (index % 7) - 3,
}))
const line = (name: string, step: number) => ({
  name,
  points: Array.from({ length: 250 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
    return [at, Math.sin(index / 20) * step + index * 0.05] as const
  }),
})
export const fullSheet: FactSheet = {
  issuer: { manager: 'Maria Keller', clubs: ['Riverside Club'] },
  currency: 'USD',
  openingDay: day('2015-01-02'),
  asOf: day('2026-12-31'),
  fundValueCents: toCents(123_456_789n),
  unitValue: '21.4567890123',
  units: '57536.12345678',
  memberCount: 200,
  lines: [line('Unit value', 8), line('SPY', 5), line('QQQ', 6)],
  months,
  spans: ['1 month', '3 months', 'Year to date', '1 year', '3 years', 'Since the start'].map((name) => ({
    name,
    percent: 12.34,
    yearlyPercent: 3.21,
  })),
  risk: {
    drawdownPercent: -21.5,
    drawdownFrom: day('2020-02-19'),
    drawdownTo: day('2020-03-23'),
    volatilityPercent: 17.2,
    sharpe: 0.81,
  },
  exposure: { longPercent: 92.5, shortPercent: -4.1 },
  positions: Array.from({ length: 8 }, (_, index) => ({
    symbol: `SYM${index}`,
    valueCents: toCents(1_000_000n),
    percent: 8.1,
  })),
  fees: ['Management fee: 2% a year, charged every month', 'Performance fee: 20% of the gain, charged every year'],
}
