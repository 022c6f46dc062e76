// What a change writes, and the first day whose books it can alter (docs/rules/fund.md, "Period close").
import { describe, expect, test } from 'vitest'
import { applyChange, effectiveDay } from './change.ts'
import type { FundRecords } from './record.ts'
import { contribution, dollars, expense, fund, march, match, movement, transfer } from './testing/fund-fixture.ts'

const entry = contribution('a', march(5), '100')
const other = contribution('b', march(4), '40')
const cost = expense(march(6), '12')
const gift = transfer('a', 'b', march(7), '5')
const received = movement(march(3), '60')
const late = movement(march(9), '40')
const known = match([late, received], [entry])
const records: FundRecords = {
  ...fund('1000'),
  entries: [entry, other],
  expenses: [cost],
  transfers: [gift],
  movements: [movement(march(3), '1'), received, late],
  matches: [match([movement(march(8), '1')], [other]), known],
}
const off = (entryId: string) =>
  ({ kind: 'set-entry-status', change: { entryId, isActive: false, sequence: 1 } }) as const

describe('the first day that a change can alter', () => {
  test('is the day of the record that is added', () => {
    const more = contribution('a', march(12), '1')
    const paid = { expense: { ...cost, day: march(11) }, entry: more, match: match([], [more, cost]), reason: '' }
    expect(effectiveDay(records, { kind: 'add-entry', entry: more, reason: '' })).toBe(march(12))
    expect(effectiveDay(records, { kind: 'add-expense', expense: cost })).toBe(march(6))
    expect(effectiveDay(records, { kind: 'add-paid-expense', ...paid })).toBe(march(11))
    expect(effectiveDay(records, { kind: 'add-transfer', transfer: gift })).toBe(march(7))
  })

  test('is the day of the record that is switched or reversed, or of an earlier movement that it explains', () => {
    const unmatched = { ...records, matches: [] }
    expect(effectiveDay(unmatched, off(entry.id))).toBe(march(5))
    expect(effectiveDay(records, off(entry.id))).toBe(march(3))
    expect(effectiveDay(records, off(other.id))).toBe(march(4))
    for (const [{ id }, date] of [
      [entry, 5],
      [cost, 6],
      [gift, 7],
    ] as const)
      expect(effectiveDay(unmatched, { kind: 'reverse', recordId: id })).toBe(march(date))
  })

  test('is the first day of the movements of a match, whatever the days of its items', () => {
    expect(effectiveDay(records, { kind: 'reverse', recordId: known.id })).toBe(march(3))
    const made = match([late], [other])
    expect(effectiveDay({ ...records, matches: [] }, { kind: 'match', match: made })).toBe(march(9))
  })

  test('is the first day of the items of a match without movements', () => {
    const binding = match([], [{ ...cost, id: 'x' }, entry])
    const paid = { ...records, expenses: [cost, { ...cost, id: 'x' }], matches: [binding] }
    expect(effectiveDay(paid, { kind: 'reverse', recordId: binding.id })).toBe(march(5))
    expect(effectiveDay(records, { kind: 'match', match: match([], [cost, entry]) })).toBe(march(5))
    const early = { ...paid, expenses: [cost, { ...cost, id: 'x', day: march(3) }] }
    expect(effectiveDay(early, { kind: 'reverse', recordId: binding.id })).toBe(march(3))
  })

  test('is the earlier one of the two days of an opening, and the opening for the kind of dealing', () => {
    const moved = (date: number) =>
      ({
        kind: 'change-opening',
        opening: { ...records.opening, day: march(date) },
        openingShares: [],
      }) as const
    expect(effectiveDay(records, moved(1))).toBe(march(1))
    expect(effectiveDay(records, moved(6))).toBe(march(2))
    expect(effectiveDay(records, { kind: 'set-dealing', dealing: 'of-the-day' })).toBe(march(2))
  })

  test('is none for closing the books, and for a record that nobody knows', () => {
    expect(effectiveDay(records, { kind: 'close-period', until: march(4) })).toBeUndefined()
    expect(effectiveDay(records, { kind: 'reverse', recordId: 'nobody' })).toBeUndefined()
  })
})

describe('a change', () => {
  test('of a setting changes nothing else', () => {
    expect(applyChange(records, { kind: 'set-dealing', dealing: 'of-the-day' })).toEqual({
      ...records,
      dealing: 'of-the-day',
    })
    expect(applyChange(records, { kind: 'close-period', until: march(4) })).toEqual({
      ...records,
      closedUntil: march(4),
    })
    const opening = { ...records.opening, valueCents: dollars('7') }
    const openingShares = [{ holderId: 'a', shareCents: dollars('7'), paidInCents: dollars('5') }]
    expect(applyChange(records, { kind: 'change-opening', opening, openingShares })).toEqual({
      ...records,
      opening,
      openingShares,
    })
  })

  test('appends to its list', () => {
    const more = { ...cost, id: 'new' }
    expect(applyChange(records, { kind: 'add-expense', expense: more }).expenses).toEqual([cost, more])
    const added = { ...entry, id: 'new' }
    expect(applyChange(records, { kind: 'add-entry', entry: added, reason: '' }).entries).toEqual([entry, other, added])
    const given = { ...gift, id: 'new' }
    expect(applyChange(records, { kind: 'add-transfer', transfer: given }).transfers).toEqual([gift, given])
    const first = applyChange(records, off(entry.id))
    expect(applyChange(first, off(other.id)).statusChanges.map(({ entryId }) => entryId)).toEqual([entry.id, other.id])
    const gone = applyChange(records, { kind: 'reverse', recordId: cost.id })
    expect(applyChange(gone, { kind: 'reverse', recordId: gift.id }).reversals).toEqual([
      { recordId: cost.id },
      { recordId: gift.id },
    ])
  })

  test('books a difference as an expense and puts it into the match, once', () => {
    const made = match([late], [other])
    const fee = { ...cost, id: 'fee' }
    const plain = applyChange(records, { kind: 'match', match: made })
    expect(plain.matches).toEqual([...records.matches, made])
    expect(plain.expenses).toEqual([cost])
    const whole = { ...made, itemIds: [other.id, 'fee'] }
    for (const one of [made, whole]) {
      const changed = applyChange(records, { kind: 'match', match: one, difference: fee })
      expect(changed.matches).toEqual([...records.matches, whole])
      expect(changed.expenses).toEqual([cost, fee])
    }
  })

  test('of a paid expense writes all three records', () => {
    const paid = { ...entry, id: 'paid' }
    const binding = match([], [paid, cost])
    const changed = applyChange(records, {
      kind: 'add-paid-expense',
      expense: { ...cost, id: 'cost' },
      entry: paid,
      match: binding,
      reason: '',
    })
    expect(changed.entries).toEqual([entry, other, paid])
    expect(changed.expenses).toEqual([cost, { ...cost, id: 'cost' }])
    expect(changed.matches).toEqual([...records.matches, binding])
  })
})
