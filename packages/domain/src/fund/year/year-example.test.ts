// The worked examples of docs/rules/fund-year.md.
import { describe, expect, test } from 'vitest'
import { marketDay } from '../../calendar/market-day.ts'
import { formatCents } from '../../money/cents.ts'
import type { FundRecords } from '../record.ts'
import { managementFee, chargeNext } from '../testing/fee-fixture.ts'
import { close, contribution, dollars, expense, fund, march, retribution, transfer } from '../testing/fund-fixture.ts'
import { yearFigures } from './fund-year.ts'
import { type AccountResult, type ResultKind, yearLines } from './year-line.ts'

const result = (day: string, kind: ResultKind, amount: string): AccountResult => ({
  day: marketDay(day),
  kind,
  amountCents: dollars(amount),
})

function yearOf(records: FundRecords, results: readonly AccountResult[] = [], year = 2026) {
  const figures = yearFigures(records, results, { year, today: marketDay('2027-12-31') })
  const textOf = (lines: (typeof figures)['lines']): Readonly<Record<string, string>> =>
    Object.fromEntries(yearLines.filter((line) => lines[line] !== 0n).map((line) => [line, formatCents(lines[line])]))
  const of = (holderId: string) => figures.holders.find((one) => one.holderId === holderId)!
  return {
    figures,
    fund: textOf(figures.lines),
    lines: (holderId: string) => textOf(of(holderId).lines),
    basis: (holderId: string) => {
      const { basis } = of(holderId)
      return { basis: formatCents(basis.basisCents), loss: formatCents(basis.lossCents) }
    },
    of,
  }
}

const share = (holderId: string, amount: string, paidIn = amount) => ({
  holderId,
  shareCents: dollars(amount),
  paidInCents: dollars(paidIn),
})

/** A has 10 units and B 20. */
const aAndB = (more: Partial<FundRecords> = {}): FundRecords => ({
  ...fund('300'),
  openingShares: [share('a', '100'), share('b', '200')],
  ...more,
})

describe('allocation', () => {
  test('a dividend of 100.00 over 10 and 20 units is 33.33 and 66.67', () => {
    const year = yearOf(aAndB({ closes: [close(march(3), '300'), close(march(4), '400')] }), [
      result('2026-03-04', 'dividends', '100'),
    ])
    expect(year.lines('a')).toEqual({ dividends: '33.33' })
    expect(year.lines('b')).toEqual({ dividends: '66.67' })
    expect(year.fund).toEqual({ dividends: '100.00' })
  })

  test('a holder who leaves at the close of the day still has their part of the day', () => {
    const records = aAndB({
      dealing: 'of-the-day',
      entries: [retribution('b', march(4), '266.67')],
      closes: [close(march(3), '300'), close(march(4), '400'), close(march(5), '430')],
    })
    const year = yearOf(records, [result('2026-03-04', 'dividends', '100'), result('2026-03-05', 'interest', '30')])
    expect(year.lines('b')).toEqual({ dividends: '66.67' })
    expect(year.lines('a')).toEqual({ dividends: '33.33', interest: '30.00' })
    expect(year.basis('b')).toEqual({ basis: '0.00', loss: '0.00' })
  })

  test('with dealing before the day a holder who left that morning has no part', () => {
    const records = aAndB({
      entries: [retribution('b', march(4), '200')],
      closes: [close(march(3), '300'), close(march(4), '330')],
    })
    const year = yearOf(records, [result('2026-03-04', 'dividends', '30')])
    expect(year.lines('a')).toEqual({ dividends: '30.00' })
    expect(year.lines('b')).toEqual({})
  })

  test('a result after the last close of a year belongs to the year of the next close', () => {
    const closes = [
      close(march(3), '300'),
      close(marketDay('2026-12-30'), '300'),
      close(marketDay('2027-01-04'), '390'),
    ]
    const results = [result('2026-12-31', 'dividends', '90')]
    expect(yearOf(aAndB({ closes }), results).fund).toEqual({})
    expect(yearOf(aAndB({ closes }), results, 2027).fund).toEqual({ dividends: '90.00' })
  })

  test('what lots and average cost count differently is the line of the cost method', () => {
    // 100 shares at 10.00 and 100 at 14.00; 100 are sold at 15.00: 500.00 by lots, 300.00 at average cost.
    const closes = [close(march(3), '300'), close(march(4), '1000', '600')]
    const year = yearOf(aAndB({ closes }), [result('2026-03-04', 'shortTerm', '500')])
    expect(year.fund).toEqual({ shortTerm: '500.00', costMethod: '-200.00' })
    expect(formatCents(year.figures.realCents)).toBe('300.00')
  })

  test('who joins buys open profit, so their lines differ from their own Real', () => {
    const closes = [close(march(3), '300'), close(march(4), '600', '300'), close(march(6), '600')]
    const records = aAndB({ closes, entries: [contribution('c', march(5), '600')] })
    const year = yearOf(records, [result('2026-03-06', 'shortTerm', '300')])
    expect(formatCents(year.of('c').totalCents)).toBe('150.00')
    expect(formatCents(year.of('c').realCents)).toBe('0.00')
    expect(formatCents(year.figures.realCents)).toBe('300.00')
  })

  test('fees are the cents that were paid, and add up to nothing', () => {
    const start = fund('100000', {
      openingShares: [share('a', '100000')],
      feePolicies: [managementFee(2, '2026-03-03')],
      closes: [close(march(3), '100000'), close(march(31), '100000'), close(marketDay('2026-04-01'), '100000')],
    })
    const year = yearOf(chargeNext(start))
    const feesPaid = year.lines('a')['feesPaid']
    expect(feesPaid).toMatch(/^-1\d\d\.\d\d$/)
    expect(year.lines('office')).toEqual({ feesReceived: feesPaid?.slice(1) })
  })
})

