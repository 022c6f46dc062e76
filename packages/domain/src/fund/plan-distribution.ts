// Splits a distribution among the holders of a fund by units (docs/rules/fund.md, "Distributions"). Its lines are
// retributions like any other; whether they can be booked is decided by `judge-change.ts`.
import { addCalendarDays } from '../calendar/market-day.ts'
import { toCents, type Cents, type MarketDay, type UnitSteps } from '../kind.ts'
import { splitByLargestRemainder } from '../money/largest-remainder.ts'
import { holderFigures } from './holder-figure.ts'
import { greatestRetributions } from './net-value.ts'
import type { FundRecords, HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { replayFund, type FundReplay } from './replay-fund.ts'

export interface DistributionPlan {
  readonly day: MarketDay
  /** For all holders, those who leave it in included. */
  readonly amountCents: Cents
  readonly leavesIn: ReadonlySet<HolderId>
}

export interface DistributionLine {
  readonly holderId: HolderId
  readonly units: UnitSteps
  readonly percentHundredths: number
  /** The part by units. It is paid out, or stays the holder's in units. */
  readonly partCents: Cents
  /** The most that the holder could take out. */
  readonly netValueCents: Cents
  /** Unallocated always leaves it in. */
  readonly isLeftIn: boolean
}

/**
 * Returns the part of every holder of units, sorted by id; empty when nobody holds units. The parts add up to the
 * amount to the cent. Units are those that the day's retributions are taken from: before the day, after that day's
 * other dealing; of the day, before it.
 * Example: 100.00 over units 49, 49 and 2 is 49.00, 49.00 and 2.00; over three equal holders 33.34, 33.33 and 33.33.
 */
export function planDistribution(
  records: FundRecords,
  { day, amountCents, leavesIn }: DistributionPlan,
): DistributionLine[] {
  const replay = replayBefore(records, day)
  const rows = holderFigures(replay).filter(({ units }) => units > 0n)
  if (rows.length === 0) return []
  const parts = splitByLargestRemainder(
    amountCents,
    rows.map(({ holderId, units }) => [holderId, units]),
  )
  const greatest = greatestRetributions(replay, day)
  return rows.map((row) => ({
    holderId: row.holderId,
    units: row.units,
    percentHundredths: row.percentHundredths,
    partCents: toCents(parts.get(row.holderId) ?? 0n),
    netValueCents: greatest(row.holderId),
    isLeftIn: row.holderId === unallocatedHolderId || leavesIn.has(row.holderId),
  }))
}

/** The fund as it is shown before a retribution of the day is dealt: valued at the last close before the day. */
function replayBefore(records: FundRecords, day: MarketDay): FundReplay {
  const earlier = { ...records, closes: records.closes.filter((close) => close.day < day) }
  return replayFund(earlier, records.dealing === 'of-the-day' ? addCalendarDays(day, -1) : day)
}
