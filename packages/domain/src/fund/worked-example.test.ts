// The worked examples of docs/rules/fund.md, each under the sentence it illustrates.
import { describe, expect, test } from 'vitest'
import type { FundRecords } from './record.ts'
import {
  close,
  contribution,
  dollars,
  fund,
  march,
  match,
  movement,
  retribution,
  rowOf,
  summary,
} from './testing/fund-fixture.ts'
import { judgeChange } from './judge-change.ts'
import { replayFund } from './replay-fund.ts'

/** The same records give the same result in both kinds of dealing when entries and prices do not share a day. */
describe('worked examples', () => {
  test('opening value 500, later 5,000: a payment of 100 buys 1 unit, and the unit value stays 100', () => {
    const paid = contribution('a', march(4), '100')
    const received = movement(march(4), '100')
    const records = { ...fund('500'), entries: [paid], movements: [received], matches: [match([received], [paid])] }
    const before = { ...records, closes: [close(march(3), '5000')] }
    expect(summary(fund('500'))).toBe('500.00 in 50 units at 10.000000')
    expect(summary({ ...fund('500'), closes: before.closes })).toBe('5000.00 in 50 units at 100.000000')
    expect(summary(before)).toBe('5100.00 in 51 units at 100.000000')
    expect(summary({ ...before, closes: [...before.closes, close(march(4), '5600')] })).toBe(
      '5600.00 in 51 units at 109.803922',
    )
  })

  test('A pays 4,000 and B 1,000, the value rises to 5,400, each pays 100: 78.93 % and 21.07 %', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [
        contribution('a', march(2), '4000'),
        contribution('b', march(2), '1000'),
        contribution('a', march(4), '100'),
        contribution('b', march(4), '100'),
      ],
      closes: [close(march(3), '400')],
    }
    const replay = replayFund(records)
    const bought = replay.dealings.filter((dealing) => dealing.day === march(4)).map((dealing) => dealing.units)
    expect(bought).toEqual([925925926n, 925925926n])
    expect(summary(records)).toBe('5600.00 in 518.51851852 units at 10.800000')
    expect(rowOf(replay, 'a')['percent']).toBe('78.93')
    expect(rowOf(replay, 'b')['percent']).toBe('21.07')
  })

  test('A pays 100, the fund doubles, B pays 100: A has 66.67 % and gained 100.00, B 33.33 % and nothing', () => {
    const replay = replayFund({
      ...fund('0'),
      entries: [contribution('a', march(2), '100'), contribution('b', march(4), '100')],
      closes: [close(march(3), '100')],
    })
    expect(rowOf(replay, 'a')).toMatchObject({ percent: '66.67', profit: '100.00', value: '200.00' })
    expect(rowOf(replay, 'b')).toMatchObject({ percent: '33.33', profit: '0.00', value: '100.00' })
  })

  test('49 / 49 / 2 percent on the first payday and a third each on the second, 100 realised on each: 82.34 / 82.33 / 35.33', () => {
    const records: FundRecords = {
      ...fund('1000'),
      openingShares: [
        { holderId: 'a', shareCents: dollars('490'), paidInCents: dollars('490') },
        { holderId: 'b', shareCents: dollars('490'), paidInCents: dollars('490') },
        { holderId: 'c', shareCents: dollars('20'), paidInCents: dollars('20') },
      ],
      entries: [contribution('c', march(4), '517')],
      closes: [close(march(3), '1100'), close(march(4), '1200')],
    }
    expect(summary(records, march(3))).toBe('1100.00 in 100 units at 11.000000')
    const second = replayFund(records)
    expect(second.holdings).toEqual(
      new Map([
        ['a', 4900000000n],
        ['b', 4900000000n],
        ['c', 4900000000n],
      ]),
    )
    expect(['a', 'b', 'c'].map((id) => rowOf(second, id)['real'])).toEqual(['82.34', '82.33', '35.33'])
  })

  test("before the day: A and B hold half each, A leaves on the day on which 100 is realised: all of it is B's", () => {
    const halves = [contribution('a', march(2), '500'), contribution('b', march(2), '500')]
    const records: FundRecords = {
      ...fund('0'),
      entries: [...halves, retribution('a', march(4), '500')],
      closes: [close(march(3), '0'), close(march(4), '100')],
    }
    const replay = replayFund(records)
    expect(rowOf(replay, 'a')).toMatchObject({ value: '0.00', profit: '0.00' })
    expect(rowOf(replay, 'b')).toMatchObject({ value: '600.00', real: '100.00' })
  })

  test('an account linked with an open profit of 5,000: on that day all results are 0', () => {
    const replay = replayFund({
      ...fund('20000', { openProfit: '5000' }),
      entries: [contribution('a', march(2), '4000')],
    })
    const nothing = { profit: '0.00', real: '0.00', floating: '0.00' }
    expect(rowOf(replay, 'a')).toMatchObject({ value: '4000.00', ...nothing })
    expect(rowOf(replay, 'unallocated')).toMatchObject({ value: '16000.00', ...nothing })
  })

  test('A and B hold 50/50 of 1,100 with open profit 100; B takes out 275; then the 100 is realised: nobody is left with Floating', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [
        contribution('a', march(2), '500'),
        contribution('b', march(2), '500'),
        retribution('b', march(4), '275'),
      ],
      closes: [close(march(3), '100', '0'), close(march(4), '100', '100')],
    }
    const open = replayFund(records, march(3))
    expect(rowOf(open, 'b')).toMatchObject({ value: '550.00', floating: '50.00', real: '0.00' })
    const realised = replayFund(records)
    expect(rowOf(realised, 'a')).toMatchObject({ floating: '0.00', real: '50.00', value: '550.00' })
    expect(rowOf(realised, 'b')).toMatchObject({ floating: '0.00', real: '50.00', value: '275.00', amount: '225.00' })
  })

  test('A holds 1,000 with open profit 100 in it, B joins with 1,100, the 100 is realised: Floating of both is 0', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(2), '1000'), contribution('b', march(4), '1100')],
      closes: [close(march(3), '100', '0'), close(march(4), '100', '100')],
    }
    const joined = replayFund({ ...records, closes: records.closes.slice(0, 1) })
    expect(rowOf(joined, 'b')).toMatchObject({ profit: '0.00', real: '-50.00', floating: '50.00' })
    const realised = replayFund(records)
    expect(rowOf(realised, 'a')).toMatchObject({ floating: '0.00', real: '100.00' })
    expect(rowOf(realised, 'b')).toMatchObject({ floating: '0.00', real: '0.00' })
  })

  test('units 10 and 20, fund 100.00: B leaves with the 66.67 on his screen and has no unit left', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [contribution('a', march(2), '100'), contribution('b', march(2), '200')],
      closes: [close(march(3), '-200')],
    }
    expect(rowOf(replayFund(records), 'b')['value']).toBe('66.67')
    const leave = (amount: string) =>
      judgeChange(records, { kind: 'add-entry', entry: retribution('b', march(4), amount), reason: '' }, march(4))
    expect(leave('66.68')).toMatchObject({
      isAllowed: false,
      refusal: { name: 'overdrawn', holderId: 'b', day: march(4), missingCents: 1n, maximumCents: 6667n },
    })
    const left = leave('66.67')
    if (!left.isAllowed) throw new Error('B may leave')
    expect(left.after.holdings.has('b')).toBe(false)
    expect(left.after.fundValueCents).toBe(3333n)
  })
})
