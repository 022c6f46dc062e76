// Computes the participation table: each holder's value, amount, profit, and the part of the profit that is still open.
// All parts add up to the fund to the cent (largest remainder). Histories and statements live in other files.
import { type Cents, type UnitSteps, toUnitSteps, toCents } from '../kind.ts'
import { compareIds, splitByLargestRemainder } from '../money/largest-remainder.ts'
import type { UnitDeal } from './book.ts'
import type { HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

export interface HolderFigure {
  readonly holderId: HolderId
  readonly units: UnitSteps
  /** Share of all units in hundredths of a percent: 7893 is 78.93 %. The rows sum to 10,000. */
  readonly percentHundredths: number
  readonly valueCents: Cents
  /**
   * Dealt active contributions minus dealt active retributions (docs/rules/fund.md, "Share, value, amount and profit").
   */
  readonly amountCents: Cents
  /** Value minus amount: the total profit, positive or negative. */
  readonly profitLostCents: Cents
  /**
   * The part of the profit that price changes can no longer affect (docs/rules/fund.md, "Real and floating profit").
   */
  readonly realCents: Cents
  /** The part of the profit in open positions: `profitLostCents` minus `realCents`. */
  readonly floatingCents: Cents
}

/** Input for dividing a fund among its holders at any moment. */
export interface FundMoment {
  readonly fundValueCents: bigint
  /** Open profit now minus open profit at the opening (docs/rules/fund.md, "Real and floating profit"). */
  readonly openResultCents: bigint
  readonly units: ReadonlyMap<HolderId, bigint>
  readonly amounts: ReadonlyMap<HolderId, bigint>
}

/**
 * Returns the rows of all holders that ever held units, always including unallocated, sorted by id.
 * Value: units of the holder x fund value / units. Floating: the same share of (open profit now - at the opening).
 * Real: value - amount - floating. Value, percent and Real are rounded by largest remainder, the others are
 * differences. Without units, everything belongs to unallocated.
 * Example: units 10 and 20 in a fund of 100.00 are worth 33.33 and 66.67. Source: docs/rules/fund.md, "Share, value,
 * amount and profit", "Real and floating profit" and "Arithmetic".
 */
export function holderFigures(replay: FundReplay): HolderFigure[] {
  const openingProfit = replay.records.opening.openProfitCents
  return figuresAt({
    fundValueCents: replay.fundValueCents,
    openResultCents: replay.openProfitCents - openingProfit,
    units: replay.holdings,
    amounts: amountsOf(replay.journal.withoutPayers()),
  })
}

/**
 * Sums the amounts of each holder over a series of dealings (docs/rules/fund.md, "Share, value, amount and profit").
 */
export function amountsOf(dealings: Iterable<UnitDeal>): Map<HolderId, bigint> {
  const amounts = new Map<HolderId, bigint>()
  for (const dealing of dealings)
    amounts.set(dealing.holderId, (amounts.get(dealing.holderId) ?? 0n) + dealing.amountCents)
  return amounts
}

/** Divides a fund among its holders at a moment; the parts add up to the moment's totals exactly. */
export function figuresAt(moment: FundMoment): HolderFigure[] {
  const holderIds = [...new Set([unallocatedHolderId, ...moment.amounts.keys(), ...moment.units.keys()])].sort(
    compareIds,
  )
  const weights = holderIds.map((id) => [id, moment.units.get(id) ?? 0n] as const)
  const hasUnits = weights.some(([, units]) => units > 0n)
  const split = (total: bigint) =>
    hasUnits ? splitByLargestRemainder(total, weights) : new Map([[unallocatedHolderId, total]])
  const values = split(moment.fundValueCents)
  const percents = split(10_000n)
  // Amounts are whole cents, so rounding (value - floating) by largest remainder also rounds Real that way.
  const closedValues = split(moment.fundValueCents - moment.openResultCents)
  return holderIds.map((holderId) => {
    const value = values.get(holderId) ?? 0n
    const amount = moment.amounts.get(holderId) ?? 0n
    const real = (closedValues.get(holderId) ?? 0n) - amount
    return {
      holderId,
      units: toUnitSteps(moment.units.get(holderId) ?? 0n),
      percentHundredths: Number(percents.get(holderId) ?? 0n),
      valueCents: toCents(value),
      amountCents: toCents(amount),
      profitLostCents: toCents(value - amount),
      realCents: toCents(real),
      floatingCents: toCents(value - amount - real),
    }
  })
}
