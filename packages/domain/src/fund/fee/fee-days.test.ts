// The days behind a management fee add up to the fee: what came over, the days, less what leaving has paid.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents } from '../../money/cents.ts'
import { fractionText } from '../../money/fraction.ts'
import { formatUnits } from '../../money/unit-step.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import type { FundRecords } from '../record.ts'
import { type FundReplay, replayFund } from '../replay-fund.ts'
import { change, chargeNext, day, linesOf, managementFee, nextCharge } from '../testing/fee-fixture.ts'
import { close, contribution, fund, march, retribution } from '../testing/fund-fixture.ts'
import { feeSeeds, type HistorySeed, playHistory } from '../testing/random-history.ts'
import { unitValueText } from '../unit-value.ts'
import { netValueOf } from './accrued-fee.ts'
import { calculateCharge } from './calculate-charge.ts'
import { type CalculatedCharge, type CalculatedLine, chargeOf } from './charge-draft.ts'
import { feeOfGains } from './fee-account.ts'
import { type FeeDays, managementDays } from './fee-days.ts'
import { gainScale } from './lot.ts'
import { type FeeEnd, openFeeEnds } from './period-end.ts'

const textOf = ({ from, to, days, units, rate, atto }: FeeDays): string =>
  `${from} to ${to}: ${days} x ${formatUnits(units)} at ${unitValueText(rate, 2)} = ` +
  fractionText({ numerator: atto, denominator: 10n ** 20n }, 4)

test('they are one span for each change of units or unit value, from the day after the last charge on', () => {
  const march31: FundRecords = {
    ...fund('0'),
    entries: [contribution('a', march(3), '100000')],
    closes: [close(march(31), '0')],
    feePolicies: [managementFee(2, '2026-03-05')],
  }
  // 100,000.00 x 2 % x 27 / 365.
  expect(managementDays(replayFund(march31), march(31), 'a').spans.map(textOf)).toEqual([
    '2026-03-05 to 2026-03-31: 27 x 10000.00000000 at 10.00 = 147.9452',
  ])
  const risen = { ...chargeNext(march31), closes: [...march31.closes, close(day('2026-04-15'), '10000')] }
  const left = change(
    risen,
    { kind: 'add-entry', entry: retribution('a', day('2026-04-16'), '10992.19'), reason: '' },
    day('2026-04-16'),
  )
  const april = { ...left, closes: [...left.closes, close(day('2026-04-30'), '10000')] }
  const { spans, paidCents } = managementDays(replayFund(april), day('2026-04-30'), 'a')
  expect(spans.map(textOf)).toEqual([
    '2026-04-01 to 2026-04-14: 14 x 9985.20500000 at 10.00 = 76.5988',
    '2026-04-15 to 2026-04-15: 1 x 9985.20500000 at 11.00 = 6.0185',
    '2026-04-16 to 2026-04-30: 15 x 8985.16318182 at 11.00 = 81.2357',
  ])
  expect(formatCents(paidCents)).toBe('8.27')
  expect(linesOf(nextCharge(april))).toEqual(['a management 155.58'])
})

const carriedText = (atto: bigint): string => fractionText({ numerator: atto, denominator: 10n ** 20n }, 4)

/** The next management fee of a holder as its derivation shows it. */
function derived(records: FundRecords, holderId: string) {
  const { draft, lines } = nextCharge(records)
  const line = lines.find((one) => one.holderId === holderId && one.kind === 'management')
  if (!line) throw new Error(`${holderId} has no management fee`)
  const { spans, paidCents } = managementDays(replayFund(records), draft.endDay, holderId)
  return {
    carried: carriedText(line.carriedAtto),
    days: spans.map(textOf),
    paid: formatCents(paidCents),
    fee: formatCents(line.amountCents),
  }
}

