// Matches by hand (docs/rules/fund.md, "Matching"): one movement with several items or several with one, balanced to
// the cent when the match is made.
import { describe, expect, test } from 'vitest'
import { checkMatch } from './check-match.ts'
import type { Expense, FundRecords, Match } from './record.ts'
import { contribution, expense, fund, march, match, movement, retribution } from './testing/fund-fixture.ts'

const paid = contribution('a', march(4), '100')
const taken = retribution('b', march(4), '30')
const received = movement(march(5), '60')
const rest = movement(march(6), '40')
const sent = movement(march(5), '-30')
const cost = expense(march(4), '5')
const records: FundRecords = {
  ...fund('1000'),
  entries: [paid, taken],
  expenses: [cost],
  movements: [received, rest, sent],
}
const check = (one: Match, difference?: Expense, from = records) => checkMatch(from, one, difference)
const unbalanced = (differenceCents: bigint) => ({ name: 'match-unbalanced', differenceCents })

describe('balances', () => {
  test('with several movements for one entry', () => {
    expect(check(match([received, rest], [paid]))).toBeUndefined()
  })

  test('with money that goes out: a retribution and an expense are negative', () => {
    expect(check(match([sent], [taken]))).toBeUndefined()
    const fee = movement(march(5), '-5')
    expect(check(match([fee], [cost]), undefined, { ...records, movements: [fee] })).toBeUndefined()
    const both = movement(march(5), '-35')
    expect(check(match([both], [taken, cost]), undefined, { ...records, movements: [both] })).toBeUndefined()
  })

  test('when the difference is the cost that is booked with it, to the cent', () => {
    const short = movement(march(5), '98')
    const from = { ...records, movements: [short] }
    expect(check(match([short], [paid]), expense(march(5), '2'), from)).toBeUndefined()
    expect(check(match([short], [paid]), undefined, from)).toEqual(unbalanced(200n))
    expect(check(match([short], [paid]), expense(march(5), '1.99'), from)).toEqual(unbalanced(200n))
  })

  test('when the cost is already among the items of the match', () => {
    const short = movement(march(5), '98')
    const fee = expense(march(5), '2')
    expect(check(match([short], [paid, fee]), fee, { ...records, movements: [short] })).toBeUndefined()
  })

  test('never with a cost of nothing or less', () => {
    expect(check(match([received, rest], [paid]), expense(march(5), '0'))).toEqual(unbalanced(0n))
    const more = movement(march(5), '102')
    expect(check(match([more], [paid]), expense(march(5), '-2'), { ...records, movements: [more] })).toEqual(
      unbalanced(-200n),
    )
  })

  test('across the opening day, which is judged by the replay', () => {
    const early = movement(march(2), '100')
    const funded = contribution('c', march(1), '60')
    const from = { ...records, movements: [early, received], entries: [paid, funded] }
    expect(check(match([early], [paid]), undefined, from)).toBeUndefined()
    expect(check(match([received], [funded]), undefined, from)).toBeUndefined()
  })
})

test('securities are not matched before the close that values them', () => {
  const delivered = { ...received, isProvisional: true }
  const from = { ...records, movements: [delivered, rest] }
  expect(check(match([delivered, rest], [paid]), undefined, from)).toEqual({
    name: 'movement-not-valued',
    day: march(5),
  })
})

describe('joins one side', () => {
  test('of one with another of one or several, never several with several', () => {
    const second = contribution('b', march(4), '60')
    const from = { ...records, entries: [paid, second] }
    expect(check(match([received, rest], [paid, second]), undefined, from)).toEqual({ name: 'match-not-one-sided' })
  })

  test('that is not empty: neither items alone nor movements alone', () => {
    expect(check(match([], [paid]))).toEqual({ name: 'match-not-one-sided' })
    expect(check(match([received], []))).toEqual({ name: 'match-not-one-sided' })
    // The cost of the difference is no item that the movement could be matched with.
    const fee = expense(march(5), '30')
    expect(check(match([sent], [fee]), fee)).toEqual({ name: 'match-not-one-sided' })
  })
})

describe('takes records', () => {
  test('that are not in another match, as a movement or as an item', () => {
    const known = { ...records, matches: [match([received], [taken])] }
    expect(check(match([received, rest], [paid]), undefined, known)).toEqual({
      name: 'already-matched',
      recordId: received.id,
    })
    expect(check(match([sent], [taken]), undefined, known)).toEqual({ name: 'already-matched', recordId: taken.id })
    const undone = { ...known, reversals: [{ recordId: known.matches[0]?.id ?? '' }] }
    expect(check(match([received, rest], [paid]), undefined, undone)).toBeUndefined()
  })

  test('once each', () => {
    expect(check(match([received, received], [paid]))).toEqual({ name: 'already-matched', recordId: received.id })
  })

  test('that are in the books and active', () => {
    expect(check({ id: 'k', movementIds: ['nowhere'], itemIds: [paid.id] })).toEqual({
      name: 'unknown-record',
      recordId: 'nowhere',
    })
    const off = { ...records, statusChanges: [{ entryId: paid.id, isActive: false, sequence: 1 }] }
    expect(check(match([received, rest], [paid]), undefined, off)).toEqual({
      name: 'unknown-record',
      recordId: paid.id,
    })
  })
})
