// Checks the invariants of docs/rules/fund.md on random histories, of one account and of two with money crossing
// between them. A failure prints its seed and the smallest failing history; PROPERTY_SEED and PROPERTY_RUNS reproduce
// or extend a run.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../kind.ts'
import { fractionToNumber, fraction } from '../money/fraction.ts'
import { propertyRuns, propertySeed } from '../testing/property-runs.ts'
import { figuresAt, holderFigures } from './holder-figure.ts'
import { timeWeightedReturn } from './performance.ts'
import type { FundRecords, HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { replayFund, type FundReplay } from './replay-fund.ts'
import type { History } from './testing/history-player.ts'
import { clubSeeds, playClub, type Club } from './testing/random-club.ts'
import { feeSeeds, historySeeds, movingSeeds, playHistory } from './testing/random-history.ts'
import { unitValueOf } from './unit-value.ts'

const runs = propertyRuns(100, 2_000)
const length = Number(process.env['FUND_LENGTH'] ?? 40)
const seed = propertySeed()

/**
 * One history in six covers two accounts, and the check then runs on both; in another one the fund moves between
 * accounts, and in two fees are charged.
 */
const histories: fc.Arbitrary<readonly History[]> = fc.oneof(
  { weight: 2, arbitrary: historySeeds(length).map((one) => [playHistory(one)]) },
  { weight: 1, arbitrary: movingSeeds(length).map((one) => [playHistory(one)]) },
  { weight: 2, arbitrary: feeSeeds(length).map((one) => [playHistory(one)]) },
  { weight: 1, arbitrary: clubSeeds(length).map((one) => playClub(one).players.map((player) => player.history())) },
)

function overHistories(check: (history: History) => void): void {
  fc.assert(
    fc.property(histories, (all) => {
      for (const history of all) check(history)
    }),
    { numRuns: runs, seed },
  )
}

function overClubs(check: (club: Club) => void): void {
  fc.assert(
    fc.property(clubSeeds(length), (clubSeed) => {
      check(playClub(clubSeed))
    }),
    { numRuns: runs, seed },
  )
}

const profitOf = (replay: FundReplay): bigint => sum(holderFigures(replay).map((row) => row.profitLostCents))
const clubProfit = (replays: readonly FundReplay[]): bigint => sum(replays.map(profitOf))

const valueOf = (replay: FundReplay, holderId: HolderId): bigint =>
  holderFigures(replay).find((row) => row.holderId === holderId)?.valueCents ?? 0n
const uncoveredOf = (replay: FundReplay, holderId: HolderId): bigint =>
  sum(
    replay.breaches.map((breach) =>
      breach.kind === 'not-covered' && breach.holderId === holderId ? breach.missingCents : 0n,
    ),
  )

const feesOf = ({ dealings }: FundReplay, holderId: HolderId): bigint =>
  sum(dealings.filter((dealing) => dealing.holderId === holderId).map(({ feeCents }) => feeCents))

/** The replay as of each close, and at the end. */
function moments(records: FundRecords): FundReplay[] {
  const days = replayFund(records).valuations.map((valuation) => valuation.day)
  return [...days.map((day) => replayFund(records, day)), replayFund(records)]
}

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

describe('over random histories', () => {
  test('holder values add up to the fund value to the cent, percentages to 100.00, units to the issued units', () => {
    overHistories(({ records }) => {
      for (const replay of moments(records)) {
        const rows = holderFigures(replay)
        expect(sum(rows.map((row) => row.valueCents))).toBe(replay.fundValueCents)
        expect(rows.reduce((total, row) => total + row.percentHundredths, 0)).toBe(10_000)
        expect(sum(replay.holdings.values())).toBe(replay.issuedUnits)
        expect([...replay.holdings.values()].every((units) => units > 0n)).toBe(true)
      }
    })
  })

  test('the fund value is the broker value plus the cash outside, taken apart record by record', () => {
    overHistories(({ records }) => {
      for (const replay of moments(records)) {
        const dealt = sum(
          replay.dealings
            .filter(({ cause }) => cause === 'contribution' || cause === 'retribution' || cause === 'flow')
            .map(({ amountCents }) => amountCents),
        )
        const booked = sum(replay.valuations.map(({ expensesCents, movementsCents }) => expensesCents + movementsCents))
        expect(replay.cashOutsideCents).toBe(dealt - booked)
        expect(replay.fundValueCents).toBe(replay.brokerValueCents + replay.cashOutsideCents)
      }
    })
  })

  test('results count from the opening: Real is realised result, Floating is open result, Total is their sum', () => {
    overHistories(({ records }) => {
      const { opening, openingShares } = records
      const broughtForward = sum(openingShares.map(({ shareCents, paidInCents }) => shareCents - paidInCents))
      for (const replay of moments(records)) {
        const rows = holderFigures(replay)
        const real = replay.brokerValueCents - replay.openProfitCents - (opening.valueCents - opening.openProfitCents)
        const outflow = sum(
          replay.valuations.map(({ expensesCents, movementsCents }) => expensesCents + movementsCents),
        )
        expect(sum(rows.map((row) => row.realCents))).toBe(broughtForward + real - outflow)
        expect(sum(rows.map((row) => row.floatingCents))).toBe(replay.openProfitCents - opening.openProfitCents)
        expect(sum(rows.map((row) => row.profitLostCents))).toBe(
          replay.fundValueCents - sum(rows.map((row) => row.amountCents)),
        )
        const own = rows.find((row) => row.holderId === unallocatedHolderId)
        const moved = sum(
          replay.dealings
            .filter(
              ({ holderId, cause }) =>
                holderId !== unallocatedHolderId && (cause === 'funding' || cause === 'transfer'),
            )
            .map(({ amountCents }) => amountCents),
        )
        const flows = sum(replay.dealings.filter(({ cause }) => cause === 'flow').map(({ amountCents }) => amountCents))
        expect(own?.amountCents).toBe(
          opening.valueCents - sum(openingShares.map(({ shareCents }) => shareCents)) + flows - moved,
        )
      }
    })
  })

  test('entries do not move the unit value', () => {
    overHistories(({ records }) => {
      const replay = replayFund(records)
      const units = new Map<string, bigint>()
      const rates = [...new Set(replay.dealings.map(({ rate }) => rate))]
      for (const rate of rates) {
        const dealings = replay.dealings.filter((dealing) => dealing.rate === rate)
        // The rate of a close with units is fund value / units of that close, before anything was dealt at it.
        let value = rate.numerator
        let issued = rate.denominator
        let exits = 0
        let transfers = 0
        let wasEmpty = false
        const isOfClose = replay.valuations.find((valuation) => valuation.rate === rate)?.quality !== 'opening'
        for (const [index, dealing] of dealings.entries()) {
          const held = (units.get(dealing.holderId) ?? 0n) + dealing.units
          units.set(dealing.holderId, held)
          if (held === 0n && dealing.units < 0n) exits += 1
          if (dealing.cause === 'transfer') transfers += 1
          else value += dealing.amountCents
          issued += dealing.units
          // Without units the unit value does not move, and left-over value is a separate case.
          if (issued === 0n) wasEmpty = true
          if (wasEmpty || !isOfClose || rate.numerator <= 0n || dealings[index + 1]?.step === dealing.step) continue
          const before = fractionToNumber(unitValueOf(rate))
          const allowed =
            ((index + 1) * before * 0.5e-8 + 0.01 * exits + 0.005 * transfers) / (Number(issued) / 1e8) + 1e-10
          const after = fractionToNumber(unitValueOf(fraction(value, issued)))
          expect(Math.abs(after - before)).toBeLessThanOrEqual(allowed * (1 + 1e-9))
        }
      }
    })
  })

  test('members who ask for their net value get it and have no unit left', () => {
    overHistories(({ refusedExits }) => {
      expect(refusedExits).toEqual([])
    })
  })

  test('a closed period reads at the end as it did when it was closed', () => {
    overHistories(({ records, closedPeriods }) => {
      for (const { until, figures } of closedPeriods) expect(holderFigures(replayFund(records, until))).toEqual(figures)
    })
  })

  test('the order of the lists does not matter', () => {
    overHistories(({ records }) => {
      const turned: FundRecords = {
        ...records,
        entries: records.entries.toReversed(),
        statusChanges: records.statusChanges.toReversed(),
        reversals: records.reversals.toReversed(),
        movements: records.movements.toReversed(),
        matches: records.matches.toReversed(),
        closes: records.closes.toReversed(),
        expenses: records.expenses.toReversed(),
        transfers: records.transfers.toReversed(),
        openingShares: records.openingShares.toReversed(),
        moves: records.moves.toReversed(),
        feePolicies: records.feePolicies.toReversed(),
        feeCharges: records.feeCharges.toReversed(),
      }
      expect(holderFigures(replayFund(turned))).toEqual(holderFigures(replayFund(records)))
      expect(replayFund(turned).valuations).toEqual(replayFund(records).valuations)
    })
  })

  test('the order in which entries of a day are written does not matter', () => {
    overHistories(({ records }) => {
      const turn = (id: string) => id.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
      const renamed: FundRecords = {
        ...records,
        entries: records.entries.map((entry) => ({ ...entry, id: turn(entry.id) })),
        statusChanges: records.statusChanges.map((change) => ({ ...change, entryId: turn(change.entryId) })),
        reversals: records.reversals.map(({ recordId }) => ({
          recordId: recordId.startsWith('e') ? turn(recordId) : recordId,
        })),
        matches: records.matches.map((match) => ({
          ...match,
          itemIds: match.itemIds.map((id) => (id.startsWith('e') ? turn(id) : id)),
        })),
      }
      expect(holderFigures(replayFund(renamed))).toEqual(holderFigures(replayFund(records)))
    })
  })

  test('an entry that is added and deleted, or toggled twice, leaves every figure as it was', () => {
    overHistories(({ records, today }) => {
      const entry = {
        id: 'extra',
        holderId: 'a',
        kind: 'contribution',
        day: today,
        amountCents: 12345n as never,
        isActive: true,
      } as const
      const added = { ...records, entries: [...records.entries, entry] }
      const deleted = { ...added, reversals: [...records.reversals, { recordId: entry.id }] }
      const off = { entryId: entry.id, isActive: false, sequence: 1_000_001 }
      const toggled = {
        ...added,
        statusChanges: [...records.statusChanges, off, { ...off, isActive: true, sequence: 1_000_002 }],
      }
      const figures = (one: FundRecords) => ({ rows: holderFigures(replayFund(one)), line: replayFund(one).valuations })
      expect(figures(deleted)).toEqual(figures(records))
      expect(figures(toggled)).toEqual(figures(added))
    })
  })

  test('the return between two closes is the quotient of their unit values, and "n/a" once one is not positive', () => {
    overHistories(({ records }) => {
      const { valuations } = replayFund(records)
      const [first] = valuations
      const last = valuations.at(-1)
      if (!first || !last) return
      const twr = timeWeightedReturn(valuations, first.day, last.day)
      const isPositive = valuations.every(({ rate }) => rate.numerator > 0n)
      expect(twr === undefined).toBe(!isPositive)
      const quotient = fractionToNumber(unitValueOf(last.rate)) / fractionToNumber(unitValueOf(first.rate)) - 1
      expect(twr === undefined || Math.abs(twr.total - quotient) < 1e-8).toBe(true)
    })
  })

  test('a past day replayed today reads as it did: the figures of the valuation line divide the same way', () => {
    overHistories(({ records }) => {
      const full = replayFund(records)
      for (const valuation of full.valuations) {
        const then = replayFund(records, valuation.day)
        expect(then.valuations.at(-1)).toEqual(valuation)
        const rows = figuresAt({
          fundValueCents: then.fundValueCents,
          openResultCents: 0n,
          units: then.holdings,
          amounts: new Map(),
        })
        expect(sum(rows.map((row) => row.valueCents))).toBe(then.fundValueCents)
      }
    })
  })

  test('between two accounts of one owner money crosses without profit, and a member keeps what he owns in both', () => {
    let crossed = 0
    overClubs(({ crossings }) => {
      for (const { holderId, isOwners, before, charged, after } of crossings) {
        crossed += 1
        expect(clubProfit(charged)).toBe(clubProfit(before))
        expect(clubProfit(after)).toBe(clubProfit(before))
        const isDealt =
          !isOwners && after.every((replay, index) => replay.pending.length === before[index]!.pending.length)
        if (!isDealt) continue
        // A broker correction can leave an earlier retribution uncovered; a payment then settles that before it buys
        // units. What it pays in fees is no part of what crosses.
        const owned = (replays: readonly FundReplay[]) =>
          sum(
            replays.map(
              (replay) => valueOf(replay, holderId) - uncoveredOf(replay, holderId) - feesOf(replay, holderId),
            ),
          )
        // Each fund rounds the value to the cent by largest remainder, and the units to 8 decimals.
        const moved = owned(after) - owned(charged)
        expect(moved >= -2n && moved <= 2n).toBe(true)
      }
    })
    expect(crossed).toBeGreaterThan(runs)
  })

  test('cash that crosses between two accounts is no profit of anybody once both have closed', () => {
    overClubs(({ players }) => {
      const [giver, taker] = players
      const before = players.map((player) => replayFund(player.records))
      giver.bookMovement(-123_456n as Cents)
      taker.bookMovement(123_456n as Cents)
      for (const player of players) player.endDay()
      expect(clubProfit(players.map((player) => replayFund(player.records)))).toBe(clubProfit(before))
    })
  })
})