describe('after a correction of the past or a change of roles, they are the days that the fee counts', () => {
  const aprilEnd = day('2026-04-30')
  const mayEnd = day('2026-05-29')
  const aprilCharged = chargeNext({
    ...fund('0'),
    entries: [contribution('a', march(3), '100000')],
    closes: [close(march(31), '0'), close(aprilEnd, '0')],
    feePolicies: [managementFee(2, '2026-04-01')],
  })

  test('a charge that waits for a unit value above zero brings what has accrued by then over, and its days are no more', () => {
    const corrected = {
      ...aprilCharged,
      closes: [close(march(31), '0'), close(aprilEnd, '-200000'), close(mayEnd, '0'), close(day('2026-06-30'), '0')],
    }
    // 29 days of April and 29 May, when the charge of 164.38 is dealt: 158.9041 + 5.4795 - 164.3836.
    expect(derived(corrected, 'a')).toEqual({ carried: '0.0000', days: [], paid: '0.00', fee: '0.00' })
    const june = { ...corrected, feeCharges: [...corrected.feeCharges, chargeOf(nextCharge(corrected))] }
    // June begins with 30 May: 32 days on 99,835.62.
    expect(derived(june, 'a')).toEqual({
      carried: '0.0000',
      days: ['2026-05-30 to 2026-06-30: 32 x 9983.56200000 at 10.00 = 175.0542'],
      paid: '0.00',
      fee: '175.05',
    })
  })

  test('a payment that waits for a unit value above zero counts from the day after it is dealt', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '36500'), contribution('b', march(17), '36500')],
      closes: [close(march(16), '-50000'), close(march(20), '0'), close(march(31), '0')],
      feePolicies: [managementFee(2, '2026-03-04')],
    }
    expect(derived(records, 'b')).toEqual({
      carried: '0.0000',
      days: ['2026-03-21 to 2026-03-31: 11 x 3650.00000000 at 10.00 = 22.0000'],
      paid: '0.00',
      fee: '22.00',
    })
  })

  test('a member who has received the fee in between begins with the day on which they did', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '36500')],
      closes: [close(march(10), '0'), close(march(20), '0'), close(march(31), '0')],
      feePolicies: [
        managementFee(2, '2026-03-04'),
        managementFee(2, '2026-03-11', { receiverId: 'a' }),
        managementFee(2, '2026-03-21'),
      ],
    }
    const { draft, lines } = lastCharge(records)
    const { spans, paidCents } = managementDays(replayFund(records), draft.endDay, 'a')
    expect(spans.map(textOf)).toEqual(['2026-03-21 to 2026-03-31: 11 x 3650.00000000 at 10.00 = 22.0000'])
    expect(formatCents(paidCents)).toBe('0.00')
    expect(linesOf({ lines })).toEqual(['a management 22.00'])
  })

  test('a member who has taken everything and comes back begins with the day on which they do', () => {
    const before: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '36500'), contribution('b', march(3), '36500')],
      closes: [close(march(16), '0')],
      feePolicies: [managementFee(2, '2026-03-04')],
    }
    // 13 days from 4 March at 2.00.
    const all = retribution('a', march(17), '36474')
    const left = change(before, { kind: 'add-entry', entry: all, reason: '' }, march(17))
    const records = {
      ...left,
      entries: [...left.entries, contribution('a', march(20), '18250')],
      closes: [...left.closes, close(march(19), '0'), close(march(31), '0')],
    }
    expect(derived(records, 'a')).toEqual({
      carried: '0.0000',
      days: ['2026-03-20 to 2026-03-31: 12 x 1825.00000000 at 10.00 = 12.0000'],
      paid: '0.00',
      fee: '12.00',
    })
  })

  test('a charge that brings a difference over does not bring it to who has taken everything since', () => {
    const late = contribution('a', day('2026-04-01'), '36500')
    const added = change(aprilCharged, { kind: 'add-entry', entry: late, reason: 'Late' }, day('2026-05-04'))
    const may = { ...added, closes: [...added.closes, close(day('2026-05-04'), '0')] }
    const replay = replayFund(may)
    const { netCents } = netValueOf(replay, day('2026-05-05'), 'a')!
    const all = retribution('a', day('2026-05-05'), formatCents(netCents).replaceAll(',', ''))
    const left = change(may, { kind: 'add-entry', entry: all, reason: '' }, day('2026-05-05'))
    const back = {
      ...left,
      entries: [...left.entries, contribution('a', day('2026-05-20'), '36500')],
      closes: [...left.closes, close(day('2026-05-19'), '0'), close(mayEnd, '0')],
    }
    expect(derived(back, 'a')).toEqual({
      carried: '0.0000',
      days: ['2026-05-20 to 2026-05-29: 10 x 3650.00000000 at 10.00 = 20.0000'],
      paid: '0.00',
      fee: '20.00',
    })
  })

  test('days before and after a change of the rate are of one sum where the change was not charged in between', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '36500')],
      closes: [close(march(10), '0'), close(march(31), '0')],
      feePolicies: [managementFee(2, '2026-03-04'), managementFee(4, '2026-03-11')],
    }
    const { draft, lines } = lastCharge(records)
    const { spans } = managementDays(replayFund(records), draft.endDay, 'a')
    expect(spans.map((span) => `${span.rateMillionths} ${textOf(span)}`)).toEqual([
      '20000 2026-03-04 to 2026-03-10: 7 x 3650.00000000 at 10.00 = 14.0000',
      '40000 2026-03-11 to 2026-03-31: 21 x 3650.00000000 at 10.00 = 84.0000',
    ])
    expect(linesOf({ lines })).toEqual(['a management 98.00'])
  })
})

