// What holds for fees over random histories, and a second calculation of every charge: day by day, with rational
// numbers and without merged lots, running sums or rounded remainders. PROPERTY_SEED and PROPERTY_RUNS reproduce or
// extend a run.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MarketDay, toCents } from '../../kind.ts'
import { fractionToNumber } from '../../money/fraction.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { applyChange } from '../change.ts'
import { holderFigures } from '../holder-figure.ts'
import type { FeeKind, FundRecords } from '../record.ts'
import { replayFund } from '../replay-fund.ts'
import type { History } from '../testing/history-player.ts'
import { hasRegularCharges, NaiveFees } from '../testing/naive-fee.ts'
import { feeSeeds, type HistorySeed, playHistory } from '../testing/random-history.ts'
import { listNetValues, netValueOf, netValues } from './accrued-fee.ts'
import { calculateCharge } from './calculate-charge.ts'
import { chargeOf } from './charge-draft.ts'
import { openFeeEnds } from './period-end.ts'
import { feeKinds, policiesOf } from './policy.ts'

const runs = propertyRuns(200, 3_000)
const length = Number(process.env['FUND_LENGTH'] ?? 40)
const seed = propertySeed()

const played = new Map<string, History>()

/** The properties read the same histories; playing them takes longer than checking. */
function playOnce(one: HistorySeed): History {
  const key = runs > 1_000 ? '' : JSON.stringify(one)
  const history = played.get(key) ?? playHistory(one)
  if (key !== '' && played.size < runs) played.set(key, history)
  return history
}

function overHistories(check: (history: History) => void): void {
  fc.assert(
    fc.property(feeSeeds(length), (one) => {
      check(playOnce(one))
    }),
    { numRuns: runs, seed },
  )
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, amount) => all + amount, 0n)

/** Everything that a member, the owner or an auditor can read. */
const figuresOf = (records: FundRecords, today: MarketDay) => {
  const replay = replayFund(records)
  return {
    rows: holderFigures(replay),
    valuations: replay.valuations,
    dealings: replay.dealings.map((dealing) => ({ ...dealing, step: 0 })),
    breaches: replay.breaches,
    net: netValues(replay, today),
    ends: openFeeEnds(replay),
  }
}

