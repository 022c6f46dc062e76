// Statements and histories: periods join without gaps, and the lines explain the balance to the cent.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays } from '../calendar/market-day.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { capitalStatement, openStatementPeriod, type StatementFigures } from './capital-statement.ts'
import type { MarketDay } from '../kind.ts'
import { holderFigures } from './holder-figure.ts'
import { holderHistory } from './holder-history.ts'
import type { FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import { chargeNext, day, performanceFee } from './testing/fee-fixture.ts'
import { close, contribution, dollars, expense, fund, march, retribution, transfer } from './testing/fund-fixture.ts'
import { feeSeeds, historySeeds, playHistory } from './testing/random-history.ts'
import { unitValueText } from './unit-value.ts'

const records = {
  ...fund('1000', { openProfit: '50' }),
  openingShares: [{ holderId: 'a', shareCents: dollars('400'), paidInCents: dollars('300') }],
  entries: [contribution('a', march(4), '110'), retribution('a', march(6), '55')],
  expenses: [expense(march(5), '11')],
  transfers: [transfer('unallocated', 'a', march(6), '10')],
  closes: [
    close(march(3), '1100', '1000'),
    close(march(4), '1100', '1040'),
    close(march(5), '1100', '1060'),
    close(march(6), '1133', '1100'),
  ],
}

const total = (span: StatementFigures['period']['fund'] | undefined) => span?.timeWeighted?.total

function explained(statement: StatementFigures): bigint {
  const lines = statement.lines.reduce((sum, line) => sum + line.amountCents, 0n)
  return (
    statement.opening.valueCents +
    lines +
    statement.realisedCents +
    statement.unrealisedChangeCents -
    statement.expensesCents
  )
}

describe('the capital account statement', () => {
  test('starts at 0.00 in the period of the opening, with the opening share as a line', () => {
    const statement = capitalStatement(openStatementPeriod(records, march(1), march(3)), 'a')
    expect(statement.opening).toMatchObject({ valueCents: 0n, units: 0n })
    expect(statement.lines).toMatchObject([{ cause: 'opening-share', amountCents: 40_000n, units: 4_000_000_000n }])
    expect(statement).toMatchObject({ realisedCents: 2000n, unrealisedChangeCents: 2000n, expensesCents: 0n })
    expect(statement.closing).toMatchObject({ valueCents: 44_000n, percentHundredths: 4000 })
    expect(unitValueText(statement.closing.rate)).toBe('11.0000000000')
  })

  test('names contributions, retributions, transfers and the share of expenses, and joins the period before', () => {
    const first = capitalStatement(openStatementPeriod(records, march(1), march(3)), 'a')
    const second = capitalStatement(openStatementPeriod(records, march(4), march(6)), 'a')
    expect(second.opening).toEqual(first.closing)
    expect(second.lines.map(({ cause, amountCents }) => [cause, amountCents])).toEqual([
      ['contribution', 11_000n],
      ['transfer', 1000n],
      ['retribution', -5500n],
    ])
    expect(second.expensesCents).toBe(500n)
    expect(explained(second)).toBe(second.closing.valueCents)
    expect(second.period.fund.timeWeighted?.total).toBeCloseTo(Number(unitValueText(second.closing.rate)) / 11 - 1, 9)
    expect(second.period.internalRate.kind).toBe('too-short')
  })

  test('over random histories: lines explain the balance, and closing is the next opening', () => {
    fc.assert(
      fc.property(fc.oneof(historySeeds(40), feeSeeds(40)), fc.nat(12), (seed, days) => {
        const history = playHistory(seed)
        const openingDay = history.records.opening.day
        const middle = addCalendarDays(openingDay, days)
        for (const holderId of ['a', 'b', 'unallocated']) {
          const first = capitalStatement(openStatementPeriod(history.records, openingDay, middle), holderId)
          const second = capitalStatement(
            openStatementPeriod(history.records, addCalendarDays(middle, 1), history.today),
            holderId,
          )
          expect(explained(first)).toBe(first.closing.valueCents)
          expect(explained(second)).toBe(second.closing.valueCents)
          expect(second.opening).toEqual(first.closing)
        }
      }),
      { numRuns: propertyRuns(120, 3_000), seed: propertySeed() },
    )
  })
})

describe("a holder's time-weighted return", () => {
  /** 10.00 a unit at the opening, then 12.00, and without entries 13.20, 6.60 and 7.26. */
  const moving = {
    ...fund('1000'),
    closes: [
      close(march(3), '1200', '1200', { movementIds: [] }),
      close(march(4), '1320', '1320', { movementIds: [] }),
      close(march(5), '660', '660', { movementIds: [] }),
      close(march(6), '726', '726', { movementIds: [] }),
    ],
  }
  const returns = (more: object, from: number, to: number) =>
    capitalStatement(openStatementPeriod({ ...moving, ...more }, march(from), march(to)), 'a')
  const unitValue = (more: object, day: number) =>
    Number(unitValueText(replayFund({ ...moving, ...more }, march(day)).rate))

  test("begins on the holder's own first day, while that of the fund begins with the opening", () => {
    const joined = { entries: [contribution('a', march(4), '120')] }
    const { period, sinceStart } = returns(joined, 1, 4)
    for (const { own, fund: whole } of [period, sinceStart]) {
      expect(own).toMatchObject({ from: march(4), to: march(4) })
      expect(total(own)).toBeCloseTo(unitValue(joined, 4) / 12 - 1, 9)
      expect(whole).toMatchObject({ from: march(2), to: march(4) })
      expect(total(whole)).toBeCloseTo(unitValue(joined, 4) / 10 - 1, 9)
    }
    const later = returns(joined, 5, 6)
    expect(later.period.own).toMatchObject({ from: march(5), to: march(6) })
    expect(total(later.period.own)).toBeCloseTo(unitValue(joined, 6) / unitValue(joined, 4) - 1, 9)
    expect(later.sinceStart.own).toMatchObject({ from: march(4), to: march(6) })
    expect(total(later.sinceStart.own)).toBeCloseTo(unitValue(joined, 6) / 12 - 1, 9)
  })

  test('is not stated for a period that begins with a unit value of zero', () => {
    const worthless = { ...moving, closes: [...moving.closes, close(march(9), '0', '0', { movementIds: [] })] }
    const { period } = capitalStatement(openStatementPeriod(worthless, march(10), march(10)), 'unallocated')
    expect(period.own).toMatchObject({ from: march(10), timeWeighted: undefined })
  })

  test('ends on the day the holder left, and leaves out the times without units', () => {
    // 1,200.00 buy half of the fund's 200 units; the 100 units are worth 1,260.00 at the next close.
    const left = [contribution('a', march(4), '1200'), retribution('a', march(5), '1260')]
    const gone = returns({ entries: left }, 1, 6)
    expect(gone.closing.units).toBe(0n)
    expect(gone.period.own).toMatchObject({ from: march(4), to: march(5) })
    expect(total(gone.period.own)).toBeCloseTo(0.05, 12)
    // Back for the last day only, so the fall of the fund while they were away is not theirs.
    const entries = [...left, contribution('a', march(6), '66')]
    const back = returns({ entries }, 1, 6)
    expect(back.period.own).toMatchObject({ from: march(4), to: march(6) })
    const lastDay = unitValue({ entries }, 6) / unitValue({ entries }, 5)
    expect(lastDay).toBeGreaterThan(1)
    expect(total(back.period.own)).toBeCloseTo(1.05 * lastDay - 1, 9)
  })

  test('is missing without units, and "n/a" across a unit value of zero or less', () => {
    expect(returns({}, 1, 6).period.own).toBeUndefined()
    const sunk = {
      entries: [contribution('a', march(4), '120')],
      closes: [...moving.closes.slice(0, 2), close(march(5), '-500', '-500', { movementIds: [] }), moving.closes[3]!],
    }
    expect(returns(sunk, 1, 6).period.own).toEqual({ from: march(4), to: march(6), timeWeighted: undefined })
  })
})

describe('a statement with fees', () => {
  /** A and B pay in 1,000.00 at 10.00; 20 % of the gain are charged at 12.00, at the end of March. */
  const charged = (until: 'end of March' | 'April' = 'April') => {
    const books = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(31), '400')],
      feePolicies: [performanceFee(20, '2026-03-03', { ownRates: [{ holderId: 'b', rateMillionths: 0n }] })],
    }
    if (until === 'end of March') return books
    return { ...chargeNext(books), closes: [...books.closes, close(day('2026-04-01'), '600')] }
  }
  const of = (records: FundRecords, holderId: string, from: MarketDay, to: MarketDay) =>
    capitalStatement(openStatementPeriod(records, from, to), holderId)

  test('states what has accrued at its end and is not charged, which is the charge of that close', () => {
    for (const records of [charged('end of March'), charged()]) {
      const { accruedFees, closing, lines } = of(records, 'a', march(1), march(31))
      expect(closing.valueCents).toBe(120_000n)
      expect(accruedFees).toEqual({
        valueCents: 120_000n,
        managementCents: 0n,
        performanceCents: 4000n,
        netCents: 116_000n,
      })
      expect(lines.map(({ cause }) => cause)).toEqual(['contribution'])
    }
    expect(of(charged(), 'b', march(1), march(31)).accruedFees).toMatchObject({ netCents: 120_000n })
    expect(of({ ...charged(), feePolicies: [] }, 'a', march(1), march(31)).accruedFees).toBeUndefined()
  })

  test('has the charge as a line, and returns that are net of it', () => {
    const april = (holderId: string) => of(charged(), holderId, day('2026-04-01'), day('2026-04-01'))
    const paid = april('a')
    expect(paid.lines.map(({ cause, amountCents, units }) => [cause, amountCents, units])).toEqual([
      ['performance-fee', -4000n, -333_333_333n],
    ])
    expect(explained(paid)).toBe(paid.closing.valueCents)
    // The unit value rises from 12.00 to 13.00; of A's 100 units 96.66666667 are left.
    expect(total(paid.period.fund)).toBeCloseTo(13 / 12 - 1, 12)
    expect(total(paid.period.own)).toBeCloseTo((0.9666666667 * 13) / 12 - 1, 12)
    expect(total(april('b').period.own)).toBeCloseTo(13 / 12 - 1, 12)
    expect(total(paid.sinceStart.own)).toBeCloseTo((0.9666666667 * 13) / 10 - 1, 12)
    // 1,000.00 have become 1,256.67, whatever way they took.
    expect(paid.closing.valueCents).toBe(125_667n)
  })
})

describe("a holder's history", () => {
  test("has a point per close from his first day on, and ends with the table's figures", () => {
    const replay = replayFund(records)
    const points = holderHistory(replay, 'a')
    expect(
      points
        .map(({ day, totalCents, realCents, floatingCents }) => [day, totalCents, realCents, floatingCents])
        .slice(0, 2),
    ).toEqual([
      [march(2), 10_000n, 10_000n, 0n],
      [march(3), 14_000n, 12_000n, 2000n],
    ])
    const row = holderFigures(replay).find(({ holderId }) => holderId === 'a')
    expect(points.at(-1)).toMatchObject({
      day: march(6),
      valueCents: row?.valueCents,
      realCents: row?.realCents,
      floatingCents: row?.floatingCents,
    })
    expect(holderHistory(replay, 'nobody')).toEqual([])
  })

  test('shows a dealing after the last close on its own day', () => {
    const later = replayFund({ ...records, entries: [...records.entries, contribution('a', march(9), '5')] })
    expect(
      holderHistory(later, 'a')
        .slice(-2)
        .map(({ day }) => day),
    ).toEqual([march(6), march(9)])
  })
})
