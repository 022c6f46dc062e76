// A year of a fund for its papers: allocation and basis of every holder beside their own Real, the balance sheet at the
// year's end, and the income statement (docs/rules/fund-year.md).
import { toMarketDay, type Cents, type MarketDay, toCents } from '../../kind.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import { openStatementPeriod, type StatementPeriod } from '../capital-statement.ts'
import { dealingsByHolder } from '../compare-replay.ts'
import type { FundRecords, HolderId } from '../record.ts'
import { allocateYears } from './allocate-years.ts'
import { carryBasis, type BasisYear } from './carry-basis.ts'
import { type AccountResult, noLines, sumOfLines, type YearLines } from './year-line.ts'

export interface HolderYearFigures {
  readonly holderId: HolderId
  readonly lines: YearLines
  /** The sum of the lines. */
  readonly totalCents: Cents
  /** The holder's own Real of the year, which differs where they bought or sold open profit. */
  readonly realCents: Cents
  readonly basis: BasisYear
}

export interface YearFigures {
  readonly year: number
  readonly from: MarketDay
  readonly to: MarketDay
  readonly lines: YearLines
  /** Real of the year of all holders together: the sum of the lines. */
  readonly realCents: Cents
  /** Holders with units or dealings in the year, and those whose carried basis is not zero, by id. */
  readonly holders: readonly HolderYearFigures[]
  /** The books at both ends, for statements and the balance sheet. */
  readonly period: StatementPeriod
}

/**
 * Computes a year from the books and the account's results; a year that is not over ends today. The lines of all
 * holders add up to the fund's, and the fund's to its Real of the year. Source: docs/rules/fund-year.md.
 */
export function yearFigures(
  records: FundRecords,
  results: readonly AccountResult[],
  { year, today }: { readonly year: number; readonly today: MarketDay },
): YearFigures {
  const from = toMarketDay(`${year}-01-01`)
  const last = toMarketDay(`${year}-12-31`)
  const to = today < last ? today : last
  const period = openStatementPeriod(records, from, to)
  const allocations = allocateYears(period.end, results)
  const index = allocations.findIndex((allocation) => allocation.year === year)
  const allocation = allocations[index]
  const basis = carryBasis(period.end, results, allocations)[index]
  const holderIds = new Set([
    ...(allocation?.holders.keys() ?? []),
    ...[...(basis ?? [])].filter(([, one]) => one.basisCents !== one.lossCents).map(([holderId]) => holderId),
  ])
  const lines = allocation?.lines ?? noLines()
  return {
    year,
    from,
    to,
    lines,
    realCents: sumOfLines(lines),
    holders: [...holderIds].sort(compareIds).flatMap((holderId) => {
      const own = allocation?.holders.get(holderId) ?? noLines()
      const ownBasis = basis?.get(holderId)
      if (!ownBasis) return []
      return [
        { holderId, lines: own, totalCents: sumOfLines(own), realCents: realOf(period, holderId), basis: ownBasis },
      ]
    }),
    period,
  }
}

/** Returns a holder's Real of a period, without what an opening statement brought forward. */
function realOf({ from, end, startRows, endRows }: StatementPeriod, holderId: HolderId): Cents {
  const broughtForward = (dealingsByHolder(end).get(holderId) ?? [])
    .filter(({ day }) => day >= from)
    .reduce((sum, { flowCents, amountCents }) => sum + flowCents - amountCents, 0n)
  const before = startRows.get(holderId)?.realCents ?? 0n
  return toCents((endRows.get(holderId)?.realCents ?? 0n) - before - broughtForward)
}
