// What is refused before anything is replayed (docs/rules/fund.md, "Opening", "Matching", "Entries", "Period close" and
// "Expenses and transfers").
import { describe, expect, test } from 'vitest'
import type { FundChange } from './change.ts'
import { checkForm } from './check-form.ts'
import type { Entry, FundRecords, Match } from './record.ts'
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
  transfer,
  unitTransfer,
} from './testing/fund-fixture.ts'

/** Opened on Monday the 2nd; today is Friday the 6th. */
const opened: FundRecords = { ...fund('1000'), closes: [3, 4, 5].map((day) => close(march(day), '1000')) }
const check = (change: FundChange, records = opened, today = march(6)) =>
  checkForm(records, change, today, replayFund(records))
const checkEntry = (entry: Entry, reason = 'a reason', records = opened) =>
  check({ kind: 'add-entry', entry, reason }, records)

const outOfRange = { name: 'amount-out-of-range', minimumCents: 1n, maximumCents: 99_999_999_999n }
const beforeOpening = (date: number) => ({ name: 'before-opening', day: march(date), openingDay: march(2) })
const tomorrow = { name: 'future-day', day: march(7), today: march(6) }

describe('an entry', () => {
  test('may be of 0.01 to 999,999,999.99', () => {
    expect(checkEntry(contribution('a', march(6), '0.01'))).toBeUndefined()
    expect(checkEntry(contribution('a', march(6), '999999999.99'))).toBeUndefined()
    for (const amount of ['-0.01', '0', '1000000000'])
      expect(checkEntry(contribution('a', march(6), amount))).toEqual(outOfRange)
  })

  test('of today needs no reason, one of yesterday does, and spaces are none', () => {
    expect(checkEntry(contribution('a', march(6), '1'), '')).toBeUndefined()
    expect(checkEntry(contribution('a', march(5), '1'), 'forgotten')).toBeUndefined()
    for (const reason of ['', '  '])
      expect(checkEntry(contribution('a', march(5), '1'), reason)).toEqual({ name: 'reason-missing', day: march(5) })
  })

  test('of tomorrow is refused, and unallocated has none', () => {
    expect(checkEntry(contribution('a', march(7), '1'))).toEqual(tomorrow)
    expect(checkEntry(contribution('unallocated', march(6), '1'))).toEqual({
      name: 'holder-not-allowed',
      holderId: 'unallocated',
    })
  })

  test('takes nothing out up to the opening day, which is said before a reason is asked for', () => {
    expect(checkEntry(retribution('a', march(1), '1'), '')).toEqual(beforeOpening(1))
    expect(checkEntry(retribution('a', march(2), '1'), '')).toEqual(beforeOpening(2))
    expect(checkEntry(retribution('a', march(3), '1'))).toBeUndefined()
    expect(checkEntry(contribution('a', march(1), '1'))).toBeUndefined()
  })
})

describe('an expense', () => {
  const checkCost = (date: number, amount = '1') =>
    check({ kind: 'add-expense', expense: expense(march(date), amount) })

  test('has an amount and a day like an entry, and starts on the day after the opening', () => {
    expect(checkCost(6)).toBeUndefined()
    expect(checkCost(3)).toBeUndefined()
    expect(checkCost(6, '0')).toEqual(outOfRange)
    expect(checkCost(7)).toEqual(tomorrow)
    expect(checkCost(2)).toEqual(beforeOpening(2))
  })
})

describe('an expense that a member paid', () => {
  const cost = expense(march(6), '12')
  const entry = contribution('a', march(6), '12')
  const binding = match([], [entry, cost])
  const paid = { kind: 'add-paid-expense', expense: cost, entry, match: binding, reason: '' } as const
  const notTogether = { name: 'match-not-one-sided' }

  test('is a contribution of the same amount and day, bound to it alone', () => {
    expect(check(paid)).toBeUndefined()
  })

  test('is refused for what is wrong with the contribution or with the expense', () => {
    expect(check({ ...paid, entry: { ...entry, holderId: 'unallocated' } })).toMatchObject({
      name: 'holder-not-allowed',
    })
    expect(check({ ...paid, expense: { ...cost, amountCents: dollars('0') } })).toEqual(outOfRange)
    const early = { ...paid, entry: { ...entry, day: march(2) }, expense: { ...cost, day: march(2) }, reason: 'late' }
    expect(check(early)).toEqual(beforeOpening(2))
  })

  test('is refused when the amounts differ, by the difference', () => {
    expect(check({ ...paid, entry: { ...entry, amountCents: dollars('13') } })).toEqual({
      name: 'match-unbalanced',
      differenceCents: 100n,
    })
  })

  test.each<[what: string, change: Partial<typeof paid> | { entry: Entry } | { match: Match }]>([
    ['a retribution', { entry: { ...entry, kind: 'retribution' } }],
    ['a contribution of another day', { entry: { ...entry, day: march(5) } }],
    ['a match with a movement', { match: { ...binding, movementIds: ['m'] } }],
    ['a match without the contribution', { match: { ...binding, itemIds: ['other', cost.id] } }],
    ['a match without the expense', { match: { ...binding, itemIds: [entry.id, 'other'] } }],
    ['a match with a third record', { match: { ...binding, itemIds: [entry.id, cost.id, 'other'] } }],
  ])('is refused with %s', (_what, change) => {
    expect(check({ ...paid, reason: 'a reason', ...change })).toEqual(notTogether)
  })
})

