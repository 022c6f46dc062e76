// How movements affect the books (docs/rules/fund.md, "Matching"): explained, unexplained, in part, and unexplained
// withdrawals.
import { describe, expect, test } from 'vitest'
import {
  close,
  contribution,
  expense,
  fund,
  march,
  match,
  movement,
  retribution,
  rowOf,
  summary,
} from './testing/fund-fixture.ts'
import { judgeChange } from './judge-change.ts'
import { proposeMatches } from './propose-match.ts'
import { listToBeMatched } from './to-be-matched.ts'
import { replayFund } from './replay-fund.ts'

const noGain = (...days: number[]) => days.map((day) => close(march(day), '1000'))

describe('flows', () => {
  test("a deposit nobody explains is unallocated's from its day on and no profit, whichever side books first", () => {
    const received = movement(march(4), '100')
    const closes = [close(march(3), '1000'), close(march(4), '1100')]
    const unexplained = { ...fund('1000'), movements: [received], closes }
    expect(summary(unexplained)).toBe('1100.00 in 110 units at 10.000000')
    expect(rowOf(replayFund(unexplained), 'unallocated')).toMatchObject({
      value: '1100.00',
      amount: '1100.00',
      profit: '0.00',
    })
    const paid = contribution('a', march(5), '100')
    const explained = { ...unexplained, entries: [paid], matches: [match([received], [paid])] }
    expect(rowOf(replayFund(explained), 'a')).toMatchObject({ value: '100.00', profit: '0.00' })
    expect(rowOf(replayFund(explained), 'unallocated')).toMatchObject({ value: '1000.00', profit: '0.00' })
  })

  test('a movement counts from the close whose cash contains it', () => {
    const received = movement(march(3), '100')
    const late = {
      ...fund('1000'),
      movements: [received],
      closes: [close(march(3), '1000', '1000', { movementIds: [] })],
    }
    expect(replayFund(late).cashOutsideCents).toBe(10_000n)
    const contained = {
      ...late,
      closes: [...late.closes, close(march(4), '1100', '1100', { movementIds: [received.id] })],
    }
    expect(replayFund(contained).cashOutsideCents).toBe(0n)
    expect(summary(contained)).toBe('1100.00 in 110 units at 10.000000')
  })

  test("the day's flows are netted first", () => {
    const records = {
      ...fund('0'),
      movements: [movement(march(4), '-500'), movement(march(4), '520')],
      closes: [close(march(3), '0'), close(march(4), '20')],
    }
    const replay = replayFund(records)
    expect(replay.unexplainedCents).toBe(0n)
    expect(rowOf(replay, 'unallocated')['value']).toBe('20.00')
  })

  test('a fee booked with the match leaves nothing; without the entry the whole cash is unexplained; toggling back restores', () => {
    const received = movement(march(4), '98')
    const paid = contribution('a', march(4), '100')
    const records = { ...fund('1000'), entries: [paid], movements: [received], closes: [close(march(3), '1000')] }
    const fee = expense(march(4), '2')
    const judged = judgeChange(records, { kind: 'match', match: match([received], [paid]), difference: fee }, march(4))
    if (!judged.isAllowed) throw new Error('The match balances')
    const matched = { ...judged.records, closes: [close(march(3), '1000'), close(march(4), '1098')] }
    expect(replayFund(matched).cashOutsideCents).toBe(0n)
    const off = { entryId: paid.id, isActive: false, sequence: 1 }
    const toggled = { ...matched, statusChanges: [off] }
    expect(
      replayFund(toggled)
        .dealings.filter(({ cause }) => cause === 'flow')
        .map(({ amountCents }) => amountCents),
    ).toEqual([10_000n])
    const back = { ...toggled, statusChanges: [off, { ...off, isActive: true, sequence: 2 }] }
    expect(replayFund(back).valuations).toEqual(replayFund(matched).valuations)
  })

  test('several movements can pay one entry, and explain themselves one by one', () => {
    const first = movement(march(4), '60')
    const second = movement(march(5), '40')
    const paid = contribution('a', march(4), '100')
    const records = {
      ...fund('1000'),
      entries: [paid],
      movements: [first, second],
      matches: [match([second, first], [paid])],
      closes: [close(march(3), '1000'), close(march(4), '1060'), close(march(5), '1100')],
    }
    expect(replayFund(records).dealings.some(({ cause }) => cause === 'flow')).toBe(false)
    expect(replayFund(records, march(4)).cashOutsideCents).toBe(4000n)
    expect(replayFund(records).cashOutsideCents).toBe(0n)
  })
})

