import { describe, expect, test } from 'vitest'
import { formatCents } from '../money/cents.ts'
import { applyChange, type FundChange } from './change.ts'
import { findHalves } from './bound-record.ts'
import { holderFigures } from './holder-figure.ts'
import { judgeChange } from './judge-change.ts'
import { planDistribution } from './plan-distribution.ts'
import type { Entry, FundRecords } from './record.ts'
import { refuseAtClose } from './refuse-at-close.ts'
import { replayFund } from './replay-fund.ts'
import { day, managementFee } from './testing/fee-fixture.ts'
import { close, contribution, dollars, fund, march, movement, retribution } from './testing/fund-fixture.ts'

const nobody = new Set<string>()
const partsOf = (records: FundRecords, amount: string, date = 4, leavesIn: ReadonlySet<string> = nobody) =>
  planDistribution(records, { day: march(date), amountCents: dollars(amount), leavesIn }).map((line) => [
    line.holderId,
    formatCents(line.partCents),
    ...(line.isLeftIn ? ['stays'] : []),
  ])
const paying = (...lines: Entry[]): FundChange => ({
  kind: 'add-distribution',
  reason: 'Profit of February',
  entries: lines.map((entry) => ({ ...entry, distributionId: 'd' })),
})
const valuesOf = (records: FundRecords) =>
  Object.fromEntries(holderFigures(replayFund(records)).map((row) => [row.holderId, formatCents(row.valueCents)]))

/** a, b and c hold a third each of 900.00; Monday the 2nd is the opening. */
const thirds: FundRecords = {
  ...fund('900'),
  entries: ['a', 'b', 'c'].map((holder) => contribution(holder, march(2), '300', { funding: 'opening' })),
  closes: [close(march(3), '900')],
}

describe('the parts of a distribution', () => {
  test('are by units and add up to the cent, the odd one for the lowest id', () => {
    expect(partsOf(thirds, '100.00')).toEqual([
      ['a', '33.34'],
      ['b', '33.33'],
      ['c', '33.33'],
    ])
  })

  test('of those who leave it in are theirs all the same, and Unallocated always leaves it in', () => {
    const records = { ...fund('1000'), entries: thirds.entries, closes: [close(march(3), '1000')] }
    expect(partsOf(records, '100.00', 4, new Set(['b']))).toEqual([
      ['a', '30.00'],
      ['b', '30.00', 'stays'],
      ['c', '30.00'],
      ['unallocated', '10.00', 'stays'],
    ])
  })

  test('count what is paid in that day before the day, and do not of the day', () => {
    const joined = [...thirds.entries, contribution('d', march(4), '900')]
    expect(partsOf({ ...thirds, entries: joined }, '180.00')).toEqual([
      ['a', '30.00'],
      ['b', '30.00'],
      ['c', '30.00'],
      ['d', '90.00'],
    ])
    const closed = [close(march(3), '900'), close(march(4), '900')]
    const ofTheDay = { ...thirds, dealing: 'of-the-day' as const, entries: joined, closes: closed }
    expect(partsOf(ofTheDay, '180.00').map(([holder]) => holder)).toEqual(['a', 'b', 'c'])
  })

  test('of a day in the past are those of that day', () => {
    const records = {
      ...thirds,
      entries: [...thirds.entries, contribution('d', march(5), '900')],
      closes: [close(march(3), '900'), close(march(4), '900'), close(march(5), '1800')],
    }
    expect(partsOf(records, '90.00', 4)).toEqual([
      ['a', '30.00'],
      ['b', '30.00'],
      ['c', '30.00'],
    ])
  })

  test('have the net value of their holder as their maximum', () => {
    const paid = { ...fund('0'), entries: [contribution('a', march(3), '100000')], closes: [close(march(31), '0')] }
    const charging = { ...paid, feePolicies: [managementFee(2, '2026-04-01')] }
    // 15 days of 2 % a year have accrued on 16 April: 82.19.
    const maximumOf = (records: FundRecords) =>
      planDistribution(
        { ...records, closes: [...records.closes, close(day('2026-04-15'), '0')] },
        { day: day('2026-04-16'), amountCents: dollars('1.00'), leavesIn: nobody },
      ).map((line) => formatCents(line.netValueCents))
    expect(maximumOf(paid)).toEqual(['100000.00'])
    expect(maximumOf(charging)).toEqual(['99917.81'])
  })

  test('are none where nobody holds units', () => {
    expect(partsOf(fund('0'), '100.00')).toEqual([])
  })
})

