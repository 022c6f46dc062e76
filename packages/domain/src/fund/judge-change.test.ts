// Allowed and refused changes, with holder, day, missing amount and maximum (docs/rules/fund.md, "Opening", "No holder
// below zero", "Entries", "Period close" and "Expenses and transfers").
import { describe, expect, test } from 'vitest'
import type { Entry, FundRecords } from './record.ts'
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
  summary,
  transfer,
  unitTransfer,
} from './testing/fund-fixture.ts'
import { judgeChange } from './judge-change.ts'
import { placeMovement, isCloseOpen } from './place-broker-fact.ts'
import { previewChange } from './preview-change.ts'
import { replayFund } from './replay-fund.ts'

const add = (records: FundRecords, entry: Entry, today = march(6), reason = 'a reason') =>
  judgeChange(records, { kind: 'add-entry', entry, reason }, today)

const quiet: FundRecords = {
  ...fund('1000'),
  entries: [contribution('a', march(3), '100'), contribution('b', march(3), '100')],
  closes: [close(march(3), '1000'), close(march(4), '1000'), close(march(5), '1000')],
}

describe('an entry', () => {
  test.each([
    ['0', 'amount-out-of-range'],
    ['1000000000', 'amount-out-of-range'],
  ])('of %s is refused', (amount, name) => {
    expect(add(quiet, contribution('a', march(6), amount))).toMatchObject({ refusal: { name } })
  })

  test('of tomorrow is refused, one of yesterday needs a reason', () => {
    expect(add(quiet, contribution('a', march(7), '1'))).toMatchObject({ refusal: { name: 'future-day' } })
    expect(add(quiet, contribution('a', march(5), '1'), march(6), ' ')).toMatchObject({
      refusal: { name: 'reason-missing' },
    })
    expect(add(quiet, contribution('a', march(5), '1')).isAllowed).toBe(true)
  })

  test('that rounds to no unit is refused', () => {
    const dear = { ...fund('0.01'), closes: [close(march(3), '9999999')] }
    expect(add(dear, contribution('a', march(4), '0.01'), march(4))).toMatchObject({ refusal: { name: 'zero-units' } })
  })

  test('is refused at a unit value of zero, and unallocated has none of its own', () => {
    const sunk = { ...fund('1000'), closes: [close(march(3), '-5')] }
    expect(add(sunk, contribution('a', march(4), '10'), march(4))).toMatchObject({
      refusal: { name: 'not-dealable', reason: 'unit-value-not-positive' },
    })
    expect(add(quiet, contribution('unallocated', march(6), '10'))).toMatchObject({
      refusal: { name: 'holder-not-allowed' },
    })
  })
})

