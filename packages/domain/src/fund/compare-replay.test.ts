// Which changes the replay refuses, and what the refusal says (docs/rules/fund.md, "No holder below zero").
import { describe, expect, test } from 'vitest'
import type { MarketDay } from '../kind.ts'
import { dealingsByHolder } from './compare-replay.ts'
import { findMaximum, takenOutBy } from './find-maximum.ts'
import { judgeChange } from './judge-change.ts'
import type { Entry, FundRecords } from './record.ts'
import { refuseAtClose } from './refuse-at-close.ts'
import { replayFund } from './replay-fund.ts'
import { managementFee } from './testing/fee-fixture.ts'
import {
  close,
  contribution,
  dollars,
  expense,
  fund,
  march,
  movement,
  retribution,
  transfer,
  unitTransfer,
} from './testing/fund-fixture.ts'

const add = (records: FundRecords, entry: Entry, today = march(9)) =>
  judgeChange(records, { kind: 'add-entry', entry, reason: 'a reason' }, today)
const give = (records: FundRecords, one: ReturnType<typeof transfer>, today = march(9)) =>
  judgeChange(records, { kind: 'add-transfer', transfer: one }, today)
const level = (...dates: number[]) => dates.map((date) => close(march(date), '1000'))

const quiet: FundRecords = {
  ...fund('1000'),
  entries: [contribution('a', march(3), '100'), contribution('b', march(3), '100')],
  closes: level(3, 4, 5, 6),
}

describe('what the broker has broken already', () => {
  const uncovered: FundRecords = { ...quiet, entries: [...quiet.entries, retribution('a', march(5), '130')] }

  test('does not prevent other changes', () => {
    expect(replayFund(uncovered).breaches).toMatchObject([{ kind: 'not-covered', missingCents: 3000n }])
    expect(add(uncovered, contribution('b', march(4), '10')).isAllowed).toBe(true)
  })

  test('may not get worse', () => {
    expect(add(uncovered, retribution('a', march(4), '20'))).toMatchObject({
      refusal: { name: 'overdrawn', holderId: 'a', day: march(4), missingCents: 2000n, maximumCents: 0n },
    })
  })

  const drawn: FundRecords = {
    ...fund('1000'),
    movements: [movement(march(4), '-900'), movement(march(5), '-200')],
    closes: [close(march(3), '1000'), close(march(4), '100'), close(march(5), '-100')],
  }

  test('is the same for a withdrawal without an explanation, which names the first day on which it grows', () => {
    expect(add(drawn, contribution('a', march(4), '10')).isAllowed).toBe(true)
    // Of the 1,000.00 of the opening, 150.00 would be a's: 50.00 are missing on the 4th, and 150.00 more on the 5th.
    expect(add(drawn, contribution('a', march(1), '150'))).toMatchObject({
      refusal: { name: 'unexplained-withdrawal', day: march(4), missingCents: 5000n },
    })
  })
})