/** The charge of the last open end alone. */
function lastCharge(records: FundRecords): CalculatedCharge {
  const replay = replayFund(records)
  const charge = calculateCharge(replay, openFeeEnds(replay).at(-1)!, { id: 'last' })
  if (!charge) throw new Error('No charge is due')
  return charge
}

/** The close of January is corrected to below zero after its charge, which the close of February deals then. */
const lateCharge: HistorySeed = {
  dealing: 'before-the-day',
  openingCents: 9_999_994,
  openProfitCents: 41_461,
  shares: [],
  commands: [
    { operation: 'management-fee', who: 2, other: 0, size: 974_232, luck: -58 },
    { operation: 'performance-fee', who: 3, other: 1, size: 449_438, luck: 71 },
    { operation: 'close', who: 1, other: 2, size: 848_064, luck: -42 },
    { operation: 'back-date', who: 0, other: 4, size: 287_323, luck: 80 },
    { operation: 'end-month', who: 0, other: 1, size: 999_988, luck: -95 },
    { operation: 'charge', who: 1, other: 2, size: 414_756, luck: -51 },
    { operation: 'correct-close', who: 2, other: 2, size: 652_400, luck: -97 },
    { operation: 'end-month', who: 0, other: 0, size: 999_983, luck: 0 },
  ],
}

test('over random histories the parts of each fee that is open are the exact fee, also once it is charged', () => {
  let compared = 0
  fc.assert(
    fc.property(feeSeeds(30), (seed) => {
      const { records } = playHistory(seed)
      const replay = replayFund(records)
      const expectWhole = (books: FundReplay, end: FeeEnd, line: CalculatedLine) => {
        const difference = sumOfParts(books, end, line) - line.exactAtto
        // Each span is rounded to 18 decimals of a cent, and so is what leaving takes along.
        expect(difference < 1000n && difference > -1000n, `${line.holderId} ${line.kind} ${end.endDay}`).toBe(true)
        compared += 1
      }
      for (const [index, end] of openFeeEnds(replay).entries()) {
        const charge = calculateCharge(replay, end, { id: 'next' })
        if (!charge) continue
        for (const line of charge.lines) expectWhole(replay, end, line)
        if (index > 0) continue
        const charged = replayFund({ ...records, feeCharges: [...records.feeCharges, chargeOf(charge)] })
        for (const line of charge.lines) expectWhole(charged, end, line)
      }
    }),
    { numRuns: propertyRuns(60, 2_000), seed: propertySeed(), examples: [[lateCharge]] },
  )
  expect(compared).toBeGreaterThan(0)
})

/**
 * What the derivation of a fee shows: what came over, the days, less what leaving has paid; or the rate on the gains of
 * the lots, and what units that have left and earlier terms owe.
 */
function sumOfParts(replay: FundReplay, { endDay }: FeeEnd, line: CalculatedLine): bigint {
  if (line.kind === 'performance') {
    const gains = line.lots.reduce((sum, { gain }) => sum + (gain.numerator * gainScale) / gain.denominator, 0n)
    return feeOfGains(gains, line.rateMillionths) + line.owedAtto
  }
  return line.carriedAtto + managementDays(replay, endDay, line.holderId).sumAtto
}