describe('the opening', () => {
  test('funds earlier contributions from unallocated, down to nothing and not below', () => {
    const records = fund('1000')
    expect(add(records, contribution('a', march(1), '1000.01'), march(3))).toMatchObject({
      refusal: { name: 'opening-exceeded', missingCents: 1n, unallocatedCents: 100_000n },
    })
    const whole = add(records, contribution('a', march(1), '1000'), march(3))
    if (!whole.isAllowed) throw new Error('The opening covers it')
    expect(summary(whole.records)).toBe('1000.00 in 100 units at 10.000000')
    expect(rowOf(whole.after, 'a')).toMatchObject({ value: '1000.00', amount: '1000.00', percent: '100.00' })
  })

  test('on its day asks where the money is: already there, or new', () => {
    expect(summary({ ...fund('1000'), entries: [contribution('a', march(2), '100')] })).toBe(
      '1000.00 in 100 units at 10.000000',
    )
    expect(summary({ ...fund('1000'), entries: [contribution('a', march(2), '100', { funding: 'new-money' })] })).toBe(
      '1100.00 in 110 units at 10.000000',
    )
    expect(summary({ ...fund('0'), entries: [contribution('a', march(2), '100')] })).toBe(
      '100.00 in 10 units at 10.000000',
    )
  })

  test('lets nothing go out on or before its day', () => {
    expect(add(quiet, retribution('a', march(2), '1'))).toMatchObject({ refusal: { name: 'before-opening' } })
    expect(judgeChange(quiet, { kind: 'add-expense', expense: expense(march(2), '1') }, march(6))).toMatchObject({
      refusal: { name: 'before-opening' },
    })
    expect(
      judgeChange(quiet, { kind: 'add-transfer', transfer: transfer('a', 'b', march(2), '1') }, march(6)),
    ).toMatchObject({ refusal: { name: 'before-opening' } })
  })

  test('can be a statement: share less paid in is the Real of the opening, Floating is 0', () => {
    const change = {
      kind: 'change-opening',
      opening: { day: march(2), valueCents: dollars('1000'), openProfitCents: dollars('200') },
      openingShares: [{ holderId: 'a', shareCents: dollars('600'), paidInCents: dollars('450') }],
    } as const
    const judged = judgeChange(fund('1000'), change, march(3))
    if (!judged.isAllowed) throw new Error('The statement fits')
    expect(rowOf(judged.after, 'a')).toEqual({
      value: '600.00',
      percent: '60.00',
      amount: '450.00',
      profit: '150.00',
      real: '150.00',
      floating: '0.00',
    })
    const tooMuch = {
      ...change,
      openingShares: [{ holderId: 'a', shareCents: dollars('1000.01'), paidInCents: dollars('0') }],
    }
    expect(judgeChange(fund('1000'), tooMuch, march(3))).toMatchObject({
      refusal: { name: 'opening-exceeded', missingCents: 1n },
    })
    const negative = { ...change, opening: { ...change.opening, valueCents: dollars('-0.01') } }
    expect(judgeChange(fund('1000'), negative, march(3))).toMatchObject({ refusal: { name: 'opening-negative' } })
  })

  test('cannot be moved over entries that it would make impossible', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(4), '10')] }
    const later = { kind: 'change-opening', opening: { ...records.opening, day: march(4) }, openingShares: [] } as const
    expect(judgeChange(records, later, march(6))).toMatchObject({ refusal: { name: 'before-opening' } })
  })
})