describe('the most that can be taken out', () => {
  test('leaves everything covered that is booked for later days', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(6), '70.55')] }
    expect(add(records, retribution('a', march(4), '40'))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 2945n, missingCents: 1055n },
    })
    const booked = { ...quiet, transfers: [transfer('a', 'b', march(6), '70.55')] }
    expect(give(booked, transfer('a', 'b', march(4), '40'))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 2945n, missingCents: 1055n },
    })
  })

  test('leaves the withdrawals of the broker explained', () => {
    const records = {
      ...fund('1000'),
      movements: [movement(march(6), '-400')],
      closes: [...level(3, 4, 5), close(march(6), '600')],
    }
    expect(give(records, transfer('unallocated', 'a', march(4), '700'))).toMatchObject({
      refusal: { name: 'unexplained-withdrawal', day: march(6), missingCents: 10_000n },
    })
    expect(give(records, transfer('unallocated', 'a', march(4), '1000.50'))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 60_000n, missingCents: 40_050n },
    })
  })

  test('is nothing for somebody who has nothing', () => {
    expect(add(quiet, retribution('c', march(9), '5'), march(9))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 0n, missingCents: 500n },
    })
  })

  test('is also found when the retribution of another holder is what it breaks', () => {
    // 1.00 for 1, 3 and 14 units shows b 0.17. Without the 0.78 of c it shows 0.16.
    const records = {
      ...fund('0'),
      entries: [
        ...[
          ['a', '10'],
          ['b', '30'],
          ['c', '140'],
        ].map(([holderId = '', amount = '']) => contribution(holderId, march(2), amount)),
        retribution('b', march(5), '0.17'),
      ],
      closes: [3, 4, 5].map((date) => close(march(date), '-179')),
    }
    expect(replayFund(records).breaches).toEqual([])
    expect(add(records, retribution('c', march(4), '0.78'), march(6))).toMatchObject({
      refusal: {
        name: 'below-zero',
        holderId: 'b',
        day: march(5),
        missingCents: 1n,
        recordId: records.entries[3]?.id,
        maximumCents: 77n,
      },
    })
  })

  test.each([
    { guess: 'right', holderId: 'a', wanted: '123.45', guessed: '100', maximum: '100', replays: 2 },
    {
      guess: 'one cent less than was wanted',
      holderId: 'a',
      wanted: '100.01',
      guessed: '100',
      maximum: '100',
      replays: 1,
    },
    { guess: 'nothing', holderId: 'c', wanted: '5', guessed: '0', maximum: '0', replays: 1 },
    { guess: 'more than was wanted', holderId: 'c', wanted: '0.02', guessed: '5', maximum: '0', replays: 1 },
  ])('needs $replays replays at most when the guess is $guess', ({ holderId, wanted, guessed, maximum, replays }) => {
    const entry = retribution(holderId, march(4), wanted)
    const takenOut = takenOutBy({ kind: 'add-entry', entry, reason: '' })
    if (!takenOut) throw new Error('A retribution takes out an amount')
    let count = 0
    const withAmount: typeof takenOut.withAmount = (amountCents) => {
      count += 1
      return takenOut.withAmount(amountCents)
    }
    expect(findMaximum(quiet, { ...takenOut, withAmount }, replayFund(quiet), dollars(guessed))).toBe(dollars(maximum))
    expect(count).toBe(replays)
  })

  test('is not named for changes that take out no amount', () => {
    const given = { ...quiet, transfers: [transfer('unallocated', 'a', march(5), '950')] }
    expect(add(given, contribution('c', march(1), '200'))).toMatchObject({
      refusal: { name: 'below-zero', holderId: 'unallocated', missingCents: 15_000n, maximumCents: undefined },
    })
    expect(give(quiet, unitTransfer('a', 'b', march(9), '10.5'))).toMatchObject({
      refusal: { name: 'below-zero', holderId: 'a', missingCents: 500n, maximumCents: undefined },
    })
  })
})

test('what is still unallocated of the opening is its value less shares and what was funded from it, and no later flow', () => {
  const records: FundRecords = {
    ...fund('1000'),
    openingShares: [{ holderId: 'b', shareCents: dollars('200'), paidInCents: dollars('150') }],
    entries: [contribution('a', march(1), '300'), contribution('a', march(3), '40')],
    movements: [movement(march(4), '50')],
    closes: level(3, 4),
  }
  expect(add(records, contribution('c', march(1), '700'))).toMatchObject({
    refusal: { name: 'opening-exceeded', missingCents: 20_000n, unallocatedCents: 50_000n },
  })
})

