// The money-weighted return at its edges (docs/rules/fund.md, "Performance figures").
import { describe, expect, test } from 'vitest'
import { addCalendarDays, marketDay } from '../calendar/market-day.ts'
import { internalRate, type CashFlow } from './internal-rate.ts'
import { dollars } from './testing/fund-fixture.ts'

const start = marketDay('2024-01-01')
const on = (days: number) => addCalendarDays(start, days)
const flow = (days: number, amount: string): CashFlow => ({ day: on(days), amountCents: dollars(amount) })
const rate = (value: number, digits = 10) => ({ kind: 'rate', rate: expect.closeTo(value, digits) })
const notAvailable = { kind: 'not-available' }

describe('the days', () => {
  test('count from the first flow, in whatever order the flows come', () => {
    const flows = [flow(365, '-1100'), flow(0, '1000')]
    expect(internalRate(flows, 0n, on(365))).toEqual(rate(0.1))
    expect(internalRate([flow(20, '5'), flow(0, '1000')], dollars('1005'), on(29))).toEqual({
      kind: 'too-short',
      days: 29,
    })
  })

  test('are at least 30', () => {
    expect(internalRate([flow(0, '1000')], dollars('1000'), on(30))).toEqual({ kind: 'rate', rate: 0 })
  })

  test('end with the as-of day: later flows are not seen', () => {
    const flows = [flow(0, '1000'), flow(365, '500'), flow(366, '9000')]
    expect(internalRate(flows, dollars('1600'), on(365))).toEqual(rate(0.1))
    expect(internalRate([flow(366, '1000')], dollars('1000'), on(365))).toEqual(notAvailable)
  })
})

describe('no rate', () => {
  test('is there when money only goes in, or only comes out', () => {
    expect(internalRate([flow(0, '1000')], 0n, on(400))).toEqual(notAvailable)
    expect(internalRate([flow(0, '-1000')], dollars('5'), on(400))).toEqual(notAvailable)
  })

  test('is there when everything nets to nothing on each day', () => {
    expect(internalRate([flow(0, '1000'), flow(0, '-1000')], 0n, on(400))).toEqual(notAvailable)
  })

  test('is there when the present value changes its sign nowhere, after one year and after twenty', () => {
    // -1,000 + 1,500 v - 1,000 v² is below zero for every v.
    for (const years of [1, 10]) {
      const flows = [flow(0, '1000'), flow(365 * years, '-1500'), flow(730 * years, '1000')]
      expect(internalRate(flows, 0n, on(730 * years))).toEqual(notAvailable)
    }
  })
})

describe('the rate', () => {
  test('is exactly zero when what comes out is what went in', () => {
    const flows = [flow(0, '1000'), flow(100, '-400')]
    expect(internalRate(flows, dollars('600'), on(400))).toEqual({ kind: 'rate', rate: 0 })
  })

  test('does not depend on a day that nets to nothing, nor on an end value of nothing', () => {
    const flows = [flow(0, '1000'), flow(100, '50'), flow(100, '-50')]
    expect(internalRate(flows, dollars('1100'), on(365))).toEqual(rate(0.1))
    expect(internalRate([flow(0, '1000'), flow(365, '-1100')], 0n, on(400))).toEqual(rate(0.1))
  })

  test('is right for a loss and for a gain of a hundred times', () => {
    expect(internalRate([flow(0, '1000')], dollars('250'), on(730))).toEqual(rate(-0.5))
    expect(internalRate([flow(0, '1000')], dollars('100000'), on(365))).toEqual(rate(99, 8))
    expect(internalRate([flow(0, '1000')], dollars('0.01'), on(365))).toEqual(rate(-0.99999, 12))
  })

  test('of two roots next to zero, one on each side, is the nearer one', () => {
    // (1 - 1.001 v) (1 - 0.9995 v) = 1 - 2.0005 v + 1.0004995 v²: the rates +0.1 % and -0.05 %.
    const loss = [flow(0, '10000000'), flow(365, '-20005000'), flow(730, '10004995')]
    expect(internalRate(loss, 0n, on(730))).toEqual(rate(-0.0005, 8))
    // (1 - 1.0005 v) (1 - 0.999 v) = 1 - 1.9995 v + 0.9994995 v²: the rates +0.05 % and -0.1 %.
    const gain = [flow(0, '10000000'), flow(365, '-19995000'), flow(730, '9994995')]
    expect(internalRate(gain, 0n, on(730))).toEqual(rate(0.0005, 8))
  })

  test('of two roots on the same side is the nearer one, also below zero', () => {
    // (1 - 0.9 v) (1 - 0.8 v) = 1 - 1.7 v + 0.72 v²: the rates -10 % and -20 %.
    const flows = [flow(0, '1000'), flow(365, '-1700'), flow(730, '720')]
    expect(internalRate(flows, 0n, on(730))).toEqual(rate(-0.1, 9))
  })
})