describe('a distribution', () => {
  const [toA, toB] = [retribution('a', march(4), '30.00'), retribution('b', march(4), '30.00')]

  test('books all lines, and what stays in stays in units', () => {
    const judgement = judgeChange(thirds, paying(toA, toB), march(4))
    expect(judgement.isAllowed && valuesOf(judgement.records)).toMatchObject({ a: '270.00', b: '270.00', c: '300.00' })
  })

  test('above what one holder has is refused with that holder and their maximum, and books nothing', () => {
    const left = { ...thirds, entries: [...thirds.entries, retribution('b', march(4), '280.00')] }
    const judgement = judgeChange(left, paying(toA, toB), march(4))
    expect(judgement).toMatchObject({
      isAllowed: false,
      refusal: { name: 'distribution-not-covered', holderId: 'b', missingCents: dollars('10.00') },
    })
  })

  test('is reversed as one, whichever line is named, and restores every figure', () => {
    const records = applyChange(thirds, paying(toA, toB))
    const back = judgeChange(records, { kind: 'reverse', recordId: toB.id }, march(4))
    expect(back.isAllowed && back.records.reversals.map(({ recordId }) => recordId)).toEqual([toA.id, toB.id])
    expect(back.isAllowed && valuesOf(back.records)).toEqual(valuesOf(thirds))
  })

  test('has no line that is switched off alone', () => {
    const records = applyChange(thirds, paying(toA, toB))
    const change: FundChange = {
      kind: 'set-entry-status',
      change: { entryId: toA.id, isActive: false, sequence: 1 },
    }
    expect(judgeChange(records, change, march(4))).toMatchObject({
      isAllowed: false,
      refusal: { name: 'distribution-line', day: march(4) },
    })
    expect(findHalves({ ...records, reversals: [{ recordId: toA.id }] })).toEqual(['d'])
    expect(findHalves({ ...records, reversals: [{ recordId: toA.id }, { recordId: toB.id }] })).toEqual([])
  })

  test('of which one line is refused at its close is refused as a whole', () => {
    const waiting = applyChange(
      { ...thirds, dealing: 'of-the-day' },
      paying(retribution('a', march(4), '290.00'), retribution('b', march(4), '5.00')),
    )
    const before = replayFund(waiting)
    expect(before.pending).toHaveLength(2)
    const fallen = { ...waiting, closes: [...waiting.closes, close(march(4), '600')] }
    const refused = refuseAtClose(before, fallen)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reversedIds).toEqual(waiting.entries.slice(3).map(({ id }) => id))
    const after = { ...fallen, reversals: refused.flatMap((one) => one.reversedIds.map((recordId) => ({ recordId }))) }
    expect(valuesOf(after)).toMatchObject({ a: '200.00', b: '200.00', c: '200.00' })
  })

  test('of which every line meets its own movement leaves nothing outside', () => {
    const records = applyChange(thirds, paying(toA, toB))
    const paid = {
      ...records,
      movements: [movement(march(5), '-30.00', { id: 'm1' }), movement(march(5), '-30.00', { id: 'm2' })],
      matches: [
        { id: 'k1', movementIds: ['m1'], itemIds: [toA.id] },
        { id: 'k2', movementIds: ['m2'], itemIds: [toB.id] },
      ],
      closes: [...records.closes, close(march(4), '900'), close(march(5), '840')],
    }
    const { cashOutsideCents, breaches } = replayFund(paid)
    expect([cashOutsideCents, breaches]).toEqual([0n, []])
    expect(valuesOf(paid)).toMatchObject({ a: '270.00', b: '270.00', c: '300.00' })
  })
})
