// What a holder's part was worth at the end of a day, from a replay of all days.
import type { MarketDay } from '../kind.ts'
import { partByLargestRemainder } from '../money/largest-remainder.ts'
import type { HolderId } from '../fund/record.ts'
import type { FundReplay } from '../fund/replay-fund.ts'

/**
 * Returns the value in cents that the participation table of that day had, by largest remainder over all holders.
 * Example: a third of the units of a fund of 100.00 is 33.33, or 33.34 for the lowest id.
 */
export function holderValueAt({ dealings, valuations }: FundReplay, holderId: HolderId, day: MarketDay): bigint {
  const close = valuations.findLast((valuation) => valuation.day <= day)
  if (!close) return 0n
  const units = new Map<HolderId, bigint>()
  let value: bigint = close.fundValueCents
  for (const dealing of dealings) {
    if (dealing.day > day) break
    units.set(dealing.holderId, (units.get(dealing.holderId) ?? 0n) + dealing.units)
    const { cause, step } = dealing
    if (step > close.step && (cause === 'contribution' || cause === 'retribution' || cause === 'flow'))
      value += dealing.amountCents
  }
  let issued = 0n
  for (const own of units.values()) issued += own
  return partByLargestRemainder(value, units, { sum: issued, id: holderId, own: units.get(holderId) ?? 0n })
}
