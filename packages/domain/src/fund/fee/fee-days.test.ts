// The days behind a management fee add up to the fee: what came over, the days, less what leaving has paid.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCents } from '../../money/cents.ts'
import { fractionText } from '../../money/fraction.ts'
import { formatUnits } from '../../money/unit-step.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import type { FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { change, chargeNext, day, linesOf, managementFee, nextCharge } from '../testing/fee-fixture.ts'
import { close, contribution, fund, march, retribution } from '../testing/fund-fixture.ts'
import { feeSeeds, playHistory } from '../testing/random-history.ts'
import { unitValueText } from '../unit-value.ts'
import { calculateCharge, endsToCharge } from './calculate-charge.ts'
import { attoPerCent } from './fee-account.ts'
import { type FeeDays, managementDays } from './fee-days.ts'

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

test('over random histories: what came over, the days, less what leaving has paid, is the exact fee', () => {
  let compared = 0
  fc.assert(
    fc.property(feeSeeds(30), (seed) => {
      const { records } = playHistory(seed)
      const replay = replayFund(records)
      const [end] = endsToCharge(replay)
      const charge = end && calculateCharge(replay, end, { id: 'next' })
      for (const line of charge?.lines ?? []) {
        if (line.kind !== 'management' || wasEmptied(line.holderId)) continue
        const { spans, paidCents } = managementDays(replay, charge!.draft.endDay, line.holderId)
        const sum = spans.reduce((total, { atto }) => total + atto, line.carriedAtto - paidCents * attoPerCent)
        const difference = sum - line.exactAtto
        // Each span is rounded to 18 decimals of a cent, and so is what leaving takes along.
        expect(difference < 1000n && difference > -1000n, `${line.holderId} ${charge!.draft.endDay}`).toBe(true)
        compared += 1
      }

      /** A member who leaves with everything takes no remainder along: it lapses. */
      function wasEmptied(holderId: string): boolean {
        let held = 0n
        return replay.dealings
          .filter((one) => one.holderId === holderId)
          .some((one) => {
            held += one.units
            return held === 0n
          })
      }
    }),
    { numRuns: propertyRuns(60, 2_000), seed: propertySeed() },
  )
  expect(compared).toBeGreaterThan(0)
})
