// Which records count, and on which side of the opening they fall (docs/rules/fund.md, "Opening", "Matching" and
// "Append-only records"). The fund opens on Monday the 2nd.
import { describe, expect, test } from 'vitest'
import { currentRecords, isFundedFromOpening, liveness } from './current-record.ts'
import { openFund, type Entry } from './record.ts'
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
} from './testing/fund-fixture.ts'

const ids = (list: ReadonlyArray<{ readonly id: string }>) => list.map(({ id }) => id)

test('a new fund has its opening, and no records', () => {
  const opening = { day: march(2), valueCents: dollars('1000'), openProfitCents: dollars('50') }
  expect(openFund(opening)).toEqual({
    dealing: 'before-the-day',
    opening,
    openingShares: [],
    entries: [],
    statusChanges: [],
    reversals: [],
    movements: [],
    matches: [],
    closes: [],
    expenses: [],
    transfers: [],
    moves: [],
    feePolicies: [],
    feeCharges: [],
  })
  expect(openFund(opening, 'of-the-day').dealing).toBe('of-the-day')
})

describe('the opening day', () => {
  const early = contribution('a', march(1), '1')
  const onTheDay = contribution('a', march(2), '1')
  const fresh = contribution('a', march(2), '1', { funding: 'new-money' })
  const later = contribution('a', march(3), '1')

  test('divides contributions: earlier ones and those that are part of its value are funded from it', () => {
    const current = currentRecords({ ...fund('1000'), entries: [later, fresh, onTheDay, early] })
    expect(ids(current.funded)).toEqual([early.id, onTheDay.id])
    expect(ids(current.entries)).toEqual([fresh.id, later.id])
  })

  test('funds nothing when it was worth nothing, except what is dated before it', () => {
    const nothing = fund('0')
    expect([early, onTheDay, fresh, later].map((entry) => isFundedFromOpening(entry, nothing))).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('is the last one of retributions, expenses and transfers without effect', () => {
    const outs = [1, 2, 3].map((date) => retribution('a', march(date), '1'))
    const costs = [1, 2, 3].map((date) => expense(march(date), '1'))
    const gifts = [1, 2, 3].map((date) => transfer('a', 'b', march(date), '1'))
    const current = currentRecords({ ...fund('1000'), entries: outs, expenses: costs, transfers: gifts })
    expect(ids(current.misdated)).toEqual(ids([...outs.slice(0, 2), ...costs.slice(0, 2), ...gifts.slice(0, 2)]))
    expect(current.funded).toEqual([])
    expect([ids(current.entries), ids(current.expenses), ids(current.transfers)]).toEqual(
      [outs, costs, gifts].map((list) => ids(list.slice(2))),
    )
  })

  test('contains the movements up to it, and has no close but its own value', () => {
    const moves = [1, 2, 3].map((date) => movement(march(date), '1'))
    const closes = [1, 2, 3].map((date) => close(march(date), '1000'))
    const current = currentRecords({ ...fund('1000'), movements: moves, closes })
    expect(ids(current.movementsBeforeOpening)).toEqual(ids(moves.slice(0, 2)))
    expect(ids(current.movements)).toEqual(ids(moves.slice(2)))
    expect(current.closes.map(({ day }) => day)).toEqual([march(3)])
  })
})

describe('what counts', () => {
  const entry = contribution('a', march(4), '1')
  const off = (sequence: number, isActive = false, entryId = entry.id) => ({ entryId, isActive, sequence })

  test('is what was not reversed, and the last switch decides in whatever order the switches come', () => {
    const isLive = liveness({ statusChanges: [off(2), off(1, true), off(3, true, 'other')], reversals: [] })
    expect([isLive(entry.id), isLive('other', false), isLive('else'), isLive('else', false)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    const gone = liveness({ statusChanges: [off(1, true)], reversals: [{ recordId: entry.id }] })
    expect(gone(entry.id)).toBe(false)
  })

  test('are the live matches, in the order of their ids', () => {
    const [first, second, third] = [match([], [entry]), match([], [entry]), match([], [entry])]
    const current = currentRecords({
      ...fund('1000'),
      matches: [third, second, first],
      reversals: [{ recordId: second.id }],
    })
    expect(ids(current.matches)).toEqual([first.id, third.id])
  })

  test('is the newest revision of a movement and of a close, in whatever order they arrive', () => {
    const revised = (revision: number, amount: string) => movement(march(4), amount, { id: 'm', revision })
    const first = movement(march(4), '1', { id: 'm' })
    for (const movements of [
      [first, revised(2, '3'), revised(1, '2')],
      [revised(2, '3'), revised(1, '2'), first],
    ])
      expect(currentRecords({ ...fund('1000'), movements }).movements).toEqual([revised(2, '3')])
    const closeOf = (revision: number) => close(march(4), String(revision), '0', { revision })
    const closes = [closeOf(2), close(march(4), '9'), closeOf(1), close(march(3), '5')]
    expect(currentRecords({ ...fund('1000'), closes }).closes).toEqual([closes[3], closeOf(2)])
  })

  test('is sorted by day, then by id', () => {
    const at = (date: number, id: string): Entry => contribution('a', march(date), '1', { id })
    const entries = [at(5, 'a'), at(4, 'c'), at(4, 'b'), at(3, 'z')]
    expect(ids(currentRecords({ ...fund('1000'), entries }).entries)).toEqual(['z', 'b', 'c', 'a'])
  })

  test('is an expense that a member paid, while the contribution it was booked with is active', () => {
    const cost = expense(march(4), '1')
    const own = expense(march(4), '2')
    const binding = match([], [entry, cost])
    const records = { ...fund('1000'), entries: [entry], expenses: [cost, own], matches: [binding] }
    const expenses = (more: object) => ids(currentRecords({ ...records, ...more }).expenses)
    expect(expenses({})).toEqual([cost.id, own.id])
    expect(expenses({ statusChanges: [off(1)] })).toEqual([own.id])
    expect(expenses({ entries: [{ ...entry, isActive: false }] })).toEqual([own.id])
    expect(expenses({ entries: [{ ...entry, isActive: false }], statusChanges: [off(1, true)] })).toEqual([
      cost.id,
      own.id,
    ])
    expect(expenses({ reversals: [{ recordId: own.id }] })).toEqual([cost.id])
  })
})

describe('records on the wrong side of the opening', () => {
  const breaches = (more: object) => replayFund({ ...fund('1000'), ...more }).breaches

  test('are named, each with its own day', () => {
    const out = retribution('a', march(1), '1')
    const cost = expense(march(2), '1')
    expect(breaches({ entries: [out], expenses: [cost] })).toEqual([
      { kind: 'before-opening', recordId: out.id, day: march(1) },
      { kind: 'before-opening', recordId: cost.id, day: march(2) },
    ])
  })

  test.each([
    [
      'a movement after it and a contribution funded from it',
      movement(march(3), '1'),
      contribution('a', march(2), '1'),
    ],
    ['a movement before it and a contribution after it', movement(march(2), '1'), contribution('a', march(3), '1')],
    [
      'a movement before it and new money of its day',
      movement(march(2), '1'),
      contribution('a', march(2), '1', { funding: 'new-money' }),
    ],
    ['a movement after it and an expense of its day', movement(march(3), '-1'), expense(march(2), '1')],
    ['a movement after it and a retribution of its day', movement(march(3), '-1'), retribution('a', march(2), '1')],
  ])('cannot be matched across it: %s', (_what, received, item) => {
    const one = match([received], [item])
    const lists = 'holderId' in item ? { entries: [item] } : { expenses: [item] }
    expect(breaches({ ...lists, movements: [received], matches: [one] })).toContainEqual({
      kind: 'match-across-opening',
      recordId: one.id,
      day: march(2),
    })
  })

  test.each([
    ['both before it', movement(march(1), '1'), contribution('a', march(2), '1')],
    ['both after it', movement(march(3), '1'), contribution('a', march(3), '1')],
    ['a retribution after it', movement(march(4), '-1'), retribution('unallocated', march(3), '1')],
    ['an expense after it', movement(march(4), '-1'), expense(march(3), '1')],
    ['an expense and a movement of its day', movement(march(2), '-1'), expense(march(2), '1')],
  ])('can be matched when they are on the same side: %s', (_what, received, item) => {
    const lists = 'holderId' in item ? { entries: [item] } : { expenses: [item] }
    const kinds = breaches({ ...lists, movements: [received], matches: [match([received], [item])] }).map(
      ({ kind }) => kind,
    )
    expect(kinds).not.toContain('match-across-opening')
  })
})
