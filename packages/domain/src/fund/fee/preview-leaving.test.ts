// What the form of a retribution or transfer shows before it is saved is what the books deal.
import { expect, test } from 'vitest'
import { formatCents } from '../../money/cents.ts'
import { formatUnits } from '../../money/unit-step.ts'
import type { DealingRule, Entry, FundRecords, Transfer } from '../record.ts'
import { judgeChange } from '../judge-change.ts'
import { day, managementFee, performanceFee } from '../testing/fee-fixture.ts'
import { close, contribution, fund, march, retribution, transfer, unitTransfer } from '../testing/fund-fixture.ts'
import { previewLeaving } from './preview-leaving.ts'

/** A has 100,000.00 since 3 March; 2 % a year are charged monthly from 1 June, and the last close is of 15 June. */
const midJune = (more: Partial<FundRecords> & { dealing?: DealingRule } = {}): FundRecords => ({
  ...fund('0'),
  entries: [contribution('a', march(3), '100000')],
  closes: [close(day('2026-05-29'), '0'), close(day('2026-06-15'), '0')],
  feePolicies: [managementFee(2, '2026-06-01')],
  ...more,
})

function leavingOf(records: FundRecords, record: Entry | Transfer): Record<string, unknown> | undefined {
  const today = day('2026-07-02')
  const judgement = judgeChange(
    records,
    'kind' in record
      ? { kind: 'add-entry', entry: record, reason: 'asked for' }
      : { kind: 'add-transfer', transfer: record },
    today < record.day ? record.day : today,
  )
  if (!judgement.isAllowed) throw new Error(judgement.refusal.name)
  const leaving = previewLeaving(judgement, record, today < record.day ? record.day : today)
  return (
    leaving && {
      management: formatCents(leaving.managementCents),
      performance: formatCents(leaving.performanceCents),
      earlier: formatCents(leaving.earlierCents),
      units: formatUnits(leaving.units),
      paidOut: formatCents(leaving.paidOutCents),
      isEstimate: leaving.isEstimate,
    }
  )
}

const out = { management: '41.09', performance: '0.00', earlier: '0.00', paidOut: '49958.91' }

test('half of 100,000 after 15 days pays 41.09, and units worth both go', () => {
  const leaving = leavingOf(midJune(), retribution('a', day('2026-06-16'), '49958.91'))
  expect(leaving).toEqual({ ...out, units: '5000.00000000', isEstimate: false })
})

test('units given to a member pay the same', () => {
  expect(leavingOf(midJune(), transfer('a', 'b', day('2026-06-16'), '49958.91'))).toMatchObject(out)
  expect(leavingOf(midJune(), unitTransfer('a', 'b', day('2026-06-16'), '4995.891'))).toMatchObject(out)
})

test('with dealing of the day the fee is estimated at the last unit value until the close comes', () => {
  const leaving = leavingOf(midJune({ dealing: 'of-the-day' }), retribution('a', day('2026-07-03'), '50000'))
  expect(leaving).toMatchObject({ paidOut: '50000.00', isEstimate: true })
  // The month of June first, then three days: 99,835.62 x 2 % x 3 / 365 is 16.41, of which half goes.
  const charged = midJune({
    dealing: 'of-the-day',
    closes: [close(day('2026-05-29'), '0'), close(day('2026-06-30'), '0')],
  })
  expect(leavingOf(charged, retribution('a', day('2026-07-03'), '49917.81'))).toMatchObject({
    earlier: '164.38',
    management: '8.20',
  })
})

test('the fee of an ended period without a charge comes first', () => {
  const records = midJune({ closes: [close(day('2026-05-29'), '0'), close(day('2026-06-30'), '0')] })
  // 100,000.00 x 2 % x 30 / 365 is 164.38; one day of July on what is left is 5.47.
  expect(leavingOf(records, retribution('a', day('2026-07-02'), '99830.15'))).toMatchObject({
    earlier: '164.38',
    management: '5.47',
    paidOut: '99830.15',
  })
})

test('the gain of the lots that go pays the performance fee', () => {
  const records = midJune({
    closes: [close(day('2026-05-29'), '0'), close(day('2026-06-15'), '20000')],
    feePolicies: [performanceFee(20, '2026-03-03')],
  })
  // Each of 10,000 units is worth 12.00 and has gained 2.00: 0.40 of it is the fee, so 1,160.00 are 100 units.
  expect(leavingOf(records, retribution('a', day('2026-06-16'), '1160'))).toMatchObject({
    performance: '40.00',
    units: '100.00000000',
    paidOut: '1160.00',
  })
})

test('without a policy in force nothing is shown', () => {
  expect(leavingOf(midJune({ feePolicies: [] }), retribution('a', day('2026-06-16'), '1000'))).toBeUndefined()
  const later = midJune({ feePolicies: [managementFee(2, '2026-07-01')] })
  expect(leavingOf(later, retribution('a', day('2026-06-16'), '1000'))).toBeUndefined()
})
