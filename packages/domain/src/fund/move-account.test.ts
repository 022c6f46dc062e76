// A fund that moves to another account (docs/rules/fund.md, "Moving to another account"): units and unit value do not
// change by the move itself, value in transit is carried, and only what got lost or was gained on the way is result.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSessions } from '../calendar/session.ts'
import type { Cents, MarketDay } from '../kind.ts'
import { formatCents } from '../money/cents.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { arrivedBy, carriedMoves, resultOfMove } from './carry-move.ts'
import { applyChange, type MovedFacts, type FundChange } from './change.ts'
import { holderFigures } from './holder-figure.ts'
import { judgeChange } from './judge-change.ts'
import { proposeMatches } from './propose-match.ts'
import type { AccountMove, FundRecords } from './record.ts'
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
  summary,
} from './testing/fund-fixture.ts'
import { historySeeds, movingSeeds, playHistory } from './testing/random-history.ts'
import { listToBeMatched } from './to-be-matched.ts'
import { arrivalParts } from './unallocated-flow.ts'

const nothing: MovedFacts = { closes: [], movements: [] }

/** A opened with 600.00 and B with 400.00; the account is worth 1,200.00 at its last close, on Wednesday the 4th. */
const club = (more: Partial<FundRecords> = {}): FundRecords => ({
  ...fund('1000', { openProfit: '50' }),
  entries: [contribution('a', march(2), '600'), contribution('b', march(2), '400')],
  closes: [close(march(3), '1100'), close(march(4), '1200', '1150')],
  ...more,
})

function moveTo(
  facts: MovedFacts,
  arrivedOn?: MarketDay,
  held = '0',
  day = march(4),
): FundChange & { kind: 'move-account' } {
  const move: AccountMove = {
    id: 'v1',
    day,
    heldCents: dollars(held),
    ...(arrivedOn === undefined ? {} : { arrivedOn }),
  }
  return { kind: 'move-account', move, facts }
}

const today = march(16)

function allowed(records: FundRecords, change: FundChange): FundRecords {
  const judgement = judgeChange(records, change, today)
  if (!judgement.isAllowed) throw new Error(`refused: ${JSON.stringify(judgement.refusal)}`)
  return judgement.records
}

function refused(records: FundRecords, change: FundChange): Record<string, unknown> {
  const judgement = judgeChange(records, change, today)
  if (judgement.isAllowed) throw new Error('allowed')
  return judgement.refusal
}

const before = '1200.00 in 100 units at 12.000000'

