// The participation table: what each holder has, put in, gained, and how much of the gain is still open. All parts add
// up to the fund to the cent (largest remainder); histories and statements stand in files of their own.
import type { Cents, UnitSteps } from '../kind.ts'
import { compareIds, splitByLargestRemainder } from '../money/largest-remainder.ts'
import type { Dealing } from './book.ts'
import type { HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

export interface HolderFigure {
  readonly holderId: HolderId
  readonly units: UnitSteps
  /** Share of all units in hundredths of a percent: 7893 is 78.93 %. The rows sum to 10,000. */
  readonly percentHundredths: number
  readonly valueCents: Cents
  /** Dealt active contributions less dealt active retributions (rule 2). */
  readonly amountCents: Cents
  /** Value less amount: the total profit, positive or negative. */
  readonly profitLostCents: Cents
  /** The part of the profit that no price can take back (rule 5). */
  readonly realCents: Cents
  /** The part that lives in open positions; `profitLostCents` less `realCents`. */
  readonly floatingCents: Cents
}

/** What is needed to divide a fund among its holders at any moment. */
export interface FundMoment {
  readonly fundValueCents: bigint
  /** Open profit now less open profit at the opening (rule 5). */
  readonly openResultCents: bigint
  readonly units: ReadonlyMap<HolderId, bigint>
  readonly amounts: ReadonlyMap<HolderId, bigint>
}

/**
 * The rows of all holders that ever held units, unallocated always included, sorted by id.
 * Value: units of the holder x fund value / units. Floating: the same share of (open profit now - at the opening).
 * Real: value - amount - floating. Value, percent and Real are rounded by largest remainder, the others are differences.
 * Without units everything is unallocated's. Example: units 10 and 20 in a fund of 100.00 are worth 33.33 and 66.67.
 * Fund-accounting, rules 2 and 5, Arithmetic.
 */
export function holderFigures(replay: FundReplay): HolderFigure[] {
  const openingProfit = replay.records.opening.openProfitCents
  return figuresAt({
    fundValueCents: replay.fundValueCents,
    openResultCents: replay.openProfitCents - openingProfit,
    units: replay.holdings,
    amounts: amountsOf(replay.dealings),
  })
}

/** The amounts of all holders after some dealings (rule 2). */
export function amountsOf(dealings: Iterable<Dealing>): Map<HolderId, bigint> {
  const amounts = new Map<HolderId, bigint>()
  for (const dealing of dealings) amounts.set(dealing.holderId, (amounts.get(dealing.holderId) ?? 0n) + dealing.amountCents)
  return amounts
}

/** Divides a fund among its holders at a moment; the parts add up to the moment's totals exactly. */
export function figuresAt(moment: FundMoment): HolderFigure[] {
  const holderIds = [...new Set([unallocatedHolderId, ...moment.amounts.keys(), ...moment.units.keys()])].sort(compareIds)
  const weights = holderIds.map((id) => [id, moment.units.get(id) ?? 0n] as const)
  const hasUnits = weights.some(([, units]) => units > 0n)
  const split = (total: bigint) => (hasUnits ? splitByLargestRemainder(total, weights) : new Map([[unallocatedHolderId, total]]))
  const values = split(moment.fundValueCents)
  const percents = split(10_000n)
  // Amounts are whole cents, so rounding value less floating by largest remainder rounds Real by it too.
  const closedValues = split(moment.fundValueCents - moment.openResultCents)
  return holderIds.map((holderId) => {
    const value = values.get(holderId) ?? 0n
    const amount = moment.amounts.get(holderId) ?? 0n
    const real = (closedValues.get(holderId) ?? 0n) - amount
    return {
      holderId,
      units: (moment.units.get(holderId) ?? 0n) as UnitSteps,
      percentHundredths: Number(percents.get(holderId) ?? 0n),
      valueCents: value as Cents,
      amountCents: amount as Cents,
      profitLostCents: (value - amount) as Cents,
      realCents: real as Cents,
      floatingCents: (value - amount - real) as Cents,
    }
  })
}
