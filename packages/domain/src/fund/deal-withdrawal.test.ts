// What leaves the fund on one day (docs/rules/fund.md, "Matching" and "No holder below zero"): retributions and the
// broker's withdrawals, to the last cent and the last unit.
import { describe, expect, test } from 'vitest'
import type { UnitDeal } from './book.ts'
import type { FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, dollars, fund, march, movement, retribution, rowOf } from './testing/fund-fixture.ts'

/** A fund whose members paid in on the opening day and that is worth `value` at the close of the 3rd. */
function membersOf(
  paid: Readonly<Record<string, string>>,
  value: string,
  more: Partial<FundRecords> = {},
): FundRecords {
  const paidCents = Object.values(paid).reduce((sum, amount) => sum + dollars(amount), 0n)
  const opened = fund('0')
  const worth = close(march(3), value)
  return {
    ...opened,
    closes: [{ ...worth, brokerValueCents: dollars(String(Number(dollars(value) - paidCents) / 100)) }],
    ...more,
    entries: [
      ...Object.entries(paid).map(([holderId, amount]) => contribution(holderId, march(2), amount)),
      ...(more.entries ?? []),
    ],
  }
}

const linesOf = (dealings: readonly UnitDeal[], ...causes: Array<UnitDeal['cause']>) =>
  dealings
    .filter(({ cause }) => causes.includes(cause))
    .map(({ holderId, units, amountCents }) => [holderId, units, amountCents])