describe('unexplained withdrawals', () => {
  const gone = movement(march(4), '-1200')
  const records = {
    ...fund('1000'),
    entries: [contribution('a', march(3), '500')],
    movements: [gone],
    closes: [close(march(3), '1000'), close(march(4), '-200')],
  }

  test('take unallocated to zero and leave the rest in cash outside, so nobody else pays for it', () => {
    const replay = replayFund(records)
    expect(replay.unexplainedCents).toBe(20_000n)
    expect(rowOf(replay, 'unallocated')['value']).toBe('0.00')
    expect(rowOf(replay, 'a')['value']).toBe('500.00')
    expect(replay.breaches).toMatchObject([{ kind: 'unexplained-withdrawal', day: march(4), missingCents: 20_000n }])
  })

  test('are repaid by a later unexplained deposit before anything else', () => {
    const repaid = {
      ...records,
      movements: [gone, movement(march(5), '250')],
      closes: [...records.closes, close(march(5), '50')],
    }
    const replay = replayFund(repaid)
    expect(replay.unexplainedCents).toBe(0n)
    expect(rowOf(replay, 'unallocated')['value']).toBe('50.00')
    expect(rowOf(replay, 'a')['value']).toBe('500.00')
  })

  test('block the period close, and a change that would make them arise or grow is refused', () => {
    expect(judgeChange(records, { kind: 'close-period', until: march(4) }, march(6))).toMatchObject({
      refusal: { name: 'period-not-closable', because: 'unexplained-withdrawal' },
    })
    const entry = contribution('b', march(1), '300')
    expect(judgeChange(records, { kind: 'add-entry', entry, reason: 'was there' }, march(5))).toMatchObject({
      refusal: { name: 'unexplained-withdrawal', day: march(4), missingCents: 30_000n },
    })
  })
})

describe('automatic matching', () => {
  const propose = (entries: ReturnType<typeof contribution>[], movements: ReturnType<typeof movement>[]) =>
    proposeMatches({ ...fund('1000'), entries, movements, closes: noGain(3) })

  test('joins same direction, same cents, at most 5 business days apart', () => {
    const paid = contribution('a', march(4), '100')
    const near = movement(march(11), '100')
    expect(propose([paid], [near])).toEqual([{ movementId: near.id, itemId: paid.id }])
    expect(propose([paid], [movement(march(12), '100')])).toEqual([])
    expect(propose([paid], [movement(march(4), '-100'), movement(march(4), '100.01')])).toEqual([])
    const out = retribution('a', march(4), '100')
    const sent = movement(march(4), '-100')
    expect(propose([out], [sent])).toEqual([{ movementId: sent.id, itemId: out.id }])
  })

  test('leaves out securities whose amount waits for a close', () => {
    const paid = contribution('a', march(4), '100')
    const received = movement(march(4), '100')
    expect(proposeMatches({ ...fund('1000'), entries: [paid], movements: [received] })).toHaveLength(1)
    const waiting = { ...received, isProvisional: true }
    expect(proposeMatches({ ...fund('1000'), entries: [paid], movements: [waiting] })).toEqual([])
  })

  test('takes the smallest distance, then the earlier day', () => {
    const early = contribution('a', march(3), '100')
    const close1 = contribution('b', march(4), '100')
    const later = contribution('c', march(6), '100')
    const received = movement(march(5), '100')
    expect(propose([later, close1, early], [received])).toEqual([{ movementId: received.id, itemId: close1.id }])
    const near = contribution('b', march(5), '100')
    expect(propose([later, close1, early, near], [received])).toEqual([{ movementId: received.id, itemId: near.id }])
  })

  test('leaves two equally good ones to the owner', () => {
    const received = movement(march(5), '100')
    expect(propose([contribution('a', march(4), '100'), contribution('b', march(4), '100')], [received])).toEqual([])
  })

  test('pairs as many movements as entries of a day by id', () => {
    const [one, two] = [contribution('a', march(4), '100'), contribution('b', march(4), '100')]
    const [first, second] = [movement(march(5), '100'), movement(march(5), '100')]
    expect(propose([two, one], [second, first])).toEqual([
      { movementId: first.id, itemId: one.id },
      { movementId: second.id, itemId: two.id },
    ])
  })

  test('leaves alone what is matched, inactive, part of the opening or in a closed period', () => {
    const paid = contribution('a', march(4), '100')
    const received = movement(march(5), '100')
    const records = { ...fund('1000'), entries: [paid], movements: [received] }
    expect(proposeMatches({ ...records, matches: [match([received], [paid])] })).toEqual([])
    expect(proposeMatches({ ...records, reversals: [{ recordId: paid.id }] })).toEqual([])
    expect(proposeMatches({ ...records, closedUntil: march(5) })).toEqual([])
    expect(propose([contribution('a', march(1), '100')], [movement(march(2), '100')])).toEqual([])
  })
})

