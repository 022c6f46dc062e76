// Facts of the broker and what people still have to match or look at (docs/rules/fund.md, "Matching", "No holder below
// zero" and "Period close").
import { describe, expect, test } from 'vitest'
import { judgeChange } from './judge-change.ts'
import { isCloseOpen, placeMovement } from './place-broker-fact.ts'
import { previewChange } from './preview-change.ts'
import { proposeMatches } from './propose-match.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, expense, fund, march, match, movement, retribution } from './testing/fund-fixture.ts'
import { listToBeMatched } from './to-be-matched.ts'

describe('a late fact', () => {
  const at = (date: number, amount: string, revision?: number) =>
    movement(march(date), amount, { id: 'm', ...(revision === undefined ? {} : { revision }) })

  test('of open books is booked as it is', () => {
    const known = { ...fund('1000'), movements: [at(3, '20')] }
    expect(placeMovement(known, at(3, '25', 1), 'late')).toEqual({
      movement: at(3, '25', 1),
      referenceDay: undefined,
    })
    expect(isCloseOpen(fund('1000'), close(march(3), '1'))).toBe(true)
  })

  test('of closed books is the difference from the newest revision, in whatever order they are known', () => {
    const known = [at(3, '20'), at(3, '30', 2), at(3, '25', 1)]
    for (const movements of [known, known.toReversed()])
      expect(placeMovement({ ...fund('1000'), movements, closedUntil: march(4) }, at(3, '32', 3), 'late')).toEqual({
        movement: { id: 'late', day: march(5), amountCents: 200n },
        referenceDay: march(3),
      })
  })

  test('that moves a booked movement out of closed books is booked as the difference', () => {
    const closed = { ...fund('1000'), movements: [at(3, '20')], closedUntil: march(4) }
    expect(placeMovement(closed, at(6, '20', 1), 'late').movement).toMatchObject({ id: 'late', amountCents: 0n })
    const open = { ...closed, movements: [at(5, '20')] }
    expect(placeMovement(open, at(6, '20', 1), 'late').movement).toEqual(at(6, '20', 1))
    expect(placeMovement(open, at(4, '20', 1), 'late').movement).toMatchObject({ id: 'late', amountCents: 2000n })
  })

  test('is a close of the books only after the day they are closed until', () => {
    const closed = { ...fund('1000'), closedUntil: march(4) }
    expect([3, 4, 5].map((date) => isCloseOpen(closed, close(march(date), '1')))).toEqual([false, false, true])
  })
})

describe('the list to be matched', () => {
  const list = (more: object, today = march(13)) =>
    listToBeMatched(replayFund({ ...fund('1000'), ...more }).current, today)

  test('has entries and expenses that are more than 5 business days old', () => {
    const [sixth, fifth] = [contribution('a', march(5), '1'), contribution('a', march(6), '1')]
    const costs = [expense(march(5), '2'), expense(march(6), '2')]
    expect(list({ entries: [sixth, fifth], expenses: costs }).items).toEqual([
      { id: sixth.id, kind: 'entry', day: march(5), amountCents: 100n },
      { id: costs[0]?.id, kind: 'expense', day: march(5), amountCents: -200n },
    ])
    expect(list({ entries: [contribution('a', march(27), '1')] }).items).toEqual([])
  })

  test('has no matched item, and no movement that needs none', () => {
    const paid = contribution('a', march(4), '1')
    const received = movement(march(4), '1')
    const back = movement(march(5), '-7')
    const came = movement(march(4), '7')
    const records = {
      entries: [paid],
      movements: [received, came, back],
      matches: [match([received], [paid]), match([came, back], [])],
    }
    expect(list(records)).toMatchObject({ items: [], movements: [] })
    expect(list({ ...records, matches: [] }).movements).toEqual([
      { id: received.id, kind: 'movement', day: march(4), amountCents: 100n },
      { id: came.id, kind: 'movement', day: march(4), amountCents: 700n },
      { id: back.id, kind: 'movement', day: march(5), amountCents: -700n },
    ])
  })

  test('has the part of a movement that its match does not explain while an entry is off', () => {
    const paid = contribution('a', march(4), '100')
    const other = contribution('b', march(4), '50')
    const received = movement(march(4), '150')
    const records = {
      entries: [paid, other],
      movements: [received],
      matches: [match([received], [paid, other])],
      statusChanges: [{ entryId: other.id, isActive: false, sequence: 1 }],
    }
    expect(list(records)).toMatchObject({ items: [], movements: [{ id: received.id, amountCents: 5000n }] })
  })

  test('counts both directions by themselves', () => {
    const records = {
      entries: [contribution('a', march(4), '30'), retribution('unallocated', march(4), '8')],
      movements: [movement(march(5), '50'), movement(march(5), '-9')],
    }
    expect(list(records)).toMatchObject({ overstatedCents: 3000n, understatedCents: 800n })
  })

  test('says by how much the fund is too high, or too low, if both sides are the same money', () => {
    const out = retribution('unallocated', march(4), '30')
    const records = { entries: [out], movements: [movement(march(5), '-20')] }
    expect(list(records)).toMatchObject({ overstatedCents: 0n, understatedCents: 2000n })
    const inward = { entries: [contribution('a', march(4), '30')], movements: [movement(march(5), '50')] }
    expect(list(inward)).toMatchObject({ overstatedCents: 3000n, understatedCents: 0n })
  })

  test('names the movements of the opening', () => {
    expect(list({ movements: [movement(march(2), '5', { id: 'm' })] }).beforeOpening).toMatchObject([
      { id: 'm', kind: 'movement', amountCents: 500n },
    ])
  })
})