describe('no holder below zero', () => {
  test('a retribution names the maximum: the screen plus what is paid in that day', () => {
    expect(add(quiet, retribution('a', march(6), '100.01'))).toMatchObject({
      refusal: { name: 'overdrawn', holderId: 'a', day: march(6), missingCents: 1n, maximumCents: 10_000n },
    })
    const more = { ...quiet, entries: [...quiet.entries, contribution('a', march(6), '50')] }
    expect(add(more, retribution('a', march(6), '150.01'))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 15_000n },
    })
    const all = add(more, retribution('a', march(6), '150'))
    expect(all.isAllowed && !all.after.holdings.has('a')).toBe(true)
  })

  const threeShare = (amounts: readonly string[], broker: string): FundRecords => ({
    ...fund('0'),
    entries: amounts.map((amount, index) => contribution('abc'.charAt(index), march(2), amount)),
    closes: [close(march(3), broker)],
  })

  test('leaving less than half a cent cancels every unit, even if the screen shows a cent more', () => {
    // 33.34 of 100.00 units in a fund of 1.00: exactly 0.3334, 0.34 on the screen.
    const records = threeShare(['33.34', '33.33', '33.33'], '-99')
    expect(rowOf(replayFund(records), 'a')['value']).toBe('0.34')
    const left = add(records, retribution('a', march(4), '0.33'), march(4))
    expect(left.isAllowed && !left.after.holdings.has('a')).toBe(true)
    const stays = add(records, retribution('a', march(4), '0.32'), march(4))
    expect(stays.isAllowed && stays.after.holdings.has('a')).toBe(true)
  })

  test('taking the whole screen cancels every unit, even if the exact value is more than half a cent higher', () => {
    // 3.36 of 10.10 units in a fund of 1.01: exactly 0.336, but the odd cents go to other holders.
    const records = threeShare(['3.36', '3.37', '3.37'], '-9.09')
    expect(rowOf(replayFund(records), 'a')['value']).toBe('0.33')
    const left = add(records, retribution('a', march(4), '0.33'), march(4))
    expect(left.isAllowed && !left.after.holdings.has('a')).toBe(true)
  })

  test('a back-dated retribution must leave later ones covered, and its maximum is found by replay', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(5), '70')] }
    expect(add(records, retribution('a', march(4), '40'))).toMatchObject({
      refusal: { name: 'overdrawn', holderId: 'a', day: march(4), maximumCents: 3000n, missingCents: 1000n },
    })
    expect(add(records, retribution('a', march(4), '30')).isAllowed).toBe(true)
  })

  test('switching off or deleting a contribution that was spent since is refused with the holder, the day and the missing amount', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(5), '70')] }
    const [paid] = records.entries
    if (!paid) throw new Error('There is an entry')
    const missing = { name: 'below-zero', holderId: 'a', day: march(5), missingCents: 7000n }
    expect(judgeChange(records, { kind: 'reverse', recordId: paid.id }, march(6))).toMatchObject({ refusal: missing })
    expect(
      judgeChange(
        records,
        { kind: 'set-entry-status', change: { entryId: paid.id, isActive: false, sequence: 1 } },
        march(6),
      ),
    ).toMatchObject({ refusal: missing })
    expect(judgeChange(records, { kind: 'reverse', recordId: 'nobody' }, march(6))).toMatchObject({
      refusal: { name: 'unknown-record' },
    })
  })

  test('a change of the past that would change the units of somebody who has left is refused', () => {
    const records: FundRecords = {
      ...fund('0'),
      entries: [
        contribution('a', march(2), '100'),
        contribution('b', march(2), '100'),
        retribution('b', march(5), '200'),
      ],
      closes: [close(march(3), '100'), close(march(4), '200'), close(march(5), '200')],
    }
    expect(replayFund(records).holdings.has('b')).toBe(false)
    expect(add(records, contribution('b', march(4), '10'))).toMatchObject({
      refusal: { name: 'holder-has-left', holderId: 'b', leftOn: march(5) },
    })
    expect(add(records, contribution('b', march(6), '10')).isAllowed).toBe(true)
  })

  test('a fact of the broker is never refused: the retribution cancels every unit, the missing amount is not dealt', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(5), '90')] }
    const corrected = { ...records, closes: [...records.closes, close(march(4), '400', '400', { revision: 1 })] }
    const replay = replayFund(corrected)
    expect(replay.holdings.has('a')).toBe(false)
    expect(replay.breaches).toEqual([
      {
        kind: 'not-covered',
        recordId: records.entries[2]?.id,
        holderId: 'a',
        day: march(5),
        missingCents: 4000n,
        maximumCents: 5000n,
      },
    ])
    expect(rowOf(replay, 'a')['amount']).toBe('50.00')
    expect(judgeChange(corrected, { kind: 'close-period', until: march(5) }, march(6))).toMatchObject({
      refusal: { name: 'period-not-closable', because: 'not-covered' },
    })
  })

  test('money of the same day settles such a retribution before it buys anything', () => {
    const records = { ...quiet, entries: [...quiet.entries, retribution('a', march(5), '90')] }
    const corrected = { ...records, closes: [...records.closes, close(march(4), '400', '400', { revision: 1 })] }
    const settled = replayFund({ ...corrected, entries: [...corrected.entries, contribution('a', march(5), '40')] })
    expect(settled.breaches).toEqual([])
    expect(settled.holdings.has('a')).toBe(false)
    const inPart = replayFund({ ...corrected, entries: [...corrected.entries, contribution('a', march(5), '15')] })
    expect(inPart.breaches).toMatchObject([{ kind: 'not-covered', holderId: 'a', missingCents: 2500n }])
  })
})

