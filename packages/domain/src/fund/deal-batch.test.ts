// What is dealt on one day, at one unit value (docs/rules/fund.md, "Units and dealing", "Matching" and "Expenses and
// transfers").
import { describe, expect, test } from 'vitest'
import { deal } from './book.ts'
import { currentRecords } from './current-record.ts'
import { judgeChange } from './judge-change.ts'
import { openBook } from './open-book.ts'
import type { FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import {
  close,
  contribution,
  dollars,
  expense,
  fund,
  march,
  match,
  movement,
  retribution,
  rowOf,
  transfer,
  unitTransfer,
} from './testing/fund-fixture.ts'
import { unallocatedFlows } from './unallocated-flow.ts'

const lines = (records: FundRecords, day = march(4)) =>
  replayFund(records)
    .dealings.filter((one) => one.day === day)
    .map(({ holderId, cause, units, amountCents }) => [holderId, cause, units, amountCents])

describe('a fund that was just opened', () => {
  test('has its opening, and nothing else', () => {
    const replay = replayFund(fund('100', { openProfit: '7' }))
    expect(replay).toMatchObject({ borneExpenses: [], unexplainedLevels: [], breaches: [], pending: [] })
    expect(replay.valuations).toMatchObject([
      { quality: 'opening', brokerValueCents: 10_000n, realValueCents: 9300n, expensesCents: 0n, movementsCents: 0n },
    ])
    expect(lines(fund('100'), march(2))).toEqual([['unallocated', 'opening', 1_000_000_000n, 10_000n]])
  })

  test('gives shares in the order of the holders, up to the whole of its value', () => {
    const share = (holderId: string, amount: string) => ({
      holderId,
      shareCents: dollars(amount),
      paidInCents: dollars('1'),
    })
    const records = { ...fund('100'), openingShares: [share('b', '60'), share('a', '40')] }
    expect(lines(records, march(2)).map(([holderId, cause, units]) => [holderId, cause, units])).toEqual([
      ['a', 'opening-share', 400_000_000n],
      ['b', 'opening-share', 600_000_000n],
      ['unallocated', 'opening', 0n],
    ])
    expect(replayFund(records).breaches).toEqual([])
    const funded = { ...fund('100'), entries: [contribution('a', march(1), '100')] }
    expect(replayFund(funded).breaches).toEqual([])
  })
})

describe('at a unit value of zero or less', () => {
  const entry = contribution('a', march(4), '10')
  const gift = transfer('unallocated', 'b', march(4), '10')
  const received = movement(march(5), '10')

  test.each(['0', '-5'])('of a fund worth %s everything waits, and each record is a breach once', (value) => {
    const records = {
      ...fund('1000'),
      entries: [entry],
      transfers: [gift],
      movements: [received],
      closes: [3, 4, 5, 6].map((date) => close(march(date), value, value, { movementIds: [] })),
    }
    const replay = replayFund(records)
    const waits = { reason: 'unit-value-not-positive', awaitedSession: undefined }
    expect(replay.pending).toEqual([
      { ...waits, recordId: entry.id, kind: 'entry', day: march(4) },
      { ...waits, recordId: gift.id, kind: 'transfer', day: march(4) },
      { ...waits, recordId: received.id, kind: 'flow', day: march(5) },
    ])
    const breach = { kind: 'not-dealable', day: march(4), reason: 'unit-value-not-positive' }
    expect(replay.breaches).toEqual([
      { ...breach, recordId: entry.id, holderId: 'a' },
      { ...breach, recordId: gift.id, holderId: 'unallocated' },
    ])
  })
})

test('what waits for a missing close is listed with its kind and its session', () => {
  const entry = contribution('a', march(5), '10')
  const gift = transfer('unallocated', 'b', march(5), '10')
  const received = movement(march(5), '10')
  const replay = replayFund({ ...fund('1000'), entries: [entry], transfers: [gift], movements: [received] })
  const waits = { day: march(5), reason: 'close-missing', awaitedSession: march(4) }
  expect(replay.pending).toEqual([
    { ...waits, recordId: entry.id, kind: 'entry' },
    { ...waits, recordId: gift.id, kind: 'transfer' },
    { ...waits, recordId: received.id, kind: 'flow' },
  ])
})

test('of the day nothing is dealt at an unreconciled close', () => {
  const entry = contribution('a', march(4), '10')
  const odd = close(march(4), '500', '500', { quality: 'unreconciled' })
  const records = { ...fund('1000', { dealing: 'of-the-day' }), entries: [entry], closes: [odd] }
  expect(replayFund(records).pending).toMatchObject([{ recordId: entry.id, reason: 'next-close' }])
  const next = { ...records, closes: [odd, close(march(5), '2000')] }
  expect(lines(next, march(5))).toEqual([['a', 'contribution', 50_000_000n, 1000n]])
})

describe('without units', () => {
  const allOut: FundRecords = {
    ...fund('0'),
    entries: [contribution('a', march(2), '100'), retribution('a', march(4), '100')],
    closes: [close(march(3), '0')],
  }

  test('a deposit buys units when nothing is missing, and leaves nothing over', () => {
    expect(lines({ ...allOut, movements: [movement(march(5), '30')], closes: level(3, 4) }, march(5))).toEqual([
      ['unallocated', 'flow', 300_000_000n, 3000n],
    ])
  })

  test('a deposit first fills what is missing, and what is left becomes units', () => {
    const records = {
      ...allOut,
      movements: [movement(march(5), '30')],
      closes: [...level(3), close(march(4), '-10', '-10', { movementIds: [] })],
    }
    expect(lines(records, march(5))).toEqual([
      ['unallocated', 'flow', 0n, 3000n],
      ['unallocated', 'left-over', 200_000_000n, 0n],
    ])
    const exact = { ...records, movements: [movement(march(5), '10')] }
    expect(lines(exact, march(5))).toEqual([['unallocated', 'flow', 0n, 1000n]])
  })

  test('nothing becomes of an unreconciled close', () => {
    const odd = close(march(4), '10', '10', { quality: 'unreconciled' })
    expect(replayFund({ ...allOut, closes: [...level(3), odd] }).issuedUnits).toBe(0n)
    expect(replayFund({ ...allOut, closes: [...level(3), close(march(4), '10')] }).issuedUnits).toBe(100_000_000n)
  })

  function level(...dates: number[]) {
    return dates.map((date) => close(march(date), '0', '0', { movementIds: [] }))
  }
})

describe('a transfer', () => {
  /** 100.00 for 10 units of a and 20 of b: 33.33 and 66.67. */
  const third = {
    ...fund('0'),
    entries: [contribution('a', march(2), '100'), contribution('b', march(2), '200')],
    closes: [close(march(3), '-200')],
  }

  test('of all that the screen shows moves every unit', () => {
    expect(lines({ ...third, transfers: [transfer('a', 'c', march(4), '33.33')] })).toEqual([
      ['a', 'transfer', -1_000_000_000n, -3333n],
      ['c', 'transfer', 1_000_000_000n, 3333n],
    ])
    // 66.67 would be 20.001 units.
    expect(lines({ ...third, transfers: [transfer('b', 'c', march(4), '66.67')] })).toEqual([
      ['b', 'transfer', -2_000_000_000n, -6667n],
      ['c', 'transfer', 2_000_000_000n, 6667n],
    ])
  })

  test('of a part moves the units of its amount', () => {
    expect(lines({ ...third, transfers: [transfer('a', 'c', march(4), '10')] })).toEqual([
      ['a', 'transfer', -300_000_000n, -1000n],
      ['c', 'transfer', 300_000_000n, 1000n],
    ])
  })

  test('of more units than there are lacks at least a cent, even if they are worth less', () => {
    const give = (units: string) =>
      judgeChange(third, { kind: 'add-transfer', transfer: unitTransfer('a', 'c', march(4), units) }, march(4))
    expect(give('10').isAllowed).toBe(true)
    expect(give('10.00000001')).toMatchObject({ refusal: { name: 'below-zero', missingCents: 1n } })
    expect(give('11.2')).toMatchObject({ refusal: { name: 'below-zero', missingCents: 400n } })
  })

  test('that rounds to no unit is refused', () => {
    const dear = { ...fund('0.01'), closes: [close(march(3), '9999999')] }
    const small = transfer('unallocated', 'c', march(4), '0.01')
    expect(judgeChange(dear, { kind: 'add-transfer', transfer: small }, march(4))).toEqual({
      isAllowed: false,
      refusal: { name: 'zero-units', holderId: 'unallocated', day: march(4) },
    })
  })
})

describe('at a close', () => {
  test('a movement counts with the first close that lists it', () => {
    const received = movement(march(3), '50')
    const listed = [received.id]
    const records = {
      ...fund('1000'),
      movements: [received],
      closes: [4, 5].map((date) => close(march(date), '1050', '1000', { movementIds: listed })),
    }
    const { valuations } = replayFund(records)
    expect(valuations.map(({ day, movementsCents, realValueCents }) => [day, movementsCents, realValueCents])).toEqual([
      [march(2), 0n, 100_000n],
      [march(4), 5000n, 100_000n],
      [march(5), 0n, 100_000n],
    ])
  })

  test('an expense is borne by those who hold units, and is a breach only without any', () => {
    const records = { ...fund('1000'), expenses: [expense(march(3), '5')], closes: [close(march(3), '1000')] }
    expect(replayFund(records).breaches).toEqual([])
    expect(replayFund(records).borneExpenses).toMatchObject([{ amountCents: 500n, units: 10_000_000_000n }])
    expect(rowOf(replayFund(records), 'unallocated')['value']).toBe('995.00')
    const cost = expense(march(3), '5')
    expect(replayFund({ ...fund('0'), expenses: [cost], closes: [close(march(3), '0')] }).breaches).toEqual([
      { kind: 'expense-without-holder', recordId: cost.id, day: march(3) },
    ])
  })
})

test('units below zero are a fault of the replay, not a figure', () => {
  const book = openBook(fund('100'), [])
  const change = { day: march(3), holderId: 'a', cause: 'flow', units: -1n, amountCents: 0n } as const
  expect(() => deal(book, change)).toThrow('negative units')
})

describe('the unexplained part of a movement', () => {
  const flows = (more: Partial<FundRecords>) =>
    unallocatedFlows(currentRecords({ ...fund('1000'), ...more })).map(({ movementId, day, amountCents }) => [
      movementId,
      day,
      amountCents,
    ])
  const at = (date: number, amount: string, id: string) => movement(march(date), amount, { id })

  test('is nothing once its items explain it', () => {
    const received = at(4, '100', 'm1')
    const paid = contribution('a', march(4), '100')
    expect(flows({ movements: [received], entries: [paid] })).toEqual([['m1', march(4), 10_000n]])
    expect(flows({ movements: [received], entries: [paid], matches: [match([received], [paid])] })).toEqual([])
  })

  test('of several for one item is left in the later ones: by day, then by id, whatever the order in the match', () => {
    const moves = [at(6, '40', 'm4'), at(4, '40', 'm3'), at(5, '40', 'm2'), at(5, '40', 'm1')]
    const paid = contribution('a', march(4), '90')
    expect(flows({ movements: moves, entries: [paid], matches: [match(moves, [paid])] })).toEqual([
      ['m2', march(5), 3000n],
      ['m4', march(6), 4000n],
    ])
    const out = moves.map((one) => ({ ...one, amountCents: dollars('-40') }))
    const taken = retribution('a', march(4), '90')
    expect(flows({ movements: out, entries: [taken], matches: [match(out, [taken])] })).toEqual([
      ['m2', march(5), -3000n],
      ['m4', march(6), -4000n],
    ])
  })

  test('of the other direction has no explanation before the last one, which takes the rest', () => {
    const moves = [at(4, '-40', 'm1'), at(5, '40', 'm2'), at(6, '60', 'm3')]
    const paid = contribution('a', march(4), '90')
    expect(flows({ movements: moves, entries: [paid], matches: [match(moves, [paid])] })).toEqual([
      ['m1', march(4), -4000n],
      ['m3', march(6), 1000n],
    ])
    const taken = retribution('a', march(4), '90')
    const out = [at(4, '40', 'm1'), at(5, '-40', 'm2'), at(6, '-60', 'm3')]
    expect(flows({ movements: out, entries: [taken], matches: [match(out, [taken])] })).toEqual([
      ['m1', march(4), 4000n],
      ['m3', march(6), -1000n],
    ])
  })

  test('is all of it while its item is switched off, and counts once when two matches name it', () => {
    const received = at(4, '100', 'm1')
    const [paid, other] = [contribution('a', march(4), '100'), contribution('b', march(4), '30')]
    const records = {
      movements: [received],
      entries: [{ ...paid, isActive: false }, other],
      matches: [match([received], [paid])],
    }
    expect(flows(records)).toEqual([['m1', march(4), 10_000n]])
    const twice = {
      movements: [received],
      entries: [paid, other],
      matches: [match([received], [paid]), match([received], [other])],
    }
    expect(flows(twice)).toEqual([])
  })

  test('is what the movements after the opening lack when one of the match is before it', () => {
    const moves = [at(2, '40', 'm1'), at(4, '60', 'm2')]
    const paid = contribution('a', march(4), '60')
    expect(flows({ movements: moves, entries: [paid], matches: [match(moves, [paid])] })).toEqual([])
  })
})