describe('automatic matching', () => {
  test('takes an expense, and a movement of open books only', () => {
    const cost = expense(march(4), '5')
    const fee = movement(march(5), '-5')
    const records = { ...fund('1000'), expenses: [cost], movements: [fee] }
    const proposed = [{ movementId: fee.id, itemId: cost.id }]
    expect(proposeMatches(records)).toEqual(proposed)
    expect(proposeMatches({ ...records, closedUntil: march(4) })).toEqual(proposed)
    expect(proposeMatches({ ...records, closedUntil: march(5) })).toEqual([])
  })

  test('gives an item that is matched to no other movement', () => {
    const paid = contribution('a', march(4), '100')
    const [first, second] = [movement(march(4), '100'), movement(march(5), '100')]
    const records = { ...fund('1000'), entries: [paid], movements: [first, second] }
    expect(proposeMatches({ ...records, matches: [match([first], [paid])] })).toEqual([])
  })

  test('pairs by id, whatever kind the items are of', () => {
    const out = retribution('unallocated', march(4), '5', { id: 'i2' })
    const cost = { ...expense(march(4), '5'), id: 'i1' }
    const movements = ['m1', 'm2'].map((id) => movement(march(5), '-5', { id }))
    expect(proposeMatches({ ...fund('1000'), entries: [out], expenses: [cost], movements })).toEqual([
      { movementId: 'm1', itemId: 'i1' },
      { movementId: 'm2', itemId: 'i2' },
    ])
  })

  test('gives each item and each movement away once, the nearest pair first', () => {
    const [one, two] = [contribution('a', march(4), '100'), contribution('b', march(6), '100')]
    const [first, second] = [movement(march(4), '100'), movement(march(5), '100')]
    expect(proposeMatches({ ...fund('1000'), entries: [two, one], movements: [second, first] })).toEqual([
      { movementId: first.id, itemId: one.id },
      { movementId: second.id, itemId: two.id },
    ])
  })

  test('leaves what is free of a taken pair for a pair further apart', () => {
    const entries = [contribution('a', march(4), '100'), contribution('b', march(5), '100')]
    const movements = [movement(march(4), '100'), movement(march(10), '100')]
    const inPairs = entries.map((entry, index) => ({ movementId: movements[index]?.id, itemId: entry.id }))
    expect(proposeMatches({ ...fund('1000'), entries, movements })).toEqual(inPairs)
    const turned = {
      ...fund('1000'),
      entries: movements.map(({ day }) => contribution('a', day, '100')),
      movements: entries.map(({ day }) => movement(day, '100')),
    }
    expect(proposeMatches(turned)).toEqual(
      turned.entries.map((entry, index) => ({ movementId: turned.movements[index]?.id, itemId: entry.id })),
    )
  })

  test('of two days that are equally far takes the earlier one, whatever the ids', () => {
    const [late, early] = [contribution('a', march(6), '100'), contribution('b', march(4), '100')]
    const received = movement(march(5), '100')
    expect(proposeMatches({ ...fund('1000'), entries: [late, early], movements: [received] })).toEqual([
      { movementId: received.id, itemId: early.id },
    ])
    const paid = contribution('a', march(5), '100')
    const [second, first] = [movement(march(6), '100'), movement(march(4), '100')]
    expect(proposeMatches({ ...fund('1000'), entries: [paid], movements: [second, first] })).toEqual([
      { movementId: first.id, itemId: paid.id },
    ])
  })

  test('takes a movement before its entry as well as one after it', () => {
    const paid = contribution('a', march(11), '100')
    const early = movement(march(4), '100')
    expect(proposeMatches({ ...fund('1000'), entries: [paid], movements: [early] })).toHaveLength(1)
  })
})

test('a preview names holders who come and go, shares, and what will wait', () => {
  const records = { ...fund('1000'), closes: [close(march(3), '1000')] }
  const judge = (date: number, from = records) =>
    judgeChange(from, { kind: 'add-entry', entry: contribution('a', march(date), '1000'), reason: 'late' }, march(9))
  const now = judge(4)
  if (!now.isAllowed) throw new Error('It is allowed')
  expect(previewChange(now.before, now.after)).toMatchObject({
    holders: [
      {
        holderId: 'a',
        beforeCents: 0n,
        afterCents: 100_000n,
        percentHundredthsBefore: 0,
        percentHundredthsAfter: 5000,
      },
      { holderId: 'unallocated', differenceCents: 0n, percentHundredthsBefore: 10_000, percentHundredthsAfter: 5000 },
    ],
    pendingRecordIds: [],
  })
  expect(previewChange(now.after, now.before).holders[0]).toMatchObject({ afterCents: 0n, percentHundredthsAfter: 0 })
  const waiting = judge(6)
  if (!waiting.isAllowed) throw new Error('It is allowed')
  const added = waiting.records.entries[0]?.id
  expect(previewChange(waiting.before, waiting.after).pendingRecordIds).toEqual([added])
  const again = judge(6, waiting.records as typeof records)
  if (!again.isAllowed) throw new Error('It is allowed')
  expect(previewChange(again.before, again.after).pendingRecordIds).toEqual([again.records.entries[1]?.id])
})