describe('over random histories with fees', () => {
  test('what one side pays the other receives, in cents and in units, and no amount and no cash flow knows it', () => {
    overHistories(({ records }) => {
      const fees = replayFund(records).dealings.filter(({ cause }) => cause.endsWith('fee'))
      const keys = new Set(fees.map(({ step, recordId, cause }) => `${step} ${recordId} ${cause}`))
      for (const key of keys) {
        const own = fees.filter(({ step, recordId, cause }) => `${step} ${recordId} ${cause}` === key)
        expect(sum(own.map(({ feeCents }) => feeCents))).toBe(0n)
        expect(sum(own.map(({ units }) => units))).toBe(0n)
      }
      expect(fees.every(({ amountCents, flowCents }) => amountCents === 0n && flowCents === 0n)).toBe(true)
    })
  })

  test('the units that pay a fee are worth it, to the cent', () => {
    overHistories(({ records }) => {
      for (const { cause, feeCents, units, rate } of replayFund(records).dealings) {
        if (!cause.endsWith('fee') || feeCents > 0n) continue
        const worth = fractionToNumber({ numerator: units * rate.numerator, denominator: rate.denominator })
        expect(Math.abs(worth - Number(feeCents))).toBeLessThanOrEqual(1 + fractionToNumber(rate))
      }
    })
  })

  test("the lots of a member add up to the member's units, and none is empty", () => {
    overHistories(({ records }) => {
      const replay = replayFund(records)
      if (!replay.fees?.hasLots) return
      for (const [holderId, units] of replay.holdings) {
        if (holderId === 'unallocated') continue
        const lots = replay.fees.accounts.get(holderId)?.lots ?? []
        expect(sum(lots.map((lot) => lot.units))).toBe(units)
        expect(lots.every((lot) => lot.units > 0n)).toBe(true)
      }
    })
  })

  test('net values lie between zero and the value, and unallocated and the receivers of both fees have all of it', () => {
    overHistories(({ records, today }) => {
      const replay = replayFund(records)
      const isSettled = openFeeEnds(replay).length === 0
      for (const [holderId, net] of netValues(replay, today)) {
        const { valueCents, managementCents, performanceCents, netCents } = net
        expect(netCents).toBe(valueCents - managementCents - performanceCents)
        expect(managementCents >= 0n && performanceCents >= 0n).toBe(true)
        expect(netCents >= 0n || valueCents < 0n).toBe(true)
        const receives = feeKinds.every((kind) => receiverOn(records, kind, today) === holderId)
        const isFree = holderId === 'unallocated' || (isSettled && receives)
        expect(!isFree || netCents === valueCents).toBe(true)
      }
    })
  })

  test('the list of net values has those of each holder alone, or says that it has not', () => {
    overHistories(({ records, today }) => {
      const replay = replayFund(records)
      // As in a fund with too many holders for a replay of each.
      const { byId, isExact } = listNetValues(replay, today, 0)
      const others = [...byId].filter(
        ([holderId, { netCents }]) => netCents !== netValueOf(replay, today, holderId)?.netCents,
      )
      expect(isExact ? others : []).toEqual([])
      expect(isExact || openFeeEnds(replay).length > 0).toBe(true)
      expect(listNetValues(replay, today).isExact).toBe(true)
    })
  })

  test('units that a receiver of missing fees has given on make the list approximate, and a short list exact', () => {
    const command = { who: 0, other: 0, size: 0, luck: 0 }
    const { records, today } = playHistory({
      dealing: 'before-the-day',
      openingCents: 5,
      openProfitCents: -388,
      shares: [33],
      commands: [
        { ...command, operation: 'management-fee' },
        { ...command, operation: 'performance-fee', who: 3, size: 30_929, luck: 1 },
        { ...command, operation: 'end-month', luck: -1 },
        { ...command, operation: 'cash', size: 925_626 },
        { ...command, operation: 'end-month', size: 1, luck: 86 },
        { ...command, operation: 'distribute', size: 128 },
        { ...command, operation: 'end-month', size: 1, luck: 95 },
        { ...command, operation: 'give-units', who: 3, other: 1 },
      ],
    })
    const replay = replayFund(records)
    expect(listNetValues(replay, today, 0).isExact).toBe(false)
    const short = listNetValues(replay, today)
    expect([short.isExact, short.byId.get('b')?.netCents]).toEqual([true, 539n])
    expect(netValueOf(replay, today, 'b')?.netCents).toBe(539n)
  })

  test('an unexplained withdrawal that takes all of unallocated makes the list approximate', () => {
    const command = { who: 0, other: 0, size: 0, luck: 0 }
    const { records, today } = playHistory({
      dealing: 'of-the-day',
      openingCents: 8_021_384,
      openProfitCents: -555,
      shares: [39],
      commands: [
        { ...command, operation: 'management-fee', who: 1, size: 901_475 },
        { ...command, operation: 'performance-fee', who: 1 },
        { ...command, operation: 'end-month', size: 546_783 },
        { ...command, operation: 'performance-fee', who: 2, size: 303_825 },
        { ...command, operation: 'end-month', size: 22_508, luck: 73 },
        { ...command, operation: 'end-month', luck: 1 },
        { ...command, operation: 'sell', who: 1, size: 392_277 },
        { ...command, operation: 'correct-close', luck: 42 },
        { ...command, operation: 'expense', size: 929_249 },
        { ...command, operation: 'end-month', size: 953_660, luck: -2 },
        { ...command, operation: 'expense' },
        { ...command, operation: 'end-month', size: 816_228, luck: -46 },
        { ...command, operation: 'paid-expense', size: 495_299 },
        { ...command, operation: 'cash', other: 1, size: 359_482, luck: -30 },
      ],
    })
    const replay = replayFund(records)
    expect(listNetValues(replay, today, 0).isExact).toBe(false)
    const short = listNetValues(replay, today)
    expect([short.isExact, short.byId.get('a')?.netCents]).toEqual([true, 26_242n])
  })

  test('the charge that was proposed is the charge that is made, line by line', () => {
    overHistories(({ records }) => {
      const proposed = propose(records)
      if (!proposed) return
      const made = { ...records, feeCharges: [...records.feeCharges, chargeOf(proposed.charge)] }
      const replay = replayFund(made)
      for (const line of proposed.charge.lines) {
        const dealt = replay.dealings.filter(
          ({ recordId, cause, holderId, units }) =>
            recordId === 'next' && cause === `${line.kind}-fee` && holderId === line.holderId && units <= 0n,
        )
        expect(sum(dealt.map(({ feeCents }) => -feeCents))).toBe(line.amountCents)
      }
    })
  })

  test('each charge that is made or waived and reversed, the last one first, restores every figure', () => {
    overHistories(({ records, today }) => {
      const stages: Array<{ readonly before: FundRecords; readonly endDay: MarketDay }> = []
      let made = records
      for (let proposed = propose(made); proposed; proposed = propose(made)) {
        const isWaived = stages.length % 3 === 2
        const charge = chargeOf((isWaived ? propose(made, true) : proposed)!.charge)
        stages.push({ before: made, endDay: charge.endDay })
        made = applyChange(made, { kind: 'charge-fees', charge: { ...charge, id: `next ${stages.length}` } })
      }
      for (const { before, endDay } of stages.toReversed()) {
        // Lines that were booked before belong to the charge and are reversed with it.
        made = reverseFrom(made, endDay)
        expect(booksOf(made)).toEqual(booksOf(reverseFrom(before, endDay)))
      }
      const [first] = stages
      const untouched = first === undefined ? records : reverseFrom(records, first.endDay)
      expect(figuresOf(made, today)).toEqual(figuresOf(untouched, today))
    })
  })

  test('a charge that is dealt at once is dealt like its lines one by one', () => {
    // A line that charges nobody nothing has no place among the columns.
    const idle = {
      holderId: 'unallocated',
      kind: 'management',
      receiverId: 'a',
      amountCents: toCents(0n),
      settledAtto: 0n,
    } as const
    const accountsOf = (records: FundRecords) =>
      [...(replayFund(records).fees?.accounts ?? [])].filter(([holderId]) => holderId !== idle.holderId)
    overHistories(({ records, today }) => {
      const feeCharges = records.feeCharges.map((charge) => ({ ...charge, lines: [...charge.lines, idle] }))
      const lineByLine = { ...records, feeCharges }
      expect(figuresOf(records, today)).toEqual(figuresOf(lineByLine, today))
      expect(accountsOf(records)).toEqual(accountsOf(lineByLine))
    })
  })

  test('a charge moves the unit value of no close', () => {
    overHistories(({ records }) => {
      const proposed = propose(records)
      if (!proposed) return
      const made = { ...records, feeCharges: [...records.feeCharges, chargeOf(proposed.charge)] }
      const before = replayFund(records).valuations.filter(({ day }) => day <= proposed.charge.draft.endDay)
      const after = replayFund(made).valuations.filter(({ day }) => day <= proposed.charge.draft.endDay)
      expect(after.map(({ rate }) => rate)).toEqual(before.map(({ rate }) => rate))
    })
  })

  test('every charge is what a second calculation makes of the days, values, lots and rates', () => {
    let compared = 0
    overHistories(({ records }) => {
      compared += compareNextCharge(records)
    })
    expect(compared).toBeGreaterThan(runs / 8)
  })

  test('a receiver of all units of a holder, for a fee below half a cent, owes what a second calculation makes', () => {
    const command = { who: 0, other: 0, size: 0, luck: 0 }
    const { records } = playHistory({
      dealing: 'of-the-day',
      openingCents: 19,
      openProfitCents: 9,
      shares: [37],
      commands: [
        { ...command, operation: 'management-fee', size: 1_242 },
        { ...command, operation: 'performance-fee', who: 1, size: 22_249, luck: 1 },
        { ...command, operation: 'end-month', size: 1, luck: 60 },
        { ...command, operation: 'charge' },
        { ...command, operation: 'end-month' },
        { ...command, operation: 'correct-close', other: 3, luck: -42 },
        { ...command, operation: 'end-month' },
        { ...command, operation: 'end-month' },
        { ...command, operation: 'charge' },
        { ...command, operation: 'charge' },
      ],
    })
    expect(compareNextCharge(records)).toBe(1)
  })

  test('what a charge brings a holder who has lost their units is a lot at its unit value, whatever they should pay', () => {
    const command = { who: 0, other: 0, size: 0, luck: 0 }
    const { records } = playHistory({
      dealing: 'before-the-day',
      openingCents: 859_586,
      openProfitCents: -13_678,
      shares: [5],
      commands: [
        { ...command, operation: 'management-fee', who: 1, size: 177 },
        { ...command, operation: 'performance-fee' },
        { ...command, operation: 'paid-expense', who: 1, size: 5_149 },
        { ...command, operation: 'performance-fee', size: 51_710, luck: 1 },
        { ...command, operation: 'end-month', size: 1, luck: 93 },
        { ...command, operation: 'end-month', size: 1 },
        { ...command, operation: 'charge' },
        { ...command, operation: 'correct-close', other: 3 },
        { ...command, operation: 'delete' },
        { ...command, operation: 'waive' },
        { ...command, operation: 'end-month' },
        { ...command, operation: 'reverse-charge' },
        { ...command, operation: 'correct-close', other: 3, luck: -1 },
      ],
    })
    expect(compareNextCharge(records)).toBe(2)
  })
})

