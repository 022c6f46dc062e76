// What a change of the past does to fees that are charged already: the charge stays as it was made, and the difference
// in the management fee enters the next one, named (docs/rules/fund-fees.md, "Nothing by itself").
import { describe, expect, test } from 'vitest'
import { toCents } from '../../kind.ts'
import { formatCents } from '../../money/cents.ts'
import type { FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { managementDays } from './fee-days.ts'
import { change, chargeNext, day, linesOf, managementFee, nextCharge, performanceFee } from '../testing/fee-fixture.ts'
import { close, contribution, fund, march, rowOf } from '../testing/fund-fixture.ts'

/** A has 100,000.00; April is charged: 30 days at 2 % are 164.38. */
const aprilCharged = (): FundRecords =>
  chargeNext({
    ...fund('0'),
    entries: [contribution('a', march(3), '100000')],
    closes: [close(march(31), '0'), close(day('2026-04-30'), '0')],
    feePolicies: [managementFee(2, '2026-04-01')],
  })
const throughMay = (records: FundRecords): FundRecords => ({
  ...records,
  closes: [...records.closes, close(day('2026-05-29'), '0')],
})
const dollarsOf = (atto: bigint): string => (Number(atto / 10n ** 12n) / 1e8).toFixed(4)
/** The management fee of May as it is charged: the exact fee, and what of it came over from April. */
function mayOf(records: FundRecords): Record<string, string> {
  const charge = nextCharge(throughMay(records))
  const [line] = charge.lines
  return {
    line: linesOf(charge)[0] ?? '',
    exact: dollarsOf(line?.exactAtto ?? 0n),
    carried: dollarsOf(line?.carriedAtto ?? 0n),
  }
}

test('without a change nothing comes over', () => {
  // 29 days to the last close of May, on 99,835.62: x 2 % x 29 / 365.
  expect(mayOf(aprilCharged())).toEqual({ line: 'a management 158.64', exact: '158.6429', carried: '0.0000' })
})

test('a payment that is recorded late for 1 April adds its fee of April to the charge of May, named', () => {
  const before = aprilCharged()
  const late = contribution('a', day('2026-04-01'), '36500')
  const after = change(before, { kind: 'add-entry', entry: late, reason: 'Found in June' }, day('2026-06-02'))
  expect(after.feeCharges).toEqual(before.feeCharges)
  // 36,500.00 x 2 % a year are 2.00 a day: 60.00 for April, and 58.00 for the 29 days of May.
  expect(mayOf(after)).toEqual({ line: 'a management 276.64', exact: '276.6429', carried: '60.0000' })
})

test('the days under a charge are more than was charged by what the next charge carries over', () => {
  const before = aprilCharged()
  const aprilEnd = day('2026-04-30')
  const charged = before.feeCharges[0]!.lines[0]!.settledAtto
  expect(dollarsOf(managementDays(replayFund(before), aprilEnd, 'a').sumAtto - charged)).toBe('0.0000')
  const late = contribution('a', day('2026-04-01'), '36500')
  const after = change(before, { kind: 'add-entry', entry: late, reason: 'Found in June' }, day('2026-06-02'))
  const { sumAtto } = managementDays(replayFund(after), aprilEnd, 'a')
  expect(dollarsOf(sumAtto - charged)).toBe(mayOf(after)['carried'])
})

test('a close of April that the broker corrects changes the charge of May by its difference', () => {
  const before = aprilCharged()
  // The last close of March counts from the 31st to the 29th of April.
  const after = { ...before, closes: [close(march(31), '-50000'), close(day('2026-04-30'), '0')] }
  expect(replayFund(after).current.charges).toEqual(replayFund(before).current.charges)
  // 29 of April's 30 days at half the value: 50,000.00 x 2 % x 29 / 365 less.
  expect(mayOf(after)).toMatchObject({ carried: '-79.4521' })
})

describe('a contribution that turns out never to have come, after its gain was charged', () => {
  /** B manages and has 10,000.00; A has 100,000.00 and receives the performance fee of a gain of 20,000.00 in April. */
  const charged = (ownCents: bigint): FundRecords => {
    const neverCame = contribution('b', march(3), '10000')
    const own = { ...contribution('b', march(3), '1'), amountCents: toCents(ownCents) }
    const records = chargeNext({
      ...fund('0'),
      entries: [contribution('a', march(3), '100000'), neverCame, ...(ownCents === 0n ? [] : [own])],
      closes: [close(march(31), '0'), close(day('2026-04-30'), '20000')],
      feePolicies: [
        managementFee(2, '2026-04-01', { receiverId: 'b' }),
        performanceFee(20, '2026-04-01', { receiverId: 'a' }),
      ],
    })
    return change(records, { kind: 'reverse', recordId: neverCame.id }, day('2026-05-03'))
  }
  const feesOf = (records: FundRecords): string[] =>
    replayFund(records)
      .dealings.filter(({ cause }) => cause.endsWith('fee'))
      .map(({ holderId, cause, feeCents }) => `${holderId} ${cause} ${formatCents(feeCents)}`)

  test('pays nothing of it with the management fee that the same charge brings', () => {
    const records = charged(0n)
    expect(linesOf(records.feeCharges[0]!)).toEqual(['a management 165.38', 'b performance 363.64'])
    expect(feesOf(records)).toEqual(['a management-fee -165.38', 'b management-fee 165.38'])
    expect(rowOf(replayFund(records), 'b')).toMatchObject({ value: '165.38', profit: '165.38' })
  })

  test('pays what the holder still has, and no more is said to be paid', () => {
    const records = charged(5_000n)
    // 50.00 have grown to 60.00, by the gain of what never came as well.
    expect(feesOf(records)).toEqual([
      'a management-fee -165.38',
      'b performance-fee -60.00',
      'b management-fee 165.38',
      'a performance-fee 60.00',
    ])
    expect(rowOf(replayFund(records), 'b')).toMatchObject({ value: '165.38', profit: '115.38' })
  })
})
