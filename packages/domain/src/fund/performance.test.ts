// Returns, risk and benchmarks against figures that can be verified by hand.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { sessionsBetween } from '../calendar/session.ts'
import type { Cents } from '../kind.ts'
import { rebasedLine, replayBenchmark } from './benchmark.ts'
import { internalRate, type CashFlow } from './internal-rate.ts'
import { fundFlows, holderFlows, timeWeightedReturn } from './performance.ts'
import { replayFund } from './replay-fund.ts'
import { riskFigures } from './risk-figure.ts'
import {
  close,
  contribution,
  dollars,
  expense,
  fund,
  march,
  match,
  retribution,
  transfer,
} from './testing/fund-fixture.ts'

const start = marketDay('2024-01-01')
const flow = (days: number, amount: string): CashFlow => ({
  day: addCalendarDays(start, days),
  amountCents: dollars(amount),
})

describe('money-weighted return', () => {
  test('1,000 that become 1,100 in 365 days are 10 %', () => {
    const result = internalRate([flow(0, '1000')], dollars('1100'), addCalendarDays(start, 365))
    expect(result).toEqual({ kind: 'rate', rate: expect.closeTo(0.1, 12) })
  })

  test('agrees with a spreadsheet on flows in and out', () => {
    const flows = [flow(0, '10000'), flow(60, '-2750'), flow(303, '-4250'), flow(411, '-3250')]
    // XIRR(-10000, 2750, 4250, 3250, 2750) from a spreadsheet's documentation: 37.3362535 %.
    const result = internalRate(
      flows.map((one, index) => ({
        ...one,
        day:
          [marketDay('2008-01-01'), marketDay('2008-03-01'), marketDay('2008-10-30'), marketDay('2009-02-15')][index] ??
          one.day,
      })),
      dollars('2750'),
      marketDay('2009-04-01'),
    )
    expect(result).toEqual({ kind: 'rate', rate: expect.closeTo(0.373362535, 7) })
  })

  test('is hidden under 30 days and "n/a" when nothing changes sign', () => {
    expect(internalRate([flow(0, '1000')], dollars('1100'), addCalendarDays(start, 29))).toEqual({
      kind: 'too-short',
      days: 29,
    })
    expect(internalRate([flow(0, '1000')], dollars('0'), addCalendarDays(start, 400))).toEqual({
      kind: 'not-available',
    })
    expect(internalRate([], dollars('5'), start)).toEqual({ kind: 'not-available' })
  })

  test('of several roots the one nearest to zero counts', () => {
    // -1000 + 2230 v - 1242 v^2 has the roots 8 % and 15 %.
    const flows = [flow(0, '1000'), flow(365, '-2230'), flow(730, '1242')]
    expect(internalRate(flows, 0n, addCalendarDays(start, 730))).toEqual({
      kind: 'rate',
      rate: expect.closeTo(0.08, 9),
    })
  })

  test('finds the rate of any growth, also near total loss', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.98, max: 20, noNaN: true }), fc.integer({ min: 60, max: 4000 }), (rate, days) => {
        const end = BigInt(Math.round(1e12 * (1 + rate) ** (days / 365)))
        fc.pre(end > 10n ** 6n && end < 10n ** 24n)
        const result = internalRate(
          [{ day: start, amountCents: (10n ** 12n) as Cents }],
          end,
          addCalendarDays(start, days),
        )
        expect(result.kind === 'rate' && Math.abs(result.rate - rate) <= 1e-4 * (1 + rate)).toBe(true)
      }),
    )
  })
})

describe('time-weighted return', () => {
  const closes = [close(march(3), '1100'), close(march(4), '1210')]

  test('chains unit values and ignores deposits', () => {
    const { valuations } = replayFund({ ...fund('1000'), closes, entries: [contribution('a', march(4), '5000')] })
    expect(timeWeightedReturn(valuations, march(2), march(3))).toEqual({
      total: expect.closeTo(0.1, 12),
      annualised: undefined,
      days: 1,
    })
    const twice = timeWeightedReturn(valuations, march(2), march(4))
    expect(twice?.total).toBeCloseTo((1.1 * 6210) / 6100 - 1, 9)
  })

  test('is annualised from one year on and "n/a" over a unit value of zero', () => {
    const records = { ...fund('1000'), closes: [close(marketDay('2028-03-01'), '1210')] }
    const { valuations } = replayFund(records)
    expect(timeWeightedReturn(valuations, march(2), marketDay('2028-03-01'))?.annualised).toBeCloseTo(0.1, 4)
    const sunk = replayFund({ ...fund('1000'), closes: [close(march(3), '0'), close(march(4), '1000')] })
    expect(timeWeightedReturn(sunk.valuations, march(2), march(4))).toBeUndefined()
  })
})

