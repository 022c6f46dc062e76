// What the fund and a holder's part were worth at the end of a day, from a replay of all days.
import type { UnitDeal } from '../fund/book.ts'
import type { MarketDay } from '../kind.ts'
import { partByLargestRemainder } from '../money/largest-remainder.ts'
import type { HolderId } from '../fund/record.ts'
import type { FundReplay } from '../fund/replay-fund.ts'

/**
 * Returns the fund's value in cents with everything that was dealt up to the end of the day. Example: a fund of 100.00
 * at its close, into which 10.00 were paid at the unit value of that close, is 110.00.
 */
export function fundValueAt({ dealings, valuations }: FundReplay, day: MarketDay): bigint {
  const close = valuations.findLast((valuation) => valuation.day <= day)
  if (!close) return 0n
  let value: bigint = close.fundValueCents
  for (const dealing of dealings) {
    if (dealing.day > day) break
    if (dealing.step > close.step && isPayment(dealing)) value += dealing.amountCents
  }
  return value
}

const isPayment = ({ cause }: UnitDeal): boolean =>
  cause === 'contribution' || cause === 'retribution' || cause === 'flow'

/**
 * Returns the value in cents that the participation table of that day had, by largest remainder over all holders.
 * Example: a third of the units of a fund of 100.00 is 33.33, or 33.34 for the lowest id.
 */
export function holderValueAt(replay: FundReplay, holderId: HolderId, day: MarketDay): bigint {
  const units = new Map<HolderId, bigint>()
  for (const dealing of replay.dealings) {
    if (dealing.day > day) break
    units.set(dealing.holderId, (units.get(dealing.holderId) ?? 0n) + dealing.units)
  }
  let issued = 0n
  for (const own of units.values()) issued += own
  return partByLargestRemainder(fundValueAt(replay, day), units, {
    sum: issued,
    id: holderId,
    own: units.get(holderId) ?? 0n,
  })
}