describe('expenses and transfers', () => {
  test('an expense is borne by units from the first close on or after its day', () => {
    const records = { ...quiet, expenses: [expense(march(7), '12')] }
    expect(rowOf(replayFund(records), 'a')['value']).toBe('100.00')
    const closed = { ...records, closes: [...records.closes, close(march(9), '1000')] }
    expect(rowOf(replayFund(closed), 'a')).toMatchObject({ value: '99.00', real: '-1.00' })
    expect(rowOf(replayFund(closed), 'unallocated')['value']).toBe('990.00')
  })

  test('an expense paid by a member costs him only his share', () => {
    const cost = expense(march(6), '12')
    const entry = contribution('a', march(6), '12')
    const change = {
      kind: 'add-paid-expense',
      expense: cost,
      entry,
      match: match([], [entry, cost]),
      reason: '',
    } as const
    const judged = judgeChange(quiet, change, march(6))
    if (!judged.isAllowed) throw new Error('It is allowed')
    const closed = replayFund({ ...judged.records, closes: [...quiet.closes, close(march(6), '1000')] })
    expect(closed.cashOutsideCents).toBe(20_000n)
    expect(closed.fundValueCents).toBe(120_000n)
    expect(Number(rowOf(closed, 'a')['value'])).toBeCloseTo(110.89, 2)
    expect(judgeChange(quiet, { ...change, entry: { ...entry, amountCents: dollars('13') } }, march(6))).toMatchObject({
      refusal: { name: 'match-unbalanced' },
    })
  })

  test('an expense when nobody holds units is refused', () => {
    const empty = { ...fund('0'), closes: [close(march(3), '0')] }
    const judged = judgeChange(
      { ...empty, closes: [...empty.closes, close(march(4), '0')] },
      { kind: 'add-expense', expense: expense(march(4), '5') },
      march(4),
    )
    expect(judged).toMatchObject({ refusal: { name: 'expense-without-holder', day: march(4) } })
  })

  test('a transfer moves value and amount, no cash', () => {
    const judged = judgeChange(
      quiet,
      { kind: 'add-transfer', transfer: transfer('unallocated', 'a', march(6), '250') },
      march(6),
    )
    if (!judged.isAllowed) throw new Error('Unallocated can give')
    expect(rowOf(judged.after, 'a')).toMatchObject({ value: '350.00', amount: '350.00' })
    expect(judged.after.cashOutsideCents).toBe(judged.before.cashOutsideCents)
    expect(
      judgeChange(quiet, { kind: 'add-transfer', transfer: transfer('a', 'b', march(6), '100.01') }, march(6)),
    ).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 10_000n },
    })
    expect(
      judgeChange(quiet, { kind: 'add-transfer', transfer: transfer('a', 'a', march(6), '1') }, march(6)),
    ).toMatchObject({ refusal: { name: 'holder-not-allowed' } })
  })

  test('by units the amount is rounded to the cent, and transfers of a day may feed each other', () => {
    const records = {
      ...quiet,
      closes: [...quiet.closes.slice(0, 2), close(march(5), '1000.01')],
      transfers: [unitTransfer('b', 'c', march(6), '15'), unitTransfer('a', 'b', march(6), '5')],
    }
    const { dealings, breaches } = replayFund(records)
    expect(breaches).toEqual([])
    expect(
      dealings.filter(({ cause }) => cause === 'transfer').map(({ holderId, amountCents }) => [holderId, amountCents]),
    ).toEqual([
      ['a', -5000n],
      ['b', 5000n],
      ['b', -15_000n],
      ['c', 15_000n],
    ])
  })

  test("transfers are dealt before the day's other entries", () => {
    const records = {
      ...quiet,
      entries: [...quiet.entries, retribution('b', march(6), '150')],
      transfers: [transfer('a', 'b', march(6), '50')],
    }
    expect(replayFund(records).breaches).toEqual([])
    expect(add({ ...quiet, transfers: records.transfers }, retribution('a', march(6), '50.01'))).toMatchObject({
      refusal: { name: 'overdrawn', maximumCents: 5000n },
    })
  })
})

