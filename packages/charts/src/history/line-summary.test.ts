import { describe, expect, test } from 'vitest'
import { lineSummary, lineTableRows, paymentColumn } from './line-summary.ts'

const day = (date: string) => Date.parse(`${date}T00:00:00Z`)
const series = [
  {
    id: 'a',
    name: 'Account',
    points: [
      { timeMs: day('2026-01-01'), value: 0 },
      { timeMs: day('2026-01-02'), value: 5 },
      { timeMs: day('2026-01-05'), value: -2.5 },
    ],
  },
  { id: 's', name: 'SPY', points: [{ timeMs: day('2026-01-02'), value: 1 }] },
]
const window = {
  fromIndex: 0,
  toIndex: 3,
  fromMs: day('2026-01-01'),
  toMs: day('2026-01-05'),
  range: undefined,
  baseMs: undefined,
}

describe('a line chart in words', () => {
  test('tells where each series began, ended, and how far it went', () => {
    expect(lineSummary(series, window, 'percent', false)).toBe(
      '2026-01-01 to 2026-01-05. Account: from 0.00% to -2.50%, lowest -2.50%, highest +5.00%. SPY: from +1.00% to +1.00%, lowest +1.00%, highest +1.00%.',
    )
    expect(lineSummary([], undefined, 'dollars', false)).toBe('No values to show.')
  })

  test('names the payments that moved a value, in words and in a column of the table', () => {
    const payments = [
      { timeMs: day('2026-01-01'), amount: 9 },
      { timeMs: day('2026-01-02'), amount: 5_000 },
      { timeMs: day('2026-01-05'), amount: -120.5 },
    ]
    const value = [{ ...series[0]!, name: 'Capital', payments }]
    expect(lineSummary(value, window, 'dollars', false)).toMatch(
      / 2 payments: money in \$5,000\.00, money out \$120\.50\.$/,
    )
    expect(paymentColumn(value)).toEqual(['Money in or out'])
    expect(lineTableRows(value, [day('2026-01-02'), day('2026-01-05')], 'dollars', false)).toEqual([
      ['2026-01-05', '-$2.50', '-$120.50'],
      ['2026-01-02', '$5.00', '+$5,000.00'],
    ])
    expect(paymentColumn(series)).toEqual([])
  })

  test('the table carries the last value on and has dashes before the first', () => {
    expect(lineTableRows(series, [day('2026-01-01'), day('2026-01-05')], 'percent', false)).toEqual([
      ['2026-01-05', '-2.50%', '+1.00%'],
      ['2026-01-01', '0.00%', '--'],
    ])
  })
})