describe('a transfer', () => {
  const checkTransfer = (one: ReturnType<typeof transfer>) => check({ kind: 'add-transfer', transfer: one })

  test('has an amount, or some units, and a day after the opening', () => {
    expect(checkTransfer(transfer('a', 'b', march(3), '1'))).toBeUndefined()
    expect(checkTransfer(unitTransfer('a', 'b', march(6), '0.00000001'))).toBeUndefined()
    expect(checkTransfer(transfer('a', 'b', march(6), '0'))).toEqual(outOfRange)
    expect(checkTransfer(transfer('a', 'b', march(6), '1000000000'))).toEqual(outOfRange)
    for (const units of ['0', '-1']) expect(checkTransfer(unitTransfer('a', 'b', march(6), units))).toEqual(outOfRange)
    expect(checkTransfer(transfer('a', 'b', march(7), '1'))).toEqual(tomorrow)
    expect(checkTransfer(transfer('a', 'b', march(2), '1'))).toEqual(beforeOpening(2))
  })

  test('goes to somebody else', () => {
    expect(checkTransfer(transfer('a', 'a', march(6), '1'))).toEqual({ name: 'holder-not-allowed', holderId: 'a' })
    expect(checkTransfer(transfer('unallocated', 'a', march(6), '1'))).toBeUndefined()
  })
})

describe('an opening', () => {
  const share = (holderId: string, amount: string, paidIn = amount) => ({
    holderId,
    shareCents: dollars(amount),
    paidInCents: dollars(paidIn),
  })
  const checkOpening = (value: string, shares: ReadonlyArray<ReturnType<typeof share>> = []) =>
    check({
      kind: 'change-opening',
      opening: { ...opened.opening, valueCents: dollars(value) },
      openingShares: shares,
    })

  test('may be nothing, but not less, and so may a share and what was paid in for it', () => {
    expect(checkOpening('0')).toBeUndefined()
    expect(checkOpening('10', [share('a', '0'), share('b', '10')])).toBeUndefined()
    for (const refused of [
      checkOpening('-0.01'),
      checkOpening('10', [share('a', '1'), share('b', '-0.01', '1')]),
      checkOpening('10', [share('a', '1'), share('b', '1', '-0.01')]),
    ])
      expect(refused).toEqual({ name: 'opening-negative' })
  })

  test('names each holder once, and never unallocated', () => {
    expect(checkOpening('10', [share('a', '1'), share('b', '1'), share('a', '1')])).toEqual({
      name: 'holder-not-allowed',
      holderId: 'a',
    })
    expect(checkOpening('10', [share('unallocated', '1')])).toEqual({
      name: 'holder-not-allowed',
      holderId: 'unallocated',
    })
  })

  test('shares out all of its value, and not a cent more', () => {
    expect(checkOpening('10', [share('a', '6'), share('b', '4')])).toBeUndefined()
    expect(checkOpening('10', [share('a', '6'), share('b', '4.03')])).toEqual({
      name: 'opening-exceeded',
      missingCents: 3n,
      unallocatedCents: 1000n,
    })
  })
})

describe('a record that is switched or reversed', () => {
  const entry = contribution('a', march(3), '1')
  const cost = expense(march(3), '1')
  const gift = transfer('unallocated', 'a', march(3), '1')
  const received = movement(march(3), '1')
  const known = match([received], [entry])
  const records: FundRecords = {
    ...opened,
    entries: [entry],
    expenses: [cost],
    transfers: [gift],
    movements: [received],
    matches: [known],
  }
  const reverse = (recordId: string, from = records) => check({ kind: 'reverse', recordId }, from)
  const toggle = (entryId: string, from = records) =>
    check({ kind: 'set-entry-status', change: { entryId, isActive: false, sequence: 1 } }, from)

  test('is an entry, an expense, a transfer or a match of the books', () => {
    for (const { id } of [entry, cost, gift, known]) expect(reverse(id)).toBeUndefined()
    for (const id of [received.id, 'nobody']) expect(reverse(id)).toEqual({ name: 'unknown-record', recordId: id })
  })

  test('only an entry can be switched', () => {
    expect(toggle(entry.id)).toBeUndefined()
    expect(toggle(cost.id)).toEqual({ name: 'unknown-record', recordId: cost.id })
  })

  test('is gone once it is reversed, but not when it is only switched off', () => {
    const reversed = { ...records, reversals: [{ recordId: entry.id }] }
    expect(reverse(entry.id, reversed)).toEqual({ name: 'unknown-record', recordId: entry.id })
    expect(reverse(cost.id, reversed)).toBeUndefined()
    expect(toggle(entry.id, reversed)).toEqual({ name: 'unknown-record', recordId: entry.id })
    const off = { ...records, statusChanges: [{ entryId: entry.id, isActive: false, sequence: 1 }] }
    expect(reverse(entry.id, off)).toBeUndefined()
    expect(toggle(entry.id, off)).toBeUndefined()
  })
})

test('the kind of dealing can be set to what it is, and to another one until the first entry', () => {
  const entered = { ...opened, entries: [contribution('a', march(3), '1')] }
  expect(check({ kind: 'set-dealing', dealing: 'of-the-day' })).toBeUndefined()
  expect(check({ kind: 'set-dealing', dealing: 'of-the-day' }, entered)).toEqual({ name: 'dealing-fixed' })
  expect(check({ kind: 'set-dealing', dealing: 'before-the-day' }, entered)).toBeUndefined()
})