describe('basis', () => {
  test('paid in 1,000.00, allocated 200.00, a quarter taken out: 300.00 goes and 900.00 stays', () => {
    const records = fund('1000', {
      openingShares: [share('a', '1000')],
      entries: [retribution('a', march(5), '300')],
      closes: [close(march(3), '1000'), close(march(4), '1200'), close(march(5), '1200')],
    })
    const year = yearOf(records, [result('2026-03-04', 'longTerm', '200')])
    expect(formatCents(year.of('a').basis.takenOutCents)).toBe('300.00')
    expect(year.basis('a')).toEqual({ basis: '900.00', loss: '0.00' })
  })

  test('it stops at 0.00, and the loss beyond it is filled first by later gains', () => {
    // Paid in 100.00 for a share of 1,000.00 of an opening statement, so losses can exceed the basis.
    const records = fund('1000', {
      openingShares: [share('a', '1000', '100')],
      closes: [close(march(3), '700'), close(marketDay('2027-01-04'), '950')],
    })
    const results = [result('2026-03-03', 'shortTerm', '-300'), result('2027-01-04', 'shortTerm', '250')]
    expect(yearOf(records, results).basis('a')).toEqual({ basis: '0.00', loss: '200.00' })
    expect(yearOf(records, results, 2027).basis('a')).toEqual({ basis: '50.00', loss: '0.00' })
  })

  test('a gift takes its part of the basis along by units', () => {
    // A quarter of the units; the gain is still open and on no line.
    const year = yearOf(
      fund('1000', {
        openingShares: [share('a', '1000')],
        transfers: [transfer('a', 'b', march(5), '300')],
        closes: [close(march(3), '1000'), close(march(4), '1200', '1000')],
      }),
    )
    expect(year.basis('a')).toEqual({ basis: '750.00', loss: '0.00' })
    expect(year.basis('b')).toEqual({ basis: '250.00', loss: '0.00' })
  })

  test('an expense lowers the basis by the holder’s part', () => {
    const year = yearOf(
      aAndB({ closes: [close(march(3), '300'), close(march(4), '300')], expenses: [expense(march(4), '30')] }),
    )
    expect(year.lines('b')).toEqual({ expenses: '-20.00' })
    expect(year.basis('b')).toEqual({ basis: '180.00', loss: '0.00' })
  })
})
