// The most that a holder can take out at a moment: the one place that distributions and requests ask.
import { toCents, type Cents, type MarketDay } from '../kind.ts'
import { netValues, netValueOf } from './fee/accrued-fee.ts'
import type { HolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

/**
 * Returns the greatest retribution of each holder on a day, never below zero: their net value, which is the value where
 * the fund charges no fees.
 * Example: 100,000.00 after 15 days at 2 % a year can pay out 99,917.81.
 */
export function greatestRetributions(replay: FundReplay, day: MarketDay): (holderId: HolderId) => Cents {
  const nets = netValues(replay, day)
  return (holderId) => atLeastNothing(nets.get(holderId)?.netCents)
}

/** Returns the greatest retribution of one holder, exact to the cent in a fund of any size. */
export function greatestRetribution(replay: FundReplay, day: MarketDay, holderId: HolderId): Cents {
  return atLeastNothing(netValueOf(replay, day, holderId)?.netCents)
}

const atLeastNothing = (net = toCents(0n)): Cents => (net > 0n ? net : toCents(0n))