describe('the unit value', () => {
  test('does not change while everything is in transit, and moves on with the first close after the arrival', () => {
    const facts = {
      closes: [close(march(5), '0'), close(march(6), '0'), close(march(9), '1200'), close(march(10), '1260')],
      movements: [movement(march(9), '1200')],
    }
    const moved = allowed(club(), moveTo(facts))
    for (const date of [4, 5, 6]) expect(summary(moved, march(date))).toBe(before)
    expect(replayFund(moved, march(6)).valuations.at(-1)).toMatchObject({
      brokerValueCents: 0n,
      inTransitCents: dollars('1200'),
      cashOutsideCents: dollars('1200'),
    })
    const complete = allowed(moved, { kind: 'complete-move', moveId: 'v1', arrivedOn: march(9) })
    expect(summary(complete, march(9))).toBe(before)
    expect(summary(complete)).toBe('1260.00 in 100 units at 12.600000')
    expect(replayFund(complete)).toMatchObject({ cashOutsideCents: 0n })
  })

  test('keeps what is realised and what is open apart until the contents have arrived', () => {
    const facts = {
      closes: [close(march(5), '0'), close(march(6), '1200', '1150')],
      movements: [movement(march(6), '1200')],
    }
    const moved = allowed(club(), moveTo(facts))
    expect(rowOf(replayFund(moved, march(5)), 'a')).toEqual(rowOf(replayFund(moved, march(4)), 'a'))
    const complete = allowed(moved, { kind: 'complete-move', moveId: 'v1', arrivedOn: march(6) })
    expect(rowOf(replayFund(complete), 'a')).toEqual(rowOf(replayFund(complete, march(4)), 'a'))
  })

  test('takes the difference as result: a fee, or prices that moved on the way', () => {
    const facts = {
      closes: [close(march(5), '500'), close(march(6), '1190')],
      movements: [movement(march(5), '500'), movement(march(6), '690')],
    }
    const moved = allowed(club(), moveTo(facts, march(6)))
    expect(summary(moved, march(5))).toBe(before)
    expect(summary(moved)).toBe('1190.00 in 100 units at 11.900000')
    const replay = replayFund(moved)
    const [carried] = carriedMoves(replay.current, moved.opening)
    const parts = arrivalParts(replay.current)
    expect(carried && formatCents(resultOfMove(carried, parts))).toBe('-10.00')
    expect(carried && arrivedBy(carried, parts, march(5))).toBe(dollars('500'))
    expect(rowOf(replay, 'a')).toMatchObject({ value: '714.00', profit: '114.00' })
  })

  test('is that of the same account under another link, which holds everything already', () => {
    const later = [close(march(5), '1300', '1250'), close(march(6), '1250')]
    const moved = allowed(club(), moveTo({ closes: later, movements: [] }, march(4), '1200'))
    const unmoved = { ...club(), closes: [...club().closes, ...later] }
    expect(summary(moved)).toBe(summary(unmoved))
    expect(holderFigures(replayFund(moved))).toEqual(holderFigures(replayFund(unmoved)))
  })

  test('does not change by what the new account held before: that becomes units of unallocated', () => {
    const facts = { closes: [close(march(5), '1800')], movements: [movement(march(5), '1200')] }
    const moved = allowed(club(), moveTo(facts, march(5), '600'))
    expect(summary(moved)).toBe('1800.00 in 150 units at 12.000000')
    expect(rowOf(replayFund(moved), 'unallocated')).toMatchObject({ value: '600.00', amount: '600.00', profit: '0.00' })
    expect(rowOf(replayFund(moved), 'a')).toMatchObject({ value: '720.00', profit: '120.00' })
  })

  test('does not change by moving there and back', () => {
    const there = allowed(
      club(),
      moveTo(
        { closes: [close(march(5), '1200'), close(march(6), '1200')], movements: [movement(march(5), '1200')] },
        march(5),
      ),
    )
    const back = {
      ...moveTo(
        { closes: [close(march(9), '1200')], movements: [movement(march(9), '1200')] },
        march(9),
        '0',
        march(6),
      ),
    }
    const moved = allowed(there, { ...back, move: { ...back.move, id: 'v2' } })
    expect(summary(moved)).toBe(before)
    expect(replayFund(moved).current.moves).toHaveLength(2)
  })
})

describe('a move in transit', () => {
  const facts = {
    closes: [close(march(5), '0'), close(march(6), '0'), close(march(9), '1260')],
    movements: [movement(march(9), '1260')],
  }
  const moved = () => allowed(club(), moveTo(facts))

  test('lets entries wait that would be dealt at a carried value, and deals them at the close of the arrival', () => {
    const entry = contribution('c', march(9), '126')
    const waiting = allowed(
      { ...moved(), closes: moved().closes.filter((one) => one.day < march(9)) },
      {
        kind: 'add-entry',
        entry,
        reason: 'new member',
      },
    )
    expect(replayFund(waiting).pending).toMatchObject([{ recordId: entry.id, reason: 'in-transit' }])
    expect(summary(waiting)).toBe(before)
    const complete = allowed(
      { ...waiting, closes: moved().closes },
      {
        kind: 'complete-move',
        moveId: 'v1',
        arrivedOn: march(9),
      },
    )
    expect(replayFund(complete).pending).toEqual([])
    expect(summary(complete)).toBe('1386.00 in 110 units at 12.600000')
  })

  test('is cancelled by moving back: the books read as if it had never been made', () => {
    const old = { closes: [close(march(5), '1210')], movements: [] }
    const back = allowed(moved(), { kind: 'cancel-move', moveId: 'v1', facts: old })
    const unmoved = { ...club(), closes: [...club().closes, ...old.closes] }
    expect(holderFigures(replayFund(back))).toEqual(holderFigures(replayFund(unmoved)))
    expect(back.moves).toHaveLength(1)
    expect(refused(back, { kind: 'cancel-move', moveId: 'v1', facts: nothing })).toMatchObject({
      because: 'nothing-in-transit',
    })
  })

  test('keeps the period open and a second move away', () => {
    expect(refused(moved(), { kind: 'close-period', until: march(5) })).toMatchObject({ because: 'in-transit' })
    expect(allowed(moved(), { kind: 'close-period', until: march(4) }).closedUntil).toBe(march(4))
    expect(refused(moved(), moveTo(nothing, undefined, '0', march(9)))).toMatchObject({ because: 'in-transit' })
  })

  test("leaves a member's deposit to its entry, and asks for no match of what arrives", () => {
    const deposit = movement(march(6), '50')
    const entry = contribution('a', march(5), '50')
    const both = { ...moved(), entries: [...club().entries, entry], movements: [...facts.movements, deposit] }
    expect(listToBeMatched(replayFund(both).current, today).movements).toEqual([])
    expect(proposeMatches(both)).toEqual([{ movementId: deposit.id, itemId: entry.id }])
    const matched = { ...both, matches: [match([deposit], [entry])] }
    expect(arrivalParts(replayFund(matched).current).map((part) => part.movementId)).toEqual([facts.movements[0]?.id])
  })

  test('is completed only by a close of the new account, and once', () => {
    const complete = (arrivedOn: MarketDay) => ({ kind: 'complete-move', moveId: 'v1', arrivedOn }) as const
    expect(refused(moved(), complete(march(4)))).toMatchObject({ because: 'not-after-move' })
    expect(refused(moved(), complete(march(10)))).toMatchObject({ because: 'not-valued' })
    expect(refused(allowed(moved(), complete(march(9))), complete(march(9)))).toMatchObject({
      because: 'nothing-in-transit',
    })
  })
})