describe('somebody who has left', () => {
  // B leaves on Thursday the 5th.
  const records: FundRecords = { ...quiet, entries: [...quiet.entries, retribution('b', march(5), '100')] }

  test('cannot get other units for any day up to their last one', () => {
    for (const date of [4, 5])
      expect(add(records, contribution('b', march(date), '10'))).toMatchObject({
        refusal: { name: 'holder-has-left', holderId: 'b', leftOn: march(5) },
      })
  })

  test('cannot get the same dealings with other units, as by an expense before them', () => {
    const late = {
      ...fund('1000'),
      entries: [contribution('b', march(4), '100'), retribution('b', march(5), '100')],
      closes: level(3, 4, 5, 6),
    }
    const cost = (date: number) =>
      judgeChange(late, { kind: 'add-expense', expense: expense(march(date), '10') }, march(9))
    // 100.00 are 10 units at 10.00, and 10.1010101 units at 9.90.
    expect(cost(3)).toMatchObject({ refusal: { name: 'holder-has-left', holderId: 'b', leftOn: march(5) } })
    expect(cost(6).isAllowed).toBe(true)
  })

  test('has left with the last of all their dealings', () => {
    const later = {
      ...quiet,
      entries: [...quiet.entries, contribution('b', march(4), '20'), retribution('b', march(6), '120')],
    }
    expect(add(later, contribution('b', march(5), '10'))).toMatchObject({
      refusal: { name: 'holder-has-left', holderId: 'b', leftOn: march(6) },
    })
  })

  test('can come back, on that day today or on a later one in the past', () => {
    expect(add(records, contribution('b', march(5), '10'), march(5)).isAllowed).toBe(true)
    expect(add(records, contribution('b', march(6), '10')).isAllowed).toBe(true)
  })

  test('does not hinder changes of the others', () => {
    expect(add(records, contribution('a', march(4), '10')).isAllowed).toBe(true)
    expect(add(records, contribution('c', march(4), '10')).isAllowed).toBe(true)
  })

  test('is not somebody who still holds units', () => {
    const stays = { ...quiet, entries: [...quiet.entries, retribution('b', march(5), '99')] }
    expect(add(stays, contribution('b', march(4), '10')).isAllowed).toBe(true)
  })
})

test('closed books can be closed further', () => {
  const closed = { ...quiet, closedUntil: march(4) }
  expect(judgeChange(closed, { kind: 'close-period', until: march(5) }, march(9)).isAllowed).toBe(true)
})

test('the dealings of a replay are grouped by holder once', () => {
  const replay = replayFund(quiet)
  const grouped = dealingsByHolder(replay)
  expect(grouped.get('a')?.map(({ cause }) => cause)).toEqual(['contribution'])
  expect(dealingsByHolder(replay)).toBe(grouped)
})

describe('at a close', () => {
  const opened = { ...fund('1000', { dealing: 'of-the-day' }), entries: [contribution('a', march(1), '100')] }
  const [first, second, third] = ['60', '60', '30'].map((amount) => retribution('a', march(4), amount))

  test('each refusal is judged with the ones before it: what is left may be covered after all', () => {
    const records = { ...opened, entries: [...opened.entries, first!, second!, third!] }
    const closed = { ...records, closes: [close(march(4), '1000')] }
    expect(refuseAtClose(replayFund(records), closed)).toMatchObject([
      { recordId: second!.id, because: { missingCents: 2000n }, reversedIds: [second!.id] },
    ])
  })

  test('the net value is the bound once the fund has a fee policy, and the value before', () => {
    const records = { ...opened, entries: [...opened.entries, retribution('a', march(4), '100.01')] }
    const isNetFrom = (first: MarketDay) => {
      const charging = { ...records, feePolicies: [managementFee(2, first)] }
      return refuseAtClose(replayFund(charging), { ...charging, closes: [close(march(4), '1000')] })[0]?.isNet
    }
    expect([isNetFrom(march(4)), isNetFrom(march(5))]).toEqual([true, false])
  })

  test('only what has waited for it is refused', () => {
    const before = {
      ...opened,
      entries: [...opened.entries, retribution('a', march(3), '130')],
      closes: [close(march(3), '1000')],
    }
    expect(replayFund(before).breaches).toMatchObject([{ kind: 'not-covered' }])
    const waiting = { ...before, entries: [...before.entries, first!], movements: [movement(march(4), '-9')] }
    const closed = { ...waiting, closes: [...before.closes, close(march(4), '1000')] }
    expect(refuseAtClose(replayFund(waiting), closed).map(({ recordId }) => recordId)).toEqual([first!.id])
  })
})
