// Taking money out of a fund with fees, to the last cent and the last unit (docs/rules/fund-fees.md, "Leaving" and "Net
// value"). Most of these cases were found by random histories.
import { describe, expect, test } from 'vitest'
import { type MarketDay, toCents } from '../../kind.ts'
import { formatCents } from '../../money/cents.ts'
import { judgeChange } from '../judge-change.ts'
import type { FundRecords, HolderId } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import { change, chargeNext, day, linesOf, lotsOf, managementFee, performanceFee } from '../testing/fee-fixture.ts'
import {
  close,
  contribution,
  dollars,
  fund,
  march,
  movement,
  retribution,
  rowOf,
  unitTransfer,
} from '../testing/fund-fixture.ts'
import { netValues, netValueOf } from './accrued-fee.ts'
import { calculateCharge } from './calculate-charge.ts'
import { chargeOf } from './charge-draft.ts'
import { openFeeEnds } from './period-end.ts'

const netOf = (records: FundRecords, holderId: HolderId, today: MarketDay): string =>
  formatCents(netValues(replayFund(records), today).get(holderId)?.netCents ?? (0n as never))

const takeOut = (records: FundRecords, holderId: HolderId, today: MarketDay, amount: string): FundRecords =>
  change(records, { kind: 'add-entry', entry: retribution(holderId, today, amount), reason: '' }, today)

const leave = (records: FundRecords, holderId: HolderId, today: MarketDay): FundRecords =>
  takeOut(records, holderId, today, netOf(records, holderId, today))

const hasLeft = (records: FundRecords, holderId: HolderId): boolean => !replayFund(records).holdings.has(holderId)