describe('a move is refused', () => {
  test('on a day without a usable close, in a closed period, and before the last move', () => {
    expect(refused(club(), moveTo(nothing, undefined, '0', march(5)))).toMatchObject({ because: 'not-valued' })
    const odd = club({ closes: [close(march(4), '1200', '1200', { quality: 'unreconciled' })] })
    expect(refused(odd, moveTo(nothing))).toMatchObject({ because: 'not-valued' })
    expect(refused({ ...club(), closedUntil: march(5) }, moveTo(nothing))).toMatchObject({ name: 'period-closed' })
    const there = allowed(club(), moveTo({ closes: [close(march(5), '1200')], movements: [] }, march(4), '1200'))
    expect(refused(there, moveTo(nothing, undefined, '0', march(3)))).toMatchObject({ because: 'before-last-move' })
    expect(refused(club(), moveTo(nothing, march(5)))).toMatchObject({
      name: 'arrival-not-possible',
      because: 'not-valued',
    })
  })

  test('while money that left is unexplained, a retribution is uncovered, or an entry waits for its close', () => {
    const gone = club({ movements: [movement(march(4), '-100')] })
    expect(refused(gone, moveTo(nothing))).toMatchObject({ because: 'unexplained-withdrawal', day: march(4) })
    const uncovered = club({ entries: [...club().entries, retribution('a', march(4), '700')] })
    expect(refused(uncovered, moveTo(nothing))).toMatchObject({ because: 'not-covered', day: march(4) })
    const pending = club({
      entries: [...club().entries, contribution('a', march(4), '7')],
      closes: [close(march(4), '1200')],
    })
    expect(refused(pending, moveTo(nothing))).toMatchObject({ because: 'pending', day: march(4) })
  })

  test('when money came into the old account later, or later money is matched', () => {
    const received = club({ movements: [movement(march(5), '10')] })
    expect(refused(received, moveTo(nothing))).toMatchObject({ because: 'money-later', day: march(5) })
    const paid = movement(march(5), '-10')
    const cost = expense(march(4), '10')
    const matched = club({ movements: [paid], expenses: [cost], matches: [match([paid], [cost])] })
    expect(refused(matched, moveTo(nothing))).toMatchObject({ because: 'money-later', day: march(5) })
  })

  test('never because the old account has been emptied since', () => {
    const emptied = club({
      entries: [contribution('a', march(2), '600')],
      closes: [...club().closes, close(march(5), '0')],
      movements: [movement(march(5), '-1200')],
    })
    expect(replayFund(emptied).unexplainedCents).toBeGreaterThan(0n)
    const moved = allowed(emptied, moveTo(nothing))
    expect(replayFund(moved)).toMatchObject({ unexplainedCents: 0n, fundValueCents: dollars('1200') })
    expect(rowOf(replayFund(moved), 'unallocated')).toMatchObject({ value: '480.00' })
  })

  test('when it would change what a member took out who has left since', () => {
    const left = club({
      entries: [...club().entries, retribution('b', march(6), '484')],
      closes: [...club().closes, close(march(5), '1210'), close(march(6), '726')],
      movements: [movement(march(6), '-484')],
    })
    expect(replayFund(left).holdings.has('b')).toBe(false)
    const facts = {
      closes: [close(march(5), '1220'), close(march(6), '736')],
      movements: [movement(march(5), '1200'), movement(march(6), '-484')],
    }
    expect(refused(left, moveTo(facts, march(5)))).toMatchObject({ name: 'holder-has-left', holderId: 'b' })
  })
})