describe('to be matched', () => {
  test('lists overdue entries and unexplained movements, and says by how much the fund would be wrong', () => {
    const paid = contribution('a', march(4), '100')
    const fresh = contribution('a', march(12), '70')
    const out = retribution('a', march(5), '30')
    const received = movement(march(6), '80')
    const before = movement(march(2), '5')
    const { current } = replayFund({ ...fund('1000'), entries: [paid, fresh, out], movements: [received, before] })
    const list = listToBeMatched(current, march(13))
    expect(list.items.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      [paid.id, 10_000n],
      [out.id, -3000n],
    ])
    expect(list.movements.map(({ id }) => id)).toEqual([received.id])
    expect([list.overstatedCents, list.understatedCents]).toEqual([8000n, 0n])
    expect(list.beforeOpening.map(({ id }) => id)).toEqual([before.id])
  })
})

describe('matches by hand', () => {
  const paid = contribution('a', march(4), '100')
  const other = contribution('b', march(4), '50')
  const received = movement(march(5), '150')
  const records = {
    ...fund('1000'),
    entries: [paid, other],
    movements: [received, movement(march(2), '100', { id: 'early' })],
    closes: noGain(3),
  }
  const judge = (one: ReturnType<typeof match>, difference?: ReturnType<typeof expense>) =>
    judgeChange(records, { kind: 'match', match: one, ...(difference ? { difference } : {}) }, march(6))

  test('one movement with several entries balances', () => {
    expect(judge(match([received], [paid, other])).isAllowed).toBe(true)
  })

  test('is refused when it does not balance, names the difference, and when cash appears from nowhere', () => {
    expect(judge(match([received], [paid]))).toMatchObject({
      refusal: { name: 'match-unbalanced', differenceCents: -5000n },
    })
    expect(judge(match([received], [paid]), expense(march(5), '50'))).toMatchObject({
      refusal: { name: 'match-unbalanced' },
    })
  })

  test('is refused across the opening day, for unknown and for already matched records', () => {
    expect(judge({ id: 'k', movementIds: ['early'], itemIds: [paid.id] })).toMatchObject({
      refusal: { name: 'match-across-opening' },
    })
    expect(judge({ id: 'k', movementIds: ['nowhere'], itemIds: [paid.id] })).toMatchObject({
      refusal: { name: 'unknown-record', recordId: 'nowhere' },
    })
    const matched = { ...records, matches: [match([received], [paid, other])] }
    expect(judgeChange(matched, { kind: 'match', match: match([received], [paid]) }, march(6))).toMatchObject({
      refusal: { name: 'already-matched' },
    })
  })
})
