// Compares allocation and basis with a second computation on random years of the histories that the books are tested
// with, fees, gifts and moves between accounts included: at least a thousand years. A failure prints its seed.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addCalendarDays } from '../../calendar/market-day.ts'
import { toCents } from '../../kind.ts'
import { propertyRuns, propertySeed } from '../../testing/property-runs.ts'
import { replayFund } from '../replay-fund.ts'
import type { History } from '../testing/history-player.ts'
import { naiveYears } from '../testing/naive-year.ts'
import { feeSeeds, historySeeds, movingSeeds, playHistory, type HistorySeed } from '../testing/random-history.ts'
import { allocateYears } from './allocate-years.ts'
import { balanceFigures, capitalBridge } from './balance-sheet.ts'
import { carryBasis } from './carry-basis.ts'
import { yearFigures } from './fund-year.ts'
import { type AccountResult, dealtLines, resultKinds, yearLines } from './year-line.ts'

const length = 14

/** A month passes with every command, so that most histories cross a year's end. */
const spread = (seed: HistorySeed): HistorySeed => ({
  ...seed,
  commands: seed.commands.flatMap((one) => [one, { ...one, operation: 'end-month' as const }]),
})

const result = fc.record({
  after: fc.nat(700),
  kind: fc.constantFrom(...resultKinds),
  amountCents: fc.integer({ min: -300_000, max: 300_000 }),
})

interface Case {
  readonly history: History
  readonly results: readonly AccountResult[]
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: historySeeds(length) },
      { weight: 3, arbitrary: feeSeeds(length) },
      { weight: 1, arbitrary: movingSeeds(length) },
    ),
    fc.array(result, { maxLength: 30, size: 'max' }),
  )
  .map(([seed, results]) => {
    const history = playHistory(spread(seed))
    return {
      history,
      results: results.map(({ after, kind, amountCents }) => ({
        day: addCalendarDays(history.records.opening.day, after - 3),
        kind,
        amountCents: toCents(BigInt(amountCents)),
      })),
    }
  })

const over = (numRuns: number, check: (one: Case) => void): void =>
  fc.assert(fc.property(cases, check), { numRuns, seed: propertySeed() })

describe('over random years', () => {
  test('allocation and basis are those of a second computation, to the cent', () => {
    over(propertyRuns(1_000, 3_000), ({ history: { records }, results }) => {
      const replay = replayFund(records)
      const allocations = allocateYears(replay, results)
      const basis = carryBasis(replay, results, allocations)
      const expected = naiveYears(replay, results)
      expect(allocations.map(({ year }) => String(year))).toEqual(expected.map(({ year }) => year))
      for (const [index, naive] of expected.entries()) {
        const { holders } = allocations[index]!
        for (const line of dealtLines) {
          const naiveLine = naive.lines.get(line) ?? new Map<string, bigint>()
          for (const holderId of new Set([...holders.keys(), ...naiveLine.keys()]))
            expect(holders.get(holderId)?.[line] ?? 0n).toBe(naiveLine.get(holderId) ?? 0n)
        }
        for (const [holderId, one] of naive.basis) {
          const own = basis[index]!.get(holderId)
          expect({
            paidIn: own?.paidInCents ?? 0n,
            gifts: own?.giftsCents ?? 0n,
            takenOut: own?.takenOutCents ?? 0n,
            basis: own?.basisCents ?? 0n,
            loss: own?.lossCents ?? 0n,
          }).toEqual(one)
        }
      }
    })
  })

  test('lines of the holders add up to the lines of the fund, and these to its Real of the year', () => {
    over(propertyRuns(60, 1_000), ({ history: { records, today }, results }) => {
      for (const year of [2026, 2027, 2028]) {
        if (today < `${year}-01-01`) continue
        const figures = yearFigures(records, results, { year, today })
        for (const line of yearLines)
          expect(figures.holders.reduce((sum, { lines }) => sum + lines[line], 0n)).toBe(figures.lines[line])
        expect(figures.holders.reduce((sum, { realCents }) => sum + realCents, 0n)).toBe(figures.realCents)
        expect(figures.lines.feesPaid + figures.lines.feesReceived).toBe(0n)
      }
    })
  })

  test('basis less carried loss moves by what the year names, and a holder who takes everything out keeps no basis', () => {
    over(propertyRuns(60, 1_000), ({ history: { records, today }, results }) => {
      for (const year of [2026, 2027]) {
        if (today < `${year}-01-01`) continue
        const { holders, period } = yearFigures(records, results, { year, today })
        for (const { holderId, basis, totalCents } of holders) {
          expect(basis.allocatedCents).toBe(totalCents)
          expect(basis.basisCents - basis.lossCents).toBe(
            basis.beforeCents -
              basis.lossBeforeCents +
              basis.paidInCents +
              basis.allocatedCents +
              basis.giftsCents -
              basis.takenOutCents,
          )
          expect(basis.basisCents === 0n || basis.lossCents === 0n).toBe(true)
          // Fees change the basis by their amount: a holder whose last units pay one keeps what they have lost.
          const last = period.end.dealings.findLast((one) => one.holderId === holderId)
          const hasTakenAll = last !== undefined && last.units < 0n && last.feeCents === 0n
          const hasLeft = hasTakenAll && holderId !== 'unallocated' && !period.end.holdings.has(holderId)
          expect(hasLeft && basis.basisCents > 0n).toBe(false)
        }
      }
    })
  })

  test('the balance sheet balances, and the capital goes from one end of the year to the other', () => {
    over(propertyRuns(60, 1_000), ({ history: { records, today } }) => {
      const { period } = yearFigures(records, [], { year: 2026, today })
      const sheet = balanceFigures(period, toCents(12_345n))
      expect(sheet.cashCents + sheet.positionsAtMarketCents + sheet.cashOutsideCents).toBe(sheet.assetsCents)
      expect(sheet.positionsAtCostCents + sheet.openProfitCents).toBe(sheet.positionsAtMarketCents)
      expect(sheet.netCapitalCents + sheet.accruedManagementCents + sheet.accruedPerformanceCents).toBe(
        sheet.assetsCents,
      )
      expect(sheet.holders.reduce((sum, { netCents }) => sum + netCents, 0n)).toBe(sheet.netCapitalCents)
      const bridge = capitalBridge(period)
      expect(
        bridge.beforeCents +
          bridge.paidInCents -
          bridge.takenOutCents +
          bridge.broughtForwardCents +
          bridge.realCents +
          bridge.unrealisedCents,
      ).toBe(bridge.afterCents)
    })
  })
})