describe('closed periods and settings', () => {
  const closed = { ...quiet, closedUntil: march(4) }

  test('entries, matches and openings up to the closing day are frozen', () => {
    const frozen = { name: 'period-closed', closedUntil: march(4), firstOpenDay: march(5) }
    expect(add(closed, contribution('a', march(4), '1'))).toMatchObject({ refusal: frozen })
    expect(judgeChange(closed, { kind: 'reverse', recordId: closed.entries[0]?.id ?? '' }, march(6))).toMatchObject({
      refusal: frozen,
    })
    expect(
      judgeChange(closed, { kind: 'change-opening', opening: closed.opening, openingShares: [] }, march(6)),
    ).toMatchObject({ refusal: frozen })
    expect(add(closed, contribution('a', march(5), '1')).isAllowed).toBe(true)
  })

  test('an entry of an open day that explains a frozen movement is frozen with it', () => {
    const received = movement(march(4), '100')
    const paid = contribution('a', march(5), '100')
    const records = {
      ...closed,
      entries: [...closed.entries, paid],
      movements: [received],
      matches: [match([received], [paid])],
    }
    expect(judgeChange(records, { kind: 'reverse', recordId: paid.id }, march(6))).toMatchObject({
      refusal: { name: 'period-closed' },
    })
    const off = { entryId: paid.id, isActive: false, sequence: 1 }
    expect(judgeChange(records, { kind: 'set-entry-status', change: off }, march(6))).toMatchObject({
      refusal: { name: 'period-closed' },
    })
  })

  test('late facts for it are booked on the first open day with a reference', () => {
    const late = placeMovement(closed, movement(march(4), '20', { id: 'late' }), 'late-1')
    expect(late).toEqual({ movement: { id: 'late-1', day: march(5), amountCents: 2000n }, referenceDay: march(4) })
    const known = { ...closed, movements: [movement(march(3), '20', { id: 'known' })] }
    expect(placeMovement(known, movement(march(3), '25', { id: 'known', revision: 1 }), 'late-2').movement).toEqual({
      id: 'late-2',
      day: march(5),
      amountCents: 500n,
    })
    expect(placeMovement(known, movement(march(5), '25'), 'unused').referenceDay).toBeUndefined()
    expect(isCloseOpen(closed, close(march(4), '1'))).toBe(false)
  })

  test('the books can be closed only up to a past day with nothing waiting', () => {
    expect(judgeChange(quiet, { kind: 'close-period', until: march(5) }, march(6)).isAllowed).toBe(true)
    expect(judgeChange(quiet, { kind: 'close-period', until: march(6) }, march(6))).toMatchObject({
      refusal: { because: 'not-past' },
    })
    expect(judgeChange(closed, { kind: 'close-period', until: march(4) }, march(6))).toMatchObject({
      refusal: { because: 'already-closed' },
    })
    const waiting = { ...quiet, entries: [...quiet.entries, contribution('a', march(9), '1')] }
    expect(judgeChange(waiting, { kind: 'close-period', until: march(9) }, march(10))).toMatchObject({
      refusal: { because: 'pending' },
    })
  })

  test('the kind of dealing is fixed once entries exist', () => {
    expect(judgeChange(quiet, { kind: 'set-dealing', dealing: 'of-the-day' }, march(6))).toMatchObject({
      refusal: { name: 'dealing-fixed' },
    })
    expect(judgeChange(fund('1'), { kind: 'set-dealing', dealing: 'of-the-day' }, march(6)).isAllowed).toBe(true)
  })
})

test('the preview shows every holder before and after a back-dated entry', () => {
  const records = { ...quiet, closes: [...quiet.closes.slice(0, 2), close(march(5), '1240')] }
  const judged = add(records, contribution('c', march(4), '120'))
  if (!judged.isAllowed) throw new Error('It is allowed')
  const preview = previewChange(judged.before, judged.after)
  expect(preview.holders.map(({ holderId, differenceCents }) => [holderId, differenceCents])).toEqual([
    ['a', -182n],
    ['b', -182n],
    ['c', 14_182n],
    ['unallocated', -1818n],
  ])
  expect(preview.fundValueAfterCents - preview.fundValueBeforeCents).toBe(12_000n)
})