describe('over random histories', () => {
  const options = { numRuns: propertyRuns(60, 1_000), seed: propertySeed() }

  test('a move after any session to an account that reads the same changes no figure of any day', () => {
    let moved = 0
    fc.assert(
      fc.property(historySeeds(30), fc.nat(), (seed, at) => {
        const { records } = playHistory({
          ...seed,
          commands: seed.commands.filter(({ operation }) => !operation.endsWith('-account')),
        })
        const was = replayFund(records)
        const valuation = was.valuations[at % was.valuations.length]
        if (!valuation) return
        const { day, brokerValueCents: heldCents } = valuation
        const move = { id: 'v1', day, heldCents, arrivedOn: day }
        const now = replayFund(applyChange(records, { kind: 'move-account', move, facts: records }))
        expect(holderFigures(now)).toEqual(holderFigures(was))
        expect(now.dealings).toEqual(was.dealings)
        expect(now.valuations).toEqual(was.valuations)
        moved += 1
      }),
      options,
    )
    expect(moved).toBeGreaterThan(0)
  })

  test('funds move, wait for their contents, complete their moves and take them back', () => {
    const seen = { transit: 0, complete: 0, reversed: 0, held: 0 }
    fc.assert(
      fc.property(movingSeeds(40), (seed) => {
        const { records } = playHistory(seed)
        const { current, valuations } = replayFund(records)
        seen.transit += valuations.filter((one) => one.inTransitCents !== 0n).length
        seen.complete += current.moves.filter(
          (move) => move.arrivedOn !== undefined && move.arrivedOn > move.day,
        ).length
        seen.held += current.moves.filter((move) => move.heldCents !== 0n && move.arrivedOn !== move.day).length
        seen.reversed += records.moves.length - current.moves.length
      }),
      options,
    )
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
  })

  test('contents that arrive in parts lose no cent: what is in transit, has arrived and is result adds up', () => {
    const amounts = fc.record({
      left: fc.integer({ min: 1_000, max: 100_000_000 }),
      parts: fc.array(fc.integer({ min: 1, max: 40_000_000 }), { minLength: 1, maxLength: 5 }),
      held: fc.integer({ min: 0, max: 1_000_000 }),
      dealing: fc.constantFrom('before-the-day' as const, 'of-the-day' as const),
    })
    fc.assert(
      fc.property(amounts, ({ left, parts, held, dealing }) => {
        const leftCents = BigInt(left)
        const records = { ...club(), dealing, closes: [close(march(4), formatCents(leftCents as Cents))] }
        const days = parts.map((_, index) => addSessions(march(5), index))
        const sums = parts.map((_, index) => BigInt(parts.slice(0, index + 1).reduce((sum, one) => sum + one, held)))
        const facts = {
          closes: days.map((day, index) => close(day, formatCents((sums[index] ?? 0n) as Cents))),
          movements: days.map((day, index) => movement(day, formatCents(BigInt(parts[index] ?? 0) as Cents))),
        }
        const change = moveTo(facts, undefined, formatCents(BigInt(held) as Cents))
        const moved = allowed(records, change)
        const arrivedOn = days.at(-1)!
        const start = replayFund(records)
        for (const valuation of replayFund(moved).valuations.filter(({ day }) => day > march(4))) {
          expect(valuation.brokerValueCents + valuation.inTransitCents - leftCents).toBe(BigInt(held))
          const members = valuation.fundValueCents - (dealing === 'of-the-day' ? 0n : BigInt(held))
          expect(members).toBe(start.fundValueCents)
        }
        const complete = replayFund(allowed(moved, { kind: 'complete-move', moveId: 'v1', arrivedOn }))
        const arrived = parts.reduce((sum, part) => sum + BigInt(part), 0n)
        expect(complete.fundValueCents - start.fundValueCents - BigInt(held)).toBe(arrived - leftCents)
        expect(complete.cashOutsideCents).toBe(0n)
        expect(complete.holdings.get('a')).toBe(start.holdings.get('a'))
        expect(complete.holdings.get('b')).toBe(start.holdings.get('b'))
      }),
      options,
    )
  })
})
