// What a change of the past does to fees that are charged already: the charge stays as it was made, and the difference
// in the management fee enters the next one, named (docs/rules/fund-fees.md, "Nothing by itself").
import { expect, test } from 'vitest'
import type { FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { managementDays } from './fee-days.ts'
import { change, chargeNext, day, linesOf, managementFee, nextCharge } from '../testing/fee-fixture.ts'
import { close, contribution, fund, march } from '../testing/fund-fixture.ts'

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
