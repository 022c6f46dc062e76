import type { HistoryPoint, MoneyMoved } from '@clubfolio/contract'
import { describe, expect, test } from 'vitest'
import { cents } from '../../testing/samples.ts'
import { marksOf, moneyLines, paymentsOf } from './money-lines.ts'
import { sumHistories } from './sum-history.ts'

const at = (day: string, time = '00:00') => Date.parse(`${day}T${time}:00Z`)
const moved = (day: string, moneyIn: number, moneyOut = 0, booked: number | null = null): MoneyMoved => ({
  day,
  at: booked,
  moneyIn: cents(moneyIn),
  moneyOut: cents(moneyOut),
})
const points: HistoryPoint[] = [
  [at('2026-02-26'), 1_000],
  [at('2026-02-27'), 1_512],
  [at('2026-03-02'), 1_410.1],
]
const lastOf = (values: readonly HistoryPoint[], payments: ReturnType<typeof paymentsOf>) =>
  Object.fromEntries(moneyLines(values, payments).map((line) => [line.name, line.points.at(-1)?.value]))

describe('money in, money out and gain', () => {
  test('a deposit is money in and no gain; a withdrawal is money out and no loss', () => {
    const payments = paymentsOf([{ points, moved: [moved('2026-02-27', 500), moved('2026-02-28', 0, 100.05)] }], false)
    expect(
      moneyLines(points, payments).map(({ name, points: own }) => [name, ...own.map(({ value }) => value)]),
    ).toEqual([
      ['Gain', 0, 12, 10.15],
      ['Money in', 0, 500, 500],
      ['Money out', 0, 0, 100.05],
    ])
  })

  test('what the first value contains was not paid later', () => {
    const payments = paymentsOf([{ points, moved: [moved('2026-02-20', 900), moved('2026-02-26', 100)] }], false)
    expect(payments).toEqual([])
  })

  test('an account that begins later brings its first value', () => {
    const late: HistoryPoint[] = [
      [at('2026-02-27'), 300],
      [at('2026-03-02'), 310],
    ]
    const payments = paymentsOf(
      [
        { points, moved: [] },
        { points: late, moved: [moved('2026-02-27', 300)] },
      ],
      false,
    )
    expect(lastOf(sumHistories([points, late]), payments)).toEqual({ Gain: 420.1, 'Money in': 300, 'Money out': 0 })
  })

  test('within a day a payment counts from its booking on', () => {
    const day: HistoryPoint[] = [
      [at('2026-03-04', '15:00'), 1_000],
      [at('2026-03-04', '16:00'), 1_001],
      [at('2026-03-04', '17:00'), 1_502],
    ]
    const booked = at('2026-03-04', '16:30')
    const payments = paymentsOf([{ points: day, moved: [moved('2026-03-04', 500, 0, booked)] }], true)
    expect(moneyLines(day, payments)[0]?.points.map(({ value }) => value)).toEqual([0, 1, 2])
    expect(marksOf(day, payments)).toEqual([{ timeMs: at('2026-03-04', '17:00'), amount: 500 }])
  })
})

test('marks stand at the first value that contains the payment, in and out apart', () => {
  const payments = paymentsOf([{ points, moved: [moved('2026-02-28', 50, 20), moved('2026-03-01', 25)] }], false)
  expect(marksOf(points, payments)).toEqual([
    { timeMs: at('2026-03-02'), amount: 75 },
    { timeMs: at('2026-03-02'), amount: -20 },
  ])
})