/** Compares the next charge with a second calculation, and returns how many lines it has. */
function compareNextCharge(records: FundRecords): number {
  const proposed = propose(records)
  if (!proposed || !hasRegularCharges(proposed.replay)) return 0
  const { charge, replay } = proposed
  const naive = new NaiveFees(replay, charge.draft.endDay)
  const paid = new Map(
    charge.lines.flatMap(({ holderId, kind, amountCents }) =>
      kind === 'management' ? [[holderId, amountCents] as const] : [],
    ),
  )
  for (const line of charge.lines) {
    const exact =
      line.kind === 'management'
        ? naive.managementOf(line.holderId)
        : naive.performanceOf(line.holderId, paid.get(line.holderId) ?? 0n)
    const distance = Math.abs(fractionToNumber(exact) - Number(line.exactAtto) / 1e18)
    // Lots hold units with 8 decimals: a step of each is worth this many cents.
    const steps = 10 * (line.lots.length + 1) * fractionToNumber(charge.rate)
    expect(distance, `${line.kind} ${line.holderId} ${charge.draft.endDay}`).toBeLessThan(0.000_001 + steps)
  }
  return charge.lines.length
}

const booksOf = (records: FundRecords) => {
  const { dealings, holdings, breaches, fees } = replayFund(records)
  return { dealings: dealings.map((dealing) => ({ ...dealing, step: 0 })), holdings, breaches, fees }
}

/** Reverses the last charge until none is left from a period end on. */
function reverseFrom(records: FundRecords, endDay: MarketDay): FundRecords {
  const last = replayFund(records).current.charges.at(-1)
  if (!last || last.endDay < endDay) return records
  return reverseFrom(applyChange(records, { kind: 'reverse-charge', endDay: last.endDay }), endDay)
}

/** With dealing before the day a policy counts from its first day on, with dealing of the day from the first close. */
function receiverOn(records: FundRecords, kind: FeeKind, today: MarketDay): string | undefined {
  const last =
    records.closes
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? today
  const day = records.dealing === 'before-the-day' ? today : last
  return policiesOf(records, kind).findLast(({ firstDay }) => firstDay <= day)?.receiverId
}

function propose(records: FundRecords, isWaived = false) {
  const replay = replayFund(records)
  const [end] = openFeeEnds(replay)
  const charge = end && calculateCharge(replay, end, { id: 'next', isWaived })
  return charge && { charge, replay }
}
