// Holders who keep their units over many charges: dealt at once and line by line, everything is the same.
import { expect, test } from 'vitest'
import { addSessions, sessionsBetween } from '../../index.ts'
import { toCents } from '../../kind.ts'
import { openFund, type FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { chargeNext, day, hurdleOf, managementFee, performanceFee } from '../testing/fee-fixture.ts'
import { netValues } from './accrued-fee.ts'
import { openFeeEnds } from './period-end.ts'

const first = day('2026-01-05')
const days = sessionsBetween(first, addSessions(first, 240))

function charged(hurdlePercent: number): FundRecords {
  const opened = openFund({ day: first, valueCents: toCents(0n), openProfitCents: toCents(0n) })
  let records: FundRecords = {
    ...opened,
    entries: ['a', 'b', 'c'].map((holderId, index) => ({
      id: `e${holderId}`,
      holderId,
      kind: 'contribution',
      day: first,
      amountCents: toCents(BigInt(10_000_000 + index * 3_333_333)),
      isActive: true,
    })),
    closes: days.slice(1).map((at, n) => {
      const valueCents = toCents(BigInt(40_000_000 + n * 40_000 + ((n * 7919) % 211) * 20_000))
      return { day: at, brokerValueCents: valueCents, realValueCents: valueCents, quality: 'official' }
    }),
    movements: [],
    feePolicies: [managementFee(2, '2026-01-06'), performanceFee(20, '2026-01-06', hurdleOf(hurdlePercent))],
  }
  while (openFeeEnds(replayFund(records)).length > 0) records = chargeNext(records)
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

test.each([0, 3])('accounts that charges have settled are those of the lines one by one, hurdle %i %%', (hurdle) => {
  const records = charged(hurdle)
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