test('flows: funding, transfers and expenses are none of the fund, opening shares enter at their value', () => {
  const cost = expense(march(4), '12')
  const paid = contribution('a', march(4), '12')
  const replay = replayFund({
    ...fund('1000'),
    openingShares: [{ holderId: 'b', shareCents: dollars('300'), paidInCents: dollars('100') }],
    entries: [contribution('a', march(1), '200'), paid, retribution('b', march(5), '50')],
    expenses: [cost],
    matches: [match([], [paid, cost])],
    transfers: [transfer('unallocated', 'a', march(5), '40')],
    closes: [3, 4, 5].map((day) => close(march(day), '1000')),
  })
  const sum = (flows: readonly CashFlow[]) => flows.reduce((total, one) => total + one.amountCents, 0n)
  expect(sum(fundFlows(replay))).toBe(96_200n)
  expect(holderFlows(replay, 'b').map(({ amountCents }) => amountCents)).toEqual([30_000n, -5000n])
  expect(holderFlows(replay, 'a').map(({ amountCents }) => amountCents)).toEqual([20_000n, 1200n, 4000n])
})

describe('risk', () => {
  const days = sessionsBetween(marketDay('2026-03-03'), marketDay('2026-07-31'))
  const line = (values: readonly number[]) =>
    replayFund({ ...fund('1000'), closes: values.map((value, index) => close(days[index] ?? march(3), String(value))) })
      .valuations

  test('is "n/a" under 60 daily returns', () => {
    expect(riskFigures(line(Array.from({ length: 59 }, () => 1000)), 0.04)).toBeUndefined()
    expect(riskFigures(line(Array.from({ length: 60 }, () => 1000)), 0.04)).toMatchObject({
      observations: 60,
      maxDrawdown: 0,
      volatility: 0,
      sharpe: undefined,
    })
  })

  test('drawdown is the deepest fall from a peak, volatility and Sharpe follow their formulas', () => {
    const values = Array.from({ length: 60 }, (_, index) => (index === 20 ? 1200 : index === 40 ? 900 : 1000))
    const figures = riskFigures(line(values), 0.02)
    expect(figures).toMatchObject({
      maxDrawdown: expect.closeTo(-0.25, 12),
      drawdownFrom: days[20],
      drawdownTo: days[40],
      riskFreeRate: 0.02,
    })
    const returns = values.map((value, index) => value / (index === 0 ? 1000 : (values[index - 1] ?? 1)) - 1)
    const mean = returns.reduce((a, b) => a + b, 0) / 60
    const deviation = Math.sqrt(returns.reduce((a, b) => a + (b - mean) ** 2, 0) / 59)
    expect(figures?.volatility).toBeCloseTo(deviation * Math.sqrt(252), 12)
    expect(figures?.sharpe).toBeCloseTo((mean * 252 - 0.02) / (deviation * Math.sqrt(252)), 12)
  })

  test('a deposit cannot hide a loss', () => {
    const values = Array.from({ length: 61 }, (_, index) => (index < 30 ? 1000 : 500))
    const records = {
      ...fund('1000'),
      closes: values.map((value, index) => close(days[index] ?? march(3), String(value))),
    }
    const rich = replayFund({
      ...records,
      entries: [contribution('a', days[30] ?? march(3), '0.01'), contribution('a', days[35] ?? march(3), '50000')],
    })
    expect(riskFigures(rich.valuations, 0)?.maxDrawdown).toBeCloseTo(-0.5, 4)
  })
})

describe('benchmark', () => {
  const closes = [
    { day: start, close: 400 },
    { day: addCalendarDays(start, 200), close: 500 },
    { day: addCalendarDays(start, 365), close: 440 },
  ]

  test("puts the same flows in at that day's close, or the last before it", () => {
    expect(replayBenchmark([flow(0, '1000')], closes, addCalendarDays(start, 365))).toMatchObject({
      endValueCents: 110_000n,
      internalRate: { kind: 'rate', rate: expect.closeTo(0.1, 9) },
    })
    expect(
      replayBenchmark([flow(0, '1000'), flow(210, '-500')], closes, addCalendarDays(start, 365))?.endValueCents,
    ).toBe(66_000n)
    // Half a cent rounds to even: a dollar at 200 is 1.005 at 201.
    expect(
      replayBenchmark(
        [flow(0, '1')],
        [
          { day: start, close: 200 },
          { day: addCalendarDays(start, 1), close: 201 },
        ],
        addCalendarDays(start, 1),
      )?.endValueCents,
    ).toBe(100n)
    expect(replayBenchmark([flow(-1, '1000')], closes, start)).toBeUndefined()
  })

  test('is rebased to zero on the first day', () => {
    expect(rebasedLine(closes, start).map(([, percent]) => Math.round(percent * 100) / 100)).toEqual([0, 25, 10])
  })
})
