// Records booked together are reversed together, whichever one is referenced, with nothing left over.
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { findHalves, payersOfExpenses, reversedWith } from './bound-record.ts'
import { applyChange } from './change.ts'
import { currentRecords } from './current-record.ts'
import { holderFigures } from './holder-figure.ts'
import { judgeChange } from './judge-change.ts'
import { openFund, type FundRecords } from './record.ts'
import { replayFund } from './replay-fund.ts'
import { close, contribution, dollars, expense, march, match, movement } from './testing/fund-fixture.ts'
import { historySeeds, playHistory } from './testing/random-history.ts'

const opened = openFund({ day: march(2), valueCents: dollars('1000'), openProfitCents: dollars('0') })
const entry = contribution('a', march(4), '100')
const cost = expense(march(4), '100')
const binding = match([], [entry, cost])
const paid: FundRecords = {
  ...opened,
  closes: [close(march(3), '1000')],
  entries: [entry],
  expenses: [cost],
  matches: [binding],
}
const figures = (records: FundRecords) =>
  holderFigures(replayFund(records)).map(
    (row) => `${row.holderId} ${row.units} ${row.valueCents} ${row.realCents} ${row.amountCents}`,
  )

describe('an expense that a member paid', () => {
  test.each([
    ['contribution', entry.id],
    ['expense', cost.id],
    ['match', binding.id],
  ])('goes whole when its %s is named', (_what, recordId) => {
    const judgement = judgeChange(paid, { kind: 'reverse', recordId }, march(4))
    if (!judgement.isAllowed) throw new Error(judgement.refusal.name)
    expect(judgement.records.reversals.map((one) => one.recordId).toSorted()).toEqual(
      [entry.id, cost.id, binding.id].toSorted(),
    )
    expect(findHalves(judgement.records)).toEqual([])
    expect(figures(judgement.records)).toEqual(figures({ ...paid, entries: [], expenses: [], matches: [] }))
  })

  it('counts while its contribution does', () => {
    const off = { ...paid, statusChanges: [{ entryId: entry.id, isActive: false, sequence: 1 }] }
    expect(currentRecords(off).expenses).toEqual([])
    expect(figures(off)).toEqual(figures({ ...paid, entries: [], expenses: [], matches: [] }))
    const on = { ...off, statusChanges: [...off.statusChanges, { entryId: entry.id, isActive: true, sequence: 2 }] }
    expect(figures(on)).toEqual(figures(paid))
  })

  it('is found when a half of it was left behind, and its rest can be taken out', () => {
    const half = { ...paid, reversals: [{ recordId: entry.id }] }
    expect(findHalves(half)).toEqual([binding.id])
    expect(reversedWith(half, cost.id)).toEqual([cost.id, binding.id])
    expect(findHalves(applyChange(half, { kind: 'reverse', recordId: cost.id }))).toEqual([])
  })

  it('has its contribution as the payer, whichever of the two is named first', () => {
    const other = expense(march(4), '100')
    const payers = new Map([
      [cost.id, entry.id],
      [other.id, entry.id],
    ])
    for (const itemIds of [
      [entry.id, cost.id, other.id],
      [cost.id, entry.id, other.id],
    ])
      expect(payersOfExpenses({ ...paid, matches: [{ ...binding, itemIds }] })).toEqual(payers)
  })

  it('has no payer without a contribution', () => {
    expect(payersOfExpenses({ entries: [], matches: [binding] })).toEqual(new Map())
  })
})

describe('a match with a movement', () => {
  const received = movement(march(5), '98')
  const fee = expense(march(5), '2')
  const known = match([received], [fee, entry])
  const records: FundRecords = { ...opened, entries: [entry], expenses: [fee], movements: [received], matches: [known] }

  it('binds nothing: its items pay for nothing and go one by one', () => {
    expect(payersOfExpenses(records)).toEqual(new Map())
    expect(findHalves({ ...records, reversals: [{ recordId: fee.id }] })).toEqual([])
    expect(reversedWith(records, known.id)).toEqual([known.id])
  })

  it('stays when another record goes, with or without items of its own', () => {
    const cameAndWent = match([movement(march(5), '7'), movement(march(6), '-7')], [])
    const both = { ...records, matches: [known, cameAndWent] }
    expect(reversedWith(both, cost.id)).toEqual([cost.id])
    expect(reversedWith(both, cameAndWent.id)).toEqual([cameAndWent.id])
  })

  it('is taken out once', () => {
    const gone = { ...records, reversals: [{ recordId: known.id }, { recordId: fee.id }] }
    expect(reversedWith(gone, entry.id)).toEqual([entry.id])
  })
})

it('frees a movement when the last record that it was matched with goes', () => {
  const received = movement(march(5), '150')
  const [one, other] = [contribution('a', march(5), '100'), contribution('b', march(5), '50')]
  const known = match([received], [one, other])
  const records: FundRecords = { ...opened, entries: [one, other], movements: [received], matches: [known] }
  expect(reversedWith(records, one.id)).toEqual([one.id])
  const first = applyChange(records, { kind: 'reverse', recordId: one.id })
  expect(reversedWith(first, other.id)).toEqual([other.id, known.id])
})

test('over random histories no half is left, and everything reversed in any order ends at the start', () => {
  let payments = 0
  fc.assert(
    fc.property(historySeeds(40), fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (history, picks) => {
      const { records } = playHistory(history)
      expect(findHalves(records)).toEqual([])
      payments += records.matches.filter((one) => one.movementIds.length === 0).length
      let left: FundRecords = records
      for (let turn = 0; ; turn++) {
        const gone = new Set(left.reversals.map((one) => one.recordId))
        const live = [...left.entries, ...left.expenses, ...left.transfers, ...left.matches].filter(
          (one) => !gone.has(one.id),
        )
        if (live.length === 0) break
        left = applyChange(left, { kind: 'reverse', recordId: live[picks[turn % picks.length]! % live.length]!.id })
        expect(findHalves(left)).toEqual([])
      }
      expect(figures(left)).toEqual(
        figures({
          ...records,
          entries: [],
          expenses: [],
          transfers: [],
          matches: [],
          statusChanges: [],
          reversals: records.reversals.filter(({ recordId }) =>
            [...records.moves, ...records.feeCharges].some(({ id }) => id === recordId),
          ),
        }),
      )
    }),
    { numRuns: propertyRuns(100, 2_000), seed: propertySeed() },
  )
  expect(payments).toBeGreaterThan(0)
})