describe('retributions of one day', () => {
  test('take everything if the last one is all that the screen shows after the others', () => {
    // A and B hold half of 2,951.01 each; the odd cent is A's. After 0.01 it is B's, and A's screen shows 1,475.49.
    const taken = (...amounts: string[]) =>
      replayFund(
        membersOf({ a: '2947.48', b: '2947.48' }, '2951.01', {
          entries: amounts.map((amount) => retribution('a', march(4), amount)),
        }),
      )
    expect(rowOf(taken(), 'a')['value']).toBe('1475.51')
    expect(rowOf(taken('0.01'), 'a')['value']).toBe('1475.49')
    expect(taken('0.01', '1475.49').holdings.has('a')).toBe(false)
    expect(taken('1475.49', '0.01').holdings.has('a')).toBe(false)
    expect(taken('0.01', '1475.48').holdings.has('a')).toBe(true)
    // In one sum it leaves half a cent.
    expect(taken('1475.50').holdings.has('a')).toBe(true)
  })

  test('are covered if the last one is all that the screen shows after the others, also if their sum is a cent more', () => {
    // B's half shows 1,475.50. After 0.03 the odd cent is B's, and the screen shows 1,475.48.
    const taken = (...amounts: string[]) =>
      replayFund(
        membersOf({ a: '2947.48', b: '2947.48' }, '2951.01', {
          entries: amounts.map((amount) => retribution('b', march(4), amount)),
        }),
      )
    expect(rowOf(taken(), 'b')['value']).toBe('1475.50')
    expect(rowOf(taken('0.03'), 'b')['value']).toBe('1475.48')
    expect(taken('0.03', '1475.48')).toMatchObject({ breaches: [] })
    expect(taken('0.03', '1475.48').holdings.has('b')).toBe(false)
    expect(taken('1475.48', '0.03').holdings.has('b')).toBe(false)
    expect(taken('1475.51').breaches).toMatchObject([{ kind: 'not-covered', holderId: 'b' }])
    expect(taken('0.03', '1475.49').breaches).toMatchObject([{ kind: 'not-covered', holderId: 'b' }])
  })

  test('settle each other: one exit moves the odd cent, and makes an exit of another one', () => {
    // 0.43 for 18, 10, 2, 1 and 2 units: 0.23, 0.13, 0.03, 0.01 and 0.03. D leaves with 0.01. The 0.42 left are
    // 0.23625, 0.13125 and twice 0.02625; the odd cents go to A and C, so E now sees 0.02 and leaves with them. C sees 0.03 as
    // before, takes 0.02 of it and stays, although C comes before E.
    const records = membersOf({ a: '180', b: '100', c: '20', d: '10', e: '20' }, '0.43', {
      entries: ['c', 'd', 'e'].map((id) => retribution(id, march(4), id === 'd' ? '0.01' : '0.02')),
    })
    const replay = replayFund(records)
    expect(replay.breaches).toEqual([])
    expect([...replay.holdings.keys()].toSorted()).toEqual(['a', 'b', 'c'])
    expect(['a', 'b', 'c'].map((id) => rowOf(replay, id)['value'])).toEqual(['0.24', '0.13', '0.01'])
  })

  test('are dealt in the order of their holders, whatever the order of the entries', () => {
    const records = membersOf({ a: '100', b: '100' }, '200', {
      entries: [retribution('b', march(4), '20'), retribution('a', march(4), '30')],
    })
    expect(linesOf(replayFund(records).dealings, 'retribution')).toEqual([
      ['a', -300_000_000n, -3000n],
      ['b', -200_000_000n, -2000n],
    ])
  })

  test('of one holder that take everything cancel their own units, the last one whatever is left', () => {
    // 10 units at 3.333…: 10.00 are 3.00000000 units, and 23.33 the rest.
    const records = membersOf({ a: '100', b: '200' }, '100', {
      entries: [retribution('a', march(4), '10'), retribution('a', march(4), '23.33')],
    })
    const replay = replayFund(records)
    expect(linesOf(replay.dealings, 'retribution')).toEqual([
      ['a', -300_000_000n, -1000n],
      ['a', -700_000_000n, -2333n],
    ])
    expect(replay.holdings.has('a')).toBe(false)
  })

  test('of one holder that together are too much are paid in order, as far as it goes', () => {
    const [first, second, third] = ['60', '60', '60'].map((amount) => retribution('a', march(4), amount))
    const records = membersOf({ a: '100', b: '100' }, '200', { entries: [first!, second!, third!] })
    const replay = replayFund(records)
    expect(linesOf(replay.dealings, 'retribution')).toEqual([
      ['a', -600_000_000n, -6000n],
      ['a', -400_000_000n, -4000n],
    ])
    const missing = { kind: 'not-covered', holderId: 'a', day: march(4), maximumCents: 10_000n }
    expect(replay.breaches).toEqual([
      { ...missing, recordId: second!.id, missingCents: 2000n },
      { ...missing, recordId: third!.id, missingCents: 6000n },
    ])
    expect(rowOf(replay, 'b')['value']).toBe('100.00')
  })

  test('that waited for one close are paid by day', () => {
    const late = retribution('a', march(8), '80')
    const early = retribution('a', march(7), '80')
    const records = { ...membersOf({ a: '100' }, '100', { entries: [late, early] }), dealing: 'of-the-day' } as const
    const replay = replayFund({ ...records, closes: [...records.closes, close(march(9), '0')] })
    expect(replay.breaches).toMatchObject([{ recordId: late.id, missingCents: 6000n }])
  })

  test('of somebody who has nothing leave no line, only the breach', () => {
    const records = membersOf({ a: '100' }, '100', { entries: [retribution('b', march(4), '5')] })
    const replay = replayFund(records)
    expect(linesOf(replay.dealings, 'retribution')).toEqual([])
    expect(replay.breaches).toMatchObject([{ kind: 'not-covered', missingCents: 500n, maximumCents: 0n }])
  })

  test('of somebody whose units are worth nothing cancel these units', () => {
    const records = membersOf({ a: '100', b: '0.01' }, '10', { entries: [retribution('b', march(4), '5')] })
    expect(rowOf(replayFund({ ...records, entries: records.entries.slice(0, 2) }), 'b')['value']).toBe('0.00')
    const replay = replayFund(records)
    expect(linesOf(replay.dealings, 'retribution')).toEqual([['b', -100_000n, 0n]])
    expect(replay.holdings.has('b')).toBe(false)
  })

  test('that are too small for a unit step take their cents all the same', () => {
    // A step of 0.00000001 units costs 0.10.
    const records = membersOf({ a: '0.01' }, '10000', { entries: [retribution('a', march(4), '0.03')] })
    const replay = replayFund(records)
    expect(linesOf(replay.dealings, 'retribution')).toEqual([['a', 0n, -3n]])
    expect(replay.fundValueCents).toBe(999_997n)
  })

  test('never take more out of the fund than it is worth', () => {
    // 370,716.53 for 7.8, 0.1 and 12.1 units: 144,579.45, 1,853.58 and 224,283.50. B pays in 0.01, has 1,853.59 and
    // asks for a cent more.
    const taken = retribution('b', march(4), '1853.60')
    const records = membersOf({ a: '78', b: '1', c: '121' }, '370716.53', {
      entries: [
        contribution('b', march(4), '0.01'),
        retribution('a', march(4), '144579.45'),
        taken,
        retribution('c', march(4), '224283.50'),
      ],
    })
    const replay = replayFund(records)
    expect(replay.breaches).toMatchObject([{ recordId: taken.id, missingCents: 1n, maximumCents: 185_359n }])
    expect(replay.fundValueCents).toBe(0n)
    expect(replay.holdings.size).toBe(0)
  })
})