describe('who receives a fee', () => {
  test('owes nothing of it, also not for the days since the last close under an earlier policy', () => {
    // Recorded on Sunday, the 15th: A has accrued two days for B, which would now be paid to A.
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(13), '0')],
      feePolicies: [
        managementFee(10, '2026-03-14', { receiverId: 'b' }),
        managementFee(10, '2026-03-16', { receiverId: 'a' }),
      ],
    }
    expect(netOf(records, 'a', march(16))).toBe('1000.00')
    expect(netOf(records, 'b', march(17))).toBe('999.73')
    const left = leave(records, 'a', march(16))
    expect(hasLeft(left, 'a')).toBe(true)
    expect(replayFund(left).dealings.filter(({ cause }) => cause === 'management-fee')).toEqual([])
  })

  test('takes it out on the day it is paid, whatever they themselves pay to the receiver of the other fee', () => {
    // A leaves and pays the management fee to B; B leaves with it on the same day.
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      closes: [close(march(13), '0')],
      feePolicies: [
        managementFee(10, '2026-03-03', { receiverId: 'b' }),
        performanceFee(0, '2026-03-03', { receiverId: 'a' }),
      ],
    }
    const left = leave(records, 'a', march(16))
    expect(netOf(left, 'b', march(16))).toBe('3.56')
    expect(hasLeft(leave(left, 'b', march(16)), 'b')).toBe(true)
    // The same with the ids the other way round.
    const turned: FundRecords = {
      ...records,
      entries: [contribution('b', march(3), '1000')],
      feePolicies: [
        managementFee(10, '2026-03-03', { receiverId: 'a' }),
        performanceFee(0, '2026-03-03', { receiverId: 'b' }),
      ],
    }
    const gone = leave(leave(turned, 'b', march(16)), 'a', march(16))
    expect(hasLeft(gone, 'a')).toBe(true)
    expect(hasLeft(gone, 'b')).toBe(true)
  })

  test('leaves with both fees when two receivers pay each other on one day', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(13), '200')],
      feePolicies: [
        managementFee(10, '2026-03-03', { receiverId: 'b' }),
        performanceFee(20, '2026-03-03', { receiverId: 'a' }),
      ],
    }
    // B leaves first and pays A a fee on a gain of 100.00; A's net value contains it.
    const first = leave(records, 'b', march(16))
    expect(hasLeft(first, 'b')).toBe(true)
    expect(netOf(records, 'a', march(16))).toBe('1096.36')
    expect(netOf(first, 'a', march(16))).toBe('1116.36')
    expect(hasLeft(leave(first, 'a', march(16)), 'a')).toBe(true)
  })

  test('takes out the fee that a member still owes after the fee has ended', () => {
    // The fee has ended, and Unallocated has nothing but what A pays on leaving.
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000')],
      movements: [movement(march(16), '-100')],
      closes: [close(march(13), '0')],
      feePolicies: [managementFee(10, '2026-03-03'), managementFee(0, '2026-03-16', { receiverId: 'unallocated' })],
    }
    const { dealings } = replayFund({ ...records, entries: [...records.entries, retribution('a', march(16), '500')] })
    const fee = dealings.find(({ holderId, cause }) => holderId === 'unallocated' && cause === 'management-fee')
    const flow = dealings.find(({ cause }) => cause === 'flow')
    expect(fee?.feeCents).toBeGreaterThan(0n)
    expect(flow).toMatchObject({ units: -(fee?.units ?? 0n), amountCents: -(fee?.feeCents ?? 0n) })
  })

  test('stays covered when another exit of the day moves the odd cent', () => {
    // The office's third of 75.92 is given away; its 50.615... show 50.62. After the exit of C they would show 50.61.
    const records: FundRecords = {
      ...fund('99999.81', {
        openingShares: [{ holderId: 'office', shareCents: dollars('999.99'), paidInCents: dollars('10') }],
      }),
      entries: [contribution('c', march(3), '8216.02')],
      closes: [close(march(31), '0.14')],
      feePolicies: [
        performanceFee(20, '2026-03-03', {
          ownRates: ['c', 'd'].map((holderId) => ({ holderId, rateMillionths: 0n })),
        }),
      ],
    }
    const today = day('2026-04-01')
    const given = change(
      records,
      { kind: 'add-transfer', transfer: unitTransfer('office', 'd', today, '33.333') },
      today,
    )
    const left = leave(leave(given, 'office', today), 'c', today)
    expect(hasLeft(left, 'office')).toBe(true)
    expect(hasLeft(left, 'c')).toBe(true)
  })

  test('leaves together with a member who waits for them, after a part of a distribution of that day', () => {
    // The office can only leave with the 0.15 that C pays. C is worth 384.6057 before the office leaves, and shows
    // 384.60; the cent that is missing for C's exit is the one that the office leaves.
    const records: FundRecords = {
      ...fund('0', {
        opening: { day: day('2026-01-05'), valueCents: dollars('99999.81'), openProfitCents: dollars('0') },
        openingShares: [{ holderId: 'office', shareCents: dollars('999.99'), paidInCents: dollars('10') }],
      }),
      entries: [contribution('c', day('2026-01-06'), '8216.02')],
      closes: [close(day('2026-01-30'), '106.72')],
      feePolicies: [managementFee(7.0402, '2026-01-07')],
    }
    const today = day('2026-02-02')
    const given = change(
      records,
      { kind: 'add-transfer', transfer: unitTransfer('c', 'office', today, '273.86733333') },
      today,
    )
    const entries = [retribution('office', today, '314.84'), retribution('c', today, '373.51')]
    const paid = change(given, { kind: 'add-distribution', entries, reason: '' }, today)
    const officeLeft = leave(paid, 'office', today)
    expect(hasLeft(officeLeft, 'office')).toBe(true)
    expect(netOf(officeLeft, 'c', today)).toBe('10.95')
    const left = leave(officeLeft, 'c', today)
    expect(hasLeft(left, 'c')).toBe(true)
    expect(hasLeft(left, 'office')).toBe(true)
    const turned = { ...left, entries: left.entries.toReversed() }
    expect(replayFund(turned).holdings).toEqual(replayFund(left).holdings)
  })

  test('leaves together with the other receiver, when each needs the fee that the other one pays', () => {
    // A takes out a part and pays B 1.66; B leaves with it and pays A 20.00; A leaves with that. B gets the rest of A's fee.
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(13), '200')],
      feePolicies: [
        managementFee(10, '2026-03-03', { receiverId: 'b' }),
        performanceFee(20, '2026-03-03', { receiverId: 'a' }),
      ],
    }
    const today = march(16)
    const paid = takeOut(records, 'a', today, '500')
    const second = leave(paid, 'b', today)
    expect(hasLeft(second, 'b')).toBe(true)
    const left = leave(second, 'a', today)
    expect(hasLeft(left, 'a')).toBe(true)
    expect(netOf(left, 'b', today)).toBe('1.98')
    expect(replayFund(left).breaches).toEqual([])
  })
})

