// Accounts that follow many charges when somebody reads them: dealt at once and line by line, everything is the same.
import { expect, test } from 'vitest'
import { addSessions, sessionsBetween } from '../../index.ts'
import { toCents } from '../../kind.ts'
import { type FeePolicy, openFund, type FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { chargeNext, day, hurdleOf, managementFee, performanceFee } from '../testing/fee-fixture.ts'
import { netValues } from './accrued-fee.ts'
import { openFeeEnds } from './period-end.ts'

const first = day('2026-01-05')
const days = sessionsBetween(first, addSessions(first, 240))

/** Taking out a part leaves remainders below a cent, which the next charge settles. */
const takenOut = {
  id: 'out',
  holderId: 'b',
  kind: 'retribution',
  day: days[115]!,
  amountCents: toCents(1_000_001n),
  isActive: true,
} as const

function charged(feePolicies: readonly FeePolicy[]): FundRecords {
  const opened = openFund({ day: first, valueCents: toCents(0n), openProfitCents: toCents(0n) })
  let records: FundRecords = {
    ...opened,
    entries: [
      ...['a', 'b', 'c'].map((holderId, index) => ({
        id: `e${holderId}`,
        holderId,
        kind: 'contribution' as const,
        day: first,
        amountCents: toCents(BigInt(10_000_000 + index * 3_333_333)),
        isActive: true,
      })),
      takenOut,
    ],
    closes: days.slice(1).map((at, n) => {
      const valueCents = toCents(BigInt(40_000_000 + n * 40_000 + ((n * 7919) % 211) * 20_000))
      return { day: at, brokerValueCents: valueCents, realValueCents: valueCents, quality: 'official' }
    }),
    movements: [],
    feePolicies,
  }
  while (openFeeEnds(replayFund(records)).length > 0) records = chargeNext(records, records.feeCharges.length === 10)
  return records
}

const everything = (records: FundRecords) => {
  const replay = replayFund(records)
  return {
    dealings: replay.dealings,
    net: netValues(replay, replay.day),
    accounts: [...(replay.fees?.accounts ?? [])].filter(([holderId]) => holderId !== 'unallocated'),
  }
}

const policies = {
  management: managementFee(2, '2026-01-06'),
  performance: performanceFee(20, '2026-01-06'),
  hurdle: performanceFee(20, '2026-01-06', hurdleOf(3)),
}

test.each([
  ['a management fee', [policies.management]],
  ['a performance fee', [policies.performance]],
  ['both fees', [policies.management, policies.performance]],
  ['both fees and a hurdle', [policies.management, policies.hurdle]],
])('accounts that charges have settled are those of the lines one by one, with %s', (_, feePolicies) => {
  const records = charged(feePolicies)
  expect(records.feeCharges.length).toBeGreaterThan(8)
  const idle = {
    holderId: 'unallocated',
    kind: 'management',
    receiverId: 'a',
    amountCents: toCents(0n),
    settledAtto: 0n,
  } as const
  const feeCharges = records.feeCharges.map((charge) => ({ ...charge, lines: [...charge.lines, idle] }))
  expect(everything(records)).toEqual(everything({ ...records, feeCharges }))
})