describe("the broker's withdrawals", () => {
  const flow = (replay: ReturnType<typeof replayFund>) => linesOf(replay.dealings, 'flow')
  const withdrawn = (amount: string, more: Partial<FundRecords> = {}) =>
    replayFund({ ...fund('1000'), closes: [close(march(3), '1000')], movements: [movement(march(4), amount)], ...more })

  test('cancel units of unallocated like a retribution', () => {
    expect(flow(withdrawn('-250'))).toEqual([['unallocated', -2_500_000_000n, -25_000n]])
    expect(flow(withdrawn('-1000'))).toEqual([['unallocated', -10_000_000_000n, -100_000n]])
  })

  test('are explained as long as unallocated covers them', () => {
    const replay = withdrawn('-1000')
    expect(replay.breaches).toEqual([])
    expect(replay.unexplainedLevels).toEqual([])
  })

  test('are unexplained beyond it, and wholly so when unallocated has nothing', () => {
    const replay = withdrawn('-1000.01')
    expect(flow(replay)).toEqual([['unallocated', -10_000_000_000n, -100_000n]])
    expect(replay.breaches).toEqual([{ kind: 'unexplained-withdrawal', day: march(4), missingCents: 1n }])
    const gone = replayFund(membersOf({ a: '100' }, '100', { movements: [movement(march(4), '-30')] }))
    expect(flow(gone)).toEqual([])
    expect(gone.unexplainedCents).toBe(3000n)
    expect(gone.cashOutsideCents).toBe(10_000n)
  })

  test('too small for a unit step take their cents all the same', () => {
    const dear = { opening: { ...fund('0.01').opening }, closes: [close(march(3), '10000')] }
    expect(flow(withdrawn('-0.03', dear))).toEqual([['unallocated', 0n, -3n]])
  })

  test('cancel units of unallocated that are worth nothing, and no other day does', () => {
    const records = {
      ...fund('0.01'),
      entries: [contribution('a', march(2), '100', { funding: 'new-money' })],
      closes: [close(march(3), '-90')],
    }
    expect(flow(replayFund({ ...records, movements: [movement(march(4), '-5')] }))).toEqual([
      ['unallocated', -100_000n, 0n],
    ])
    const taken = { ...records, entries: [...records.entries, retribution('a', march(4), '1')] }
    expect(replayFund(taken).holdings.get('unallocated')).toBe(100_000n)
  })

  test('are wholly unexplained while the fund is worth less than nothing and nobody holds units', () => {
    const replay = replayFund({
      ...fund('0'),
      closes: [close(march(3), '-50')],
      movements: [movement(march(4), '-30')],
    })
    expect(replay.unexplainedCents).toBe(3000n)
    expect(replay.fundValueCents).toBe(-5000n)
  })
})

describe('an unexplained withdrawal', () => {
  const levels = (...amounts: ReadonlyArray<readonly [date: number, amount: string]>) =>
    replayFund({
      ...fund('0'),
      entries: [contribution('a', march(2), '500')],
      movements: amounts.map(([date, amount]) => movement(march(date), amount)),
      closes: [3, 4, 5, 6].map((date) => close(march(date), '0', '0', { movementIds: [] })),
    })

  test('is repaid by later deposits, in parts, and what is more buys units', () => {
    const replay = levels([4, '-100'], [5, '30'], [6, '90'])
    expect(replay.unexplainedLevels.map(({ day, outstandingCents }) => [day, outstandingCents])).toEqual([
      [march(4), 10_000n],
      [march(5), 7000n],
      [march(6), 0n],
    ])
    expect(linesOf(replay.dealings, 'flow')).toEqual([['unallocated', 200_000_000n, 2000n]])
  })

  test('grows by another one', () => {
    expect(levels([4, '-100'], [5, '-50']).unexplainedCents).toBe(15_000n)
  })

  test('is repaid exactly by a deposit of the same amount, which buys nothing', () => {
    const replay = levels([4, '-100'], [5, '100'])
    expect(replay.unexplainedCents).toBe(0n)
    expect(linesOf(replay.dealings, 'flow')).toEqual([])
  })

  test('is none of the levels of a deposit that has nothing to repay', () => {
    expect(levels([4, '100']).unexplainedLevels).toEqual([])
  })
})