describe('the net value', () => {
  test('is what the refusal names, to the odd cent, while the charges of all members are missing', () => {
    // 7.59 for 778 and 37 units: 7.2454 and 0.3446. C owes 0.01 for March: alone it leaves C 0.33 of 0.3346, and the odd
    // cent goes to A. Charged together with A, C would have it.
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '7.78'), contribution('c', march(3), '0.37')],
      closes: [
        close(march(31), '0'),
        close(day('2026-04-30'), '0'),
        close(day('2026-05-29'), '-0.64'),
        close(day('2026-06-30'), '-0.56'),
      ],
      feePolicies: [managementFee(8, '2026-03-04', { receiverId: 'd' })],
    }
    const today = day('2026-07-01')
    expect(netOf(records, 'c', today)).toBe('0.33')
    expect(hasLeft(leave(records, 'c', today), 'c')).toBe(true)
    const entry = retribution('c', today, '0.34')
    expect(judgeChange(records, { kind: 'add-entry', entry, reason: '' }, today)).toMatchObject({
      isAllowed: false,
      refusal: { name: 'overdrawn', maximumCents: 33n },
    })
  })

  test('is what the refusal names, when a withdrawal that nothing explains has taken the fees of Unallocated', () => {
    // Unallocated has 2,222.29 and receives the fees; 6,337.33 leave without an entry and take what it has. A's fee for
    // March is taken with it, and the odd cent of the rest is another one's.
    const records: FundRecords = {
      ...fund('4936.16', {
        openingShares: [
          { holderId: 'a', shareCents: dollars('1184.67'), paidInCents: dollars('240') },
          { holderId: 'b', shareCents: dollars('1530.20'), paidInCents: dollars('310') },
        ],
      }),
      movements: [movement(day('2026-04-01'), '-6337.33')],
      closes: [close(march(31), '4941.10'), close(day('2026-04-30'), '-1303.42'), close(day('2026-05-29'), '-392.65')],
      feePolicies: [
        performanceFee(0, '2026-03-03', {
          receiverId: 'unallocated',
          ownRates: [{ holderId: 'a', rateMillionths: 10_000n }],
        }),
      ],
    }
    const today = day('2026-06-01')
    expect(hasLeft(leave(records, 'a', today), 'a')).toBe(true)
    const over = retribution('a', today, '0.01')
    const amountCents = toCents(dollars(netOf(records, 'a', today)) + 1n)
    const entry = { ...over, amountCents }
    expect(judgeChange(records, { kind: 'add-entry', entry, reason: '' }, today)).toMatchObject({
      isAllowed: false,
      refusal: { name: 'overdrawn', missingCents: 1n },
    })
  })
})

