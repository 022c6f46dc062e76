// Income worked by hand: what is expected, yields, and a holder's part.
import { describe, expect, test } from 'vitest'
import { toMarketDay } from '../kind.ts'
import { fraction, fractionText } from '../money/fraction.ts'
import { estimateIncome, type IncomeSource, type PaidIncome } from './expected-income.ts'
import { incomeYield } from './income-yield.ts'
import { shareAmounts, wholeAmount } from './share-income.ts'

const day = toMarketDay
const paid = (on: string, cents: bigint, quantity: bigint, isSpecial = false): PaidIncome => ({
  day: day(on),
  amountCents: cents,
  quantity: fraction(quantity),
  isSpecial,
})
const source = (payments: readonly PaidIncome[], quantity: bigint, splits: IncomeSource['splits'] = []) => ({
  payments,
  splits,
  quantity: fraction(quantity),
  asOf: day('2026-03-03'),
})
const shown = (of: IncomeSource) => {
  const { expected, ...rest } = estimateIncome(of)
  return { expected: expected.map((one) => [one.day, fractionText(one.amount, 2), one.restsOn]), ...rest }
}
const quarters = [
  paid('2025-05-14', 2_400n, 100n),
  paid('2025-08-13', 2_400n, 100n),
  paid('2025-11-12', 2_600n, 100n),
  paid('2026-02-11', 2_600n, 100n),
]

describe('expected', () => {
  test('the payments of the last twelve months come again a year later, on the quantity held now', () => {
    expect(shown(source(quarters, 150n))).toEqual({
      expected: [
        ['2026-05-14', '3600.00', '2025-05-14'],
        ['2026-08-13', '3600.00', '2025-08-13'],
        ['2026-11-12', '3900.00', '2025-11-12'],
        ['2027-02-11', '3900.00', '2026-02-11'],
      ],
      reason: null,
      leftOut: [],
    })
  })

  test('a payment of a year ago and older ones do not count', () => {
    const old = [paid('2025-03-03', 9_900n, 100n), paid('2024-05-14', 9_900n, 100n)]
    expect(shown(source([...old, ...quarters], 150n))).toEqual(shown(source(quarters, 150n)))
    expect(shown(source([paid('2025-03-04', 9_900n, 100n), ...quarters], 100n)).expected).toContainEqual([
      '2026-03-04',
      '9900.00',
      '2025-03-04',
    ])
  })

  test('a day without a session becomes the next session', () => {
    const { expected } = estimateIncome(source([paid('2025-07-03', 100n, 1n), paid('2025-07-07', 100n, 1n)], 1n))
    // 3 July 2026 is the holiday of the 4th, a Saturday.
    expect(expected.map((one) => one.day)).toEqual(['2026-07-06', '2026-07-07'])
  })

  test('what is not held any more pays nothing', () => {
    expect(shown(source(quarters, 0n))).toEqual({ expected: [], reason: 'NOT_HELD', leftOut: [] })
  })

  test('fewer than two payments are no estimate, and parts of one day are one payment', () => {
    const one = [paid('2025-05-14', 2_000n, 100n), paid('2025-05-14', 400n, 100n)]
    expect(shown(source(one, 100n))).toEqual({ expected: [], reason: 'FEW_PAYMENTS', leftOut: [] })
    expect(shown(source([...one, paid('2025-11-12', 2_600n, 100n)], 100n)).expected).toEqual([
      ['2026-05-14', '2400.00', '2025-05-14'],
      ['2026-11-12', '2600.00', '2025-11-12'],
    ])
  })

  test('a split in between divides what was paid for a share, also one on the day of the payment', () => {
    const payments = [paid('2025-05-14', 2_400n, 100n), paid('2025-08-13', 2_600n, 100n)]
    const split = (on: string) => [{ day: day(on), factor: fraction(2n) }]
    const amounts = (on: string) => shown(source(payments, 300n, split(on))).expected.map(([, amount]) => amount)
    expect(amounts('2025-09-02')).toEqual(['3600.00', '3900.00'])
    expect(amounts('2025-08-13')).toEqual(['3600.00', '3900.00'])
    expect(amounts('2025-06-02')).toEqual(['3600.00', '7800.00'])
    expect(amounts('2025-05-01')).toEqual(['7200.00', '7800.00'])
  })

  test('special payments, and those on shares that were gone, are named and left out', () => {
    const more = [paid('2025-12-19', 50_000n, 100n, true), paid('2025-06-10', 700n, 0n)]
    expect(shown(source([...quarters, ...more], 100n))).toEqual({
      ...shown(source(quarters, 100n)),
      leftOut: ['2025-06-10', '2025-12-19'],
    })
    expect(shown(source([quarters[0]!, ...more], 100n)).reason).toBe('FEW_PAYMENTS')
  })

  test('a short position pays what a long one receives', () => {
    const short = quarters.map((one) => ({ ...one, amountCents: -one.amountCents, quantity: fraction(-100n) }))
    const amounts = (of: IncomeSource) => shown(of).expected.map(([, amount]) => amount)
    expect(amounts(source(short, -50n))).toEqual(['-1200.00', '-1200.00', '-1300.00', '-1300.00'])
    expect(amounts(source(short, 50n))).toEqual(['1200.00', '1200.00', '1300.00', '1300.00'])
    expect(amounts(source(quarters, -50n))).toEqual(amounts(source(short, -50n)))
  })
})

test('a yield adds up what each payment was of what paid it', () => {
  const percents = (payments: Parameters<typeof incomeYield>[0]) => {
    const found = incomeYield(payments)
    return found && fractionText(found, 4)
  }
  const first = { amountCents: 1_000n, baseCents: 100_000n }
  expect(percents([first, { amountCents: 500n, baseCents: 50_000n }])).toBe('0.0200')
  expect(percents([first, { amountCents: -150n, baseCents: 100_000n }])).toBe('0.0085')
  expect(percents([{ amountCents: -300n, baseCents: -50_000n }])).toBe('-0.0060')
  expect(percents([first, { amountCents: 500n, baseCents: null }])).toBeUndefined()
  expect(percents([first, { amountCents: 500n, baseCents: 0n }])).toBeUndefined()
  expect(percents([])).toBeUndefined()
})

test("a holder's parts add up to the rounded sum of them", () => {
  const third = wholeAmount / 3n
  const amounts = [500n, 500n, 500n].map((amountCents) => ({ amountCents, part: third }))
  expect(shareAmounts(amounts)).toEqual([167n, 167n, 166n])
  expect(shareAmounts(amounts.map((one) => ({ ...one, part: wholeAmount })))).toEqual([500n, 500n, 500n])
  expect(shareAmounts([{ amountCents: -100n, part: third }])).toEqual([-33n])
  expect(shareAmounts([])).toEqual([])
})
