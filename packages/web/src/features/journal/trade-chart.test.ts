import { describe, expect, test } from 'vitest'
import { sampleDetail, sampleTrade } from './sample-trades.ts'
import { firstTiming, hasMinutes, tradeChartSpan, tradeMarks } from './trade-chart.ts'

const today = '2026-03-04'
const detail = sampleDetail()

describe('the days of the chart', () => {
  test('of a whole trade are those before and after it, at most until today', () => {
    expect(tradeChartSpan(detail, '_D', { isAtEntry: false, today })).toEqual({
      start: '2025-12-04',
      end: '2026-02-26',
    })
    expect(tradeChartSpan(detail, '_D', { isAtEntry: false, today: '2026-02-10' }).end).toBe('2026-02-10')
    const open = sampleDetail({ trade: sampleTrade({ closedAt: null, closedDay: null }) })
    expect(tradeChartSpan(open, '_D', { isAtEntry: false, today }).end).toBe(today)
  })

  test('at entry end before the day of the entry, and within it before its minute', () => {
    expect(tradeChartSpan(detail, '_D', { isAtEntry: true, today }).end).toBe('2026-02-01')
    expect(tradeChartSpan(detail, '_5M', { isAtEntry: true, today })).toEqual({
      start: '2026-01-30',
      end: '2026-02-02',
      untilMs: Date.parse('2026-02-02T15:00:00Z'),
    })
  })
})

describe('the marks of the chart', () => {
  test('of a whole trade are its fills and its first stop', () => {
    const { fills, lines } = tradeMarks(detail, '_D', false)
    expect(fills).toEqual([
      { timeMs: Date.parse('2026-02-02T00:00:00Z'), side: 'buy', quantity: 100, price: 50 },
      { timeMs: Date.parse('2026-02-06T00:00:00Z'), side: 'sell', quantity: 100, price: 53 },
    ])
    expect(lines).toEqual([{ id: 'stop', kind: 'sell', price: 48, title: 'First stop 48.00' }])
    expect(tradeMarks(detail, '_5M', false).fills[0]?.timeMs).toBe(Date.parse('2026-02-02T15:00:00Z'))
  })

  test('at entry are the prices that were planned, and no fill', () => {
    const { fills, lines } = tradeMarks(detail, '_D', true)
    expect(fills).toEqual([])
    expect(lines.map(({ title }) => title)).toEqual(['Entry 50.00', 'First stop 48.00'])
  })

  test('of a trade before a split are in the shares of the chart', () => {
    const split = sampleDetail({
      fills: detail.fills.map((fill) => ({
        ...fill,
        chartPrice: (fill.chartPrice ?? 0) / 4,
        chartQuantity: fill.chartQuantity * 4,
      })),
    })
    expect(tradeMarks(split, '_D', true).lines.map(({ price }) => price)).toEqual([12.5, 12])
  })

  test('of a short trade has its stop on the side that buys', () => {
    const short = sampleDetail({ trade: sampleTrade({ side: 'SHORT' }) })
    expect(tradeMarks(short, '_D', false).lines[0]?.kind).toBe('buy')
  })
})

test('minutes are offered for trades of up to a week that the market has minutes of, and first for those of a day', () => {
  const excursion = { ...detail.excursion!, source: 'MINUTES' as const }
  expect(hasMinutes(detail)).toBe(false)
  const week = sampleDetail({ excursion })
  expect([hasMinutes(week), firstTiming(week)]).toEqual([true, '_D'])
  const dayTrade = sampleDetail({ excursion, trade: sampleTrade({ closedDay: '2026-02-02' }) })
  expect(firstTiming(dayTrade)).toBe('_5M')
  const month = sampleDetail({ excursion, trade: sampleTrade({ closedDay: '2026-02-20' }) })
  expect(hasMinutes(month)).toBe(false)
})