describe('the net value of one holder', () => {
  test('is exact in a fund of more than a hundred as well, where the list leaves the odd cent to the charge of all', () => {
    const small = Array.from({ length: 101 }, (_, n) => `m${String(n).padStart(3, '0')}`)
    const records: FundRecords = {
      ...fund('4936.16', {
        openingShares: [{ holderId: 'a', shareCents: dollars('1184.67'), paidInCents: dollars('240') }],
      }),
      entries: small.map((id, n) => contribution(id, march(3), `${15 + n}.0${n % 10}`)),
      movements: [movement(day('2026-04-01'), '-15337.33')],
      closes: [close(march(31), '4941.10'), close(day('2026-04-30'), '-1303.42'), close(day('2026-05-29'), '-992.65')],
      feePolicies: [managementFee(10, '2026-03-03', { receiverId: 'unallocated' })],
    }
    const today = day('2026-06-01')
    const replay = replayFund(records)
    const judged = (holderId: HolderId, cents: bigint) => {
      const entry = { ...retribution(holderId, today, '0.01'), amountCents: toCents(cents) }
      return judgeChange(records, { kind: 'add-entry', entry, reason: '' }, today)
    }
    const listed = netValues(replay, today)
    const exact = new Map(small.map((id) => [id, netValueOf(replay, today, id)?.netCents ?? 0n]))
    const others = small.filter((id) => exact.get(id) !== listed.get(id)?.netCents)
    expect(others.length).toBeGreaterThan(0)
    for (const id of [...others.slice(0, 3), 'm050']) {
      const net = exact.get(id) ?? 0n
      expect(judged(id, net)).toMatchObject({ isAllowed: true })
      expect(judged(id, net + 1n)).toMatchObject({ isAllowed: false, refusal: { maximumCents: net } })
    }
  })
})

describe('the lines of past period ends that a retribution books first', () => {
  test('take their fee at the unit value of that close: 0.87 costs 1.04 once the unit value has risen by a fifth', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(31), '0'), close(day('2026-04-01'), '400')],
      feePolicies: [managementFee(1.1, '2026-03-03')],
    }
    const today = day('2026-04-02')
    const entry = retribution('a', today, '0.01')
    const judgement = judgeChange(records, { kind: 'add-entry', entry, reason: '' }, today)
    if (!judgement.isAllowed) throw new Error(judgement.refusal.name)
    expect(judgement.charges.flatMap(linesOf)).toEqual(['a management 0.87'])
    expect(rowOf(judgement.before, 'a')['value']).toBe('1198.96')
    // What is taken out then costs no more than its amount and the fee of that day.
    expect(rowOf(judgement.after, 'a')['value']).toBe('1198.95')
  })

  test('are booked for every holder of a distribution', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '500')],
      closes: [close(march(31), '0')],
      feePolicies: [managementFee(10, '2026-03-03')],
    }
    const today = day('2026-04-01')
    const entries = [retribution('a', today, '20'), retribution('b', today, '10')]
    const judgement = judgeChange(records, { kind: 'add-distribution', entries, reason: '' }, today)
    if (!judgement.isAllowed) throw new Error(judgement.refusal.name)
    expect(judgement.charges.flatMap(linesOf)).toEqual(['a management 7.95', 'b management 3.97'])
    expect(leave(judgement.records, 'a', today)).toSatisfy((left: FundRecords) => hasLeft(left, 'a'))
  })

  test('lead to the lots of one charge, also when receivers pay each other: they get what is paid at its end', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(3), '1000'), contribution('b', march(3), '1000')],
      closes: [close(march(31), '400')],
      feePolicies: [
        managementFee(10, '2026-03-03', { receiverId: 'a' }),
        performanceFee(20, '2026-03-03', { receiverId: 'b' }),
      ],
    }
    const replay = replayFund(records)
    const [end] = openFeeEnds(replay)
    const line = chargeOf(calculateCharge(replay, end!, { id: 'first', holderId: 'a' })!)
    const inParts = replayFund(chargeNext({ ...records, feeCharges: [{ ...line, isPart: true }] }))
    const atOnce = replayFund(chargeNext(records))
    expect(inParts.holdings).toEqual(atOnce.holdings)
    expect(lotsOf(inParts, 'b')).toEqual(lotsOf(atOnce, 'b'))
    expect(lotsOf(atOnce, 'b')).toEqual(['99.33333333 at 10.00', '3.33333333 at 12.00'])
  })
})
