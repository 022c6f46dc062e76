// Which funds the cache of replays has room for.
import { marketDay, openFund, toCents, type FeeCharge, type FundRecords } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { createReplayCache, toState } from './replay-cache.ts'

const opened = openFund({ day: marketDay('2006-01-03'), valueCents: toCents(0n), openProfitCents: toCents(0n) })

const charge: FeeCharge = {
  id: 'f',
  endDay: marketDay('2006-01-31'),
  rate: { numerator: 1000n, denominator: 100_000_000n },
  isWaived: false,
  isPart: false,
  lines: Array.from({ length: 2000 }, () => ({
    holderId: 'a',
    kind: 'management',
    receiverId: 'unallocated',
    amountCents: toCents(1n),
    settledAtto: 0n,
  })),
}

const isKept = (records: FundRecords) => {
  const replays = createReplayCache()
  replays.keep('account', '1', { ...toState(opened, new Map()), records })
  return replays.find('account', '1') !== undefined
}

test('a fund of 1,000 members with both fees each month of 20 years is kept', () => {
  expect(isKept({ ...opened, feeCharges: Array.from({ length: 240 }, () => charge) })).toBe(true)
})

test('a fund of four times as many lines is not', () => {
  expect(isKept({ ...opened, feeCharges: Array.from({ length: 960 }, () => charge) })).toBe(false)
})
