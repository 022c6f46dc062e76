// A holder's profit by day, for the Floating/Real chart. Derived on demand from the valuations and the holder's own
// dealings only, so in a fund with a thousand members the other 999 cost nothing.
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import { divideHalfEven } from '../money/fraction.ts'
import type { Valuation } from './book.ts'
import { dealingsByHolder } from './compare-replay.ts'
import { holderFigures } from './holder-figure.ts'
import type { HolderId } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

export interface HolderHistoryPoint {
  readonly day: MarketDay
  readonly valueCents: Cents
  readonly amountCents: Cents
  readonly totalCents: Cents
  readonly realCents: Cents
  readonly floatingCents: Cents
  /** What the holder paid in since the point before it, negative for money out: the flows of their XIRR. */
  readonly paidCents: Cents
}

/**
 * Returns one point per close from the holder's first dealing on (docs/rules/fund.md, "Real and floating profit"). Each
 * point is rounded half-even independently, so a past point may differ by one cent from that day's table, where the odd
 * cents are distributed. The last point is the table's. Cost: O(closes + own dealings).
 */
export function holderHistory(replay: FundReplay, holderId: HolderId): HolderHistoryPoint[] {
  const dealings = dealingsByHolder(replay).get(holderId) ?? []
  const points: HolderHistoryPoint[] = []
  let units = 0n
  let amount = 0n
  let next = 0
  for (const valuation of replay.valuations) {
    let paid = 0n
    for (let dealing = dealings[next]; dealing && dealing.step <= valuation.step; dealing = dealings[next]) {
      units += dealing.units
      amount += dealing.amountCents
      paid += dealing.flowCents
      next += 1
    }
    if (next > 0)
      points.push(
        pointAt(valuation, holderId, { units, amount, paid, openingProfit: replay.records.opening.openProfitCents }),
      )
  }
  const paid = dealings.reduce((sum, dealing) => sum + dealing.flowCents, 0n)
  return withTableFigures(replay, points, { holderId, paid })
}

interface PointAtOptions {
  readonly units: bigint
  readonly amount: bigint
  readonly paid: bigint
  readonly openingProfit: bigint
}

function pointAt(
  valuation: Valuation,
  holderId: HolderId,
  { units, amount, paid, openingProfit }: PointAtOptions,
): HolderHistoryPoint {
  const share = (total: bigint): bigint => {
    if (valuation.units === 0n) return holderId === unallocatedHolderId ? total : 0n
    return divideHalfEven(total * units, valuation.units)
  }
  const value = share(valuation.fundValueCents)
  const real = share(valuation.fundValueCents - (valuation.openProfitCents - openingProfit)) - amount
  return {
    day: valuation.day,
    valueCents: toCents(value),
    amountCents: toCents(amount),
    totalCents: toCents(value - amount),
    realCents: toCents(real),
    floatingCents: toCents(value - amount - real),
    paidCents: toCents(paid),
  }
}

interface TableOptions {
  readonly holderId: HolderId
  /** All that the holder ever paid in, less what they took out. */
  readonly paid: bigint
}

/** Appends the table's figures: in place of the last close, or on the day of a later dealing. */
function withTableFigures(
  replay: FundReplay,
  points: HolderHistoryPoint[],
  { holderId, paid }: TableOptions,
): HolderHistoryPoint[] {
  const row = holderFigures(replay).find((candidate) => candidate.holderId === holderId)
  if (!row) return points
  const { day } = replay
  const earlier = points.filter((point) => point.day < day)
  const { valueCents, amountCents, realCents, floatingCents } = row
  const now: HolderHistoryPoint = {
    day,
    valueCents,
    amountCents,
    totalCents: row.profitLostCents,
    realCents,
    floatingCents,
    paidCents: toCents(earlier.reduce((rest, point) => rest - point.paidCents, paid)),
  }
  return [...earlier, now]
}
