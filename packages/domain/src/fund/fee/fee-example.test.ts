// The worked examples of docs/rules/fund-fees.md, each under the sentence it illustrates.
import { describe, expect, test } from 'vitest'
import { sessionsBetween } from '../../calendar/session.ts'
import { fractionText } from '../../money/fraction.ts'
import { formatUnits } from '../../money/unit-step.ts'
import type { FeePolicy, FundRecords, Transfer } from '../record.ts'
import { unitValueText } from '../unit-value.ts'
import { netValues } from './accrued-fee.ts'
import type { MarketDay } from '../../kind.ts'
import { replayFund } from '../replay-fund.ts'
import {
  change,
  chargeNext,
  day,
  hurdleOf,
  linesOf,
  lotsOf,
  managementFee,
  nextCharge,
  performanceFee,
} from '../testing/fee-fixture.ts'
import { close, contribution, fund, march, retribution, rowOf, transfer } from '../testing/fund-fixture.ts'

/** A pays in 100,000.00 on 3 March; the office is a receiver without units of its own. */
const hundredThousand = (more: Partial<FundRecords> = {}): FundRecords => ({
  ...fund('0'),
  entries: [contribution('a', march(3), '100000')],
  closes: [close(day('2026-06-30'), '0')],
  ...more,
})

/** Lot A: 100 units at 10.00. Lot B: 100 units at 14.00, bought when the fund had risen. Then it is worth 12.00 a unit. */
const twoLots = (percent: number, more: Partial<FeePolicy> = {}): FundRecords => ({
  ...fund('0'),
  entries: [contribution('a', march(3), '1000'), contribution('a', march(17), '1400')],
  closes: [close(march(16), '400'), close(march(31), '0')],
  feePolicies: [performanceFee(percent, '2026-03-03', more)],
})

describe('a management fee', () => {
  test('of 2 % a year on 100,000 held for 31 days at an unchanged value is 169.86', () => {
    const records = hundredThousand({ feePolicies: [managementFee(2, '2026-07-01')] })
    const charge = nextCharge({ ...records, closes: [...records.closes, close(day('2026-07-31'), '0')] })
    expect(linesOf(charge)).toEqual(['a management 169.86'])
  })

  test('that half of 100,000 pays in mid-period is 41.09, and the period end charges 82.20, not 123.29', () => {
    const policy = managementFee(2, '2026-06-01')
    const april = hundredThousand({ closes: [close(day('2026-05-29'), '0')], feePolicies: [policy] })
    // 15 days have passed on the 16th. What is paid out and its fee are half of the value together.
    const mid = { ...april, closes: [...april.closes, close(day('2026-06-15'), '0')] }
    const left = change(
      mid,
      { kind: 'add-entry', entry: retribution('a', day('2026-06-16'), '49958.91'), reason: '' },
      day('2026-06-16'),
    )
    const fee = replayFund(left).dealings.find(({ cause, holderId }) => cause === 'management-fee' && holderId === 'a')
    expect(fee?.feeCents).toBe(-4109n)
    expect(rowOf(replayFund(left), 'a')['value']).toBe('50000.00')
    const end = { ...left, closes: [...left.closes, close(day('2026-06-30'), '0')] }
    expect(linesOf(nextCharge(end))).toEqual(['a management 82.20'])
    const whole = { ...mid, closes: end.closes }
    expect(linesOf(nextCharge(whole))).toEqual(['a management 164.38'])
  })

  test('of 10 % a year while the value falls from 100,000 to 5,000 is never more than the value', () => {
    const before = hundredThousand({ closes: [close(day('2026-12-30'), '0')] })
    const records = { ...before, feePolicies: [managementFee(10, '2026-06-01', { period: 'year' })] }
    const fallen = { ...records, closes: [...records.closes, close(day('2026-12-31'), '-95000')] }
    const charge = nextCharge(fallen)
    expect(linesOf(charge)).toEqual(['a management 5000.00'])
    expect(charge.lines[0]?.exactAtto).toBeGreaterThan(580_000n * 10n ** 18n)
    const replay = replayFund(chargeNext(fallen))
    expect(replay.holdings.has('a')).toBe(false)
    expect(rowOf(replay, 'office')['value']).toBe('5000.00')
    // The rest lapses: nothing of it is left for the next year.
    const paidIn = { ...chargeNext(fallen), entries: [...fallen.entries, contribution('a', day('2027-01-04'), '1000')] }
    const next = { ...paidIn, closes: [...fallen.closes, close(day('2027-12-31'), '-95000')] }
    expect(linesOf(nextCharge(next))).toEqual(['a management 99.18'])
  })
})

describe('a performance fee', () => {
  test('of 20 % on lot A at 10.00 and lot B at 14.00, worth 12.00, is 40.00, and all of it comes from A', () => {
    const records = twoLots(20)
    expect(linesOf(nextCharge(records))).toEqual(['a performance 40.00'])
    const replay = replayFund(chargeNext(records))
    expect(lotsOf(replay, 'a')).toEqual(['96.66666667 at 12.00', '100.00000000 at 14.00'])
    expect(formatUnits(replay.holdings.get('office')!)).toBe('3.33333333')
  })

  test('is charged again above the mark only: from 11.00 to 13.00 A pays 20 % of 96.66666667 x 1.00 = 19.33', () => {
    const charged = chargeNext(twoLots(20))
    const fallen = { ...charged, closes: [...charged.closes, close(day('2026-04-30'), '-200')] }
    expect(linesOf(nextCharge(fallen))).toEqual(['a performance 0.00'])
    const risen = { ...chargeNext(fallen), closes: [...fallen.closes, close(day('2026-05-29'), '200')] }
    expect(linesOf(nextCharge(risen))).toEqual(['a performance 19.33'])
    expect(lotsOf(replayFund(chargeNext(risen)), 'a')).toEqual(['95.17974359 at 13.00', '100.00000000 at 14.00'])
  })

  test('with a hurdle of 5 %: a lot at 10.00 since 365 days, worth 12.00, has gained 1.50 a unit', () => {
    const records: FundRecords = {
      ...fund('0', { dealing: 'of-the-day' }),
      entries: [contribution('a', march(31), '1000')],
      closes: [close(march(31), '0'), close(day('2027-03-31'), '200')],
      feePolicies: [performanceFee(20, '2026-03-03', { ...hurdleOf(5), period: 'year' })],
    }
    // The fee ends after that day, which ends the period; the first year ends on the day of the payment.
    const last = performanceFee(0, '2027-04-01', { period: 'year' })
    const charged = chargeNext({ ...records, feePolicies: [...records.feePolicies, last] })
    const charge = nextCharge(charged)
    expect(linesOf(charge)).toEqual(['a performance 30.00'])
    expect(charge.lines[0]?.lots.map(({ gain }) => fractionText(gain, 2))).toEqual(['15000.00'])
    expect(charge.lines[0]?.lots.map((lot) => unitValueText(lot.hurdleMark, 2))).toEqual(['10.50'])
  })

  test('follows units that are given away and back: mark 14.00, worth 12.00, mark still 14.00', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(17), '1400')],
      closes: [close(march(16), '400'), close(march(18), '0'), close(march(19), '0')],
      feePolicies: [performanceFee(20, '2026-03-03')],
    }
    const given = give(records, transfer('b', 'c', march(19), '600'), march(19))
    expect(lotsOf(replayFund(given), 'c')).toEqual(['50.00000000 at 14.00'])
    const back = give(given, transfer('c', 'b', march(20), '600'), march(20))
    expect(lotsOf(replayFund(back), 'b')).toEqual(['100.00000000 at 14.00'])
    expect(replayFund(back).dealings.some(({ cause }) => cause === 'performance-fee')).toBe(false)
  })
})

const give = (records: FundRecords, wanted: Transfer, today: MarketDay) =>
  change(records, { kind: 'add-transfer', transfer: wanted }, today)

describe('nothing reaches back', () => {
  test('a policy first recorded after two years charges nothing for them', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [close(day('2028-03-02'), '1000')],
    }
    const today = day('2028-03-02')
    const later = [managementFee(2, '2028-03-03'), performanceFee(20, '2028-03-03')].reduce(
      (all, policy) => change(all, { kind: 'set-fee-policy', policy }, today),
      records,
    )
    expect(netValues(replayFund(later), today).get('a')).toMatchObject({ managementCents: 0n, performanceCents: 0n })
    const ended = { ...later, closes: [...later.closes, close(day('2028-03-31'), '1000')] }
    // 29 days at 2 % of 2,000.00, and no gain since the policy began.
    expect(linesOf(nextCharge(ended))).toEqual(['a management 3.18', 'a performance 0.00'])
    expect(lotsOf(replayFund(ended), 'a')).toEqual(['100.00000000 at 20.00'])
  })

  test('20 % raised to 50 % on the last day of a period: that period still pays 20 %', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [close(march(31), '1000')],
      feePolicies: [performanceFee(20, '2026-03-03')],
    }
    const policy = performanceFee(50, '2026-04-01')
    const raised = change(records, { kind: 'set-fee-policy', policy }, march(31))
    expect(linesOf(nextCharge(raised))).toEqual(['a performance 200.00'])
    const april = { ...chargeNext(raised), closes: [...records.closes, close(day('2026-04-30'), '2000')] }
    // 90 units at 20.00 are worth 30.00.
    expect(linesOf(nextCharge(april))).toEqual(['a performance 450.00'])
  })

  test('raised in mid-period, the last close before ends the period for those concerned', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(13), '2000'), close(march(31), '4000')],
      feePolicies: [performanceFee(20, '2026-03-03')],
    }
    const own = performanceFee(20, '2026-03-17', { ownRates: [{ holderId: 'b', rateMillionths: 500_000n }] })
    const policies = [...records.feePolicies, own]
    const boundary = nextCharge({ ...records, feePolicies: policies })
    expect(boundary.draft.endDay).toBe(march(13))
    expect(linesOf(boundary)).toEqual(['b performance 200.00'])
    // A pays 20 % of 20.00 a unit at the end of March; B 50 % of the 10.00 since the 13th, on 90 units.
    const end = nextCharge(chargeNext({ ...records, feePolicies: policies }))
    expect(linesOf(end)).toEqual(['a performance 400.00', 'b performance 450.00'])
  })

  test('a gain whose fee rounded to 0.00 owes it by the rate before: 1 % of 0.40 is 0.004, and not 50 %', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [close(march(31), '0.40'), close(day('2026-04-30'), '0.40'), close(day('2026-05-29'), '0.41')],
      feePolicies: [performanceFee(1, '2026-03-03'), performanceFee(50, '2026-04-01')],
    }
    expect(linesOf(nextCharge(records))).toEqual(['a performance 0.00'])
    const april = chargeNext(records)
    expect(linesOf(nextCharge(april))).toEqual(['a performance 0.00'])
    expect(lotsOf(replayFund(april), 'a')).toEqual(['100.00000000 at 10.00'])
    // With 50 % of 0.01 that is 0.009.
    const may = nextCharge(chargeNext(april))
    expect(linesOf(may)).toEqual(['a performance 0.01'])
    expect(may.lines[0]?.exactAtto).toBe(9n * 10n ** 17n)
    // Of an unchanged rate the small gain stays in the lot, and is charged with the later one.
    const unchanged = { ...records, feePolicies: [performanceFee(1, '2026-03-03')] }
    expect(linesOf(nextCharge(chargeNext(chargeNext(unchanged))))).toEqual(['a performance 0.00'])
  })

  test('what a hurdle let go free stays free when the hurdle ends, and a new hurdle does not count the days before', () => {
    const withHurdles = (before: number, after: number): FundRecords => ({
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [close(march(31), '20'), close(day('2026-04-30'), '50')],
      feePolicies: [
        performanceFee(20, '2026-03-03', hurdleOf(before)),
        performanceFee(20, '2026-04-01', hurdleOf(after)),
      ],
    })
    // 50 % a year let 38.36 go free in 28 days. Then the unit value rises from 10.20 to 10.50.
    const ended = withHurdles(50, 0)
    expect(linesOf(nextCharge(ended))).toEqual(['a performance 0.00'])
    expect(linesOf(nextCharge(chargeNext(ended)))).toEqual(['a performance 6.00'])
    const begun = chargeNext(withHurdles(0, 12.1667))
    expect(lotsOf(replayFund(begun), 'a')).toEqual(['99.60784314 at 10.20'])
    // 30 days of 12.1667 % are 1 %: 10.302 is the mark, on the 99.60784314 units that 4.00 have left.
    expect(linesOf(nextCharge(begun))).toEqual(['a performance 3.94'])
  })
})

describe('remainders', () => {
  test('sixty exits that would each pay less than half a cent pay 0.29 together, not 0.00', () => {
    // A unit has gained 2.00 of its 12.00, so 0.29 paid out carries 10 % of 0.0491...: 0.0049...
    const days = sessionsBetween(march(17), day('2026-06-30')).slice(0, 60)
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [march(16), ...days].map((one) => close(one, '200')),
      feePolicies: [performanceFee(10, '2026-03-03', { period: 'year' })],
    }
    const exits = days.map((one) => retribution('a', one, '0.29'))
    const { dealings } = replayFund({ ...records, entries: [...records.entries, ...exits] })
    const paid = dealings.filter(({ cause, units }) => cause === 'performance-fee' && units < 0n)
    expect(paid.reduce((sum, { feeCents }) => sum - feeCents, 0n)).toBe(29n)
    expect(paid.length).toBe(29)
  })
})
