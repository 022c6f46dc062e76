// Returns of the fund and of a holder: time-weighted returns from chained unit values, and the flows from which
// money-weighted returns are computed. These are statistics, so results are plain numbers; the money behind them stays
// exact until the last step.
import { calendarDaysBetween } from '../calendar/market-day.ts'
import type { MarketDay } from '../kind.ts'
import { divideFractions, fractionToNumber } from '../money/fraction.ts'
import type { UnitDeal, DealingCause, Valuation } from './book.ts'
import { dealingsByHolder } from './compare-replay.ts'
import type { HolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'
import type { CashFlow } from './internal-rate.ts'

export interface TimeWeightedReturn {
  /** 0.1 is 10 %. */
  readonly total: number
  /** Per year, for periods of one year or more; undefined for shorter ones. */
  readonly annualised: number | undefined
  readonly days: number
}

/**
 * Computes the fund's return between two days: unit value at the end / at the start - 1, each of the last close on or
 * before the day. Undefined ("n/a") when there is no close to start from, or when a unit value in between is zero or
 * less. Annualised as (1 + total) ^ (365 / days) - 1.
 * Example: 10.00 to 12.10 over 730 days is 21 %, 10 % a year. Source: docs/rules/fund.md, "Invariants".
 */
export function timeWeightedReturn(
  valuations: readonly Valuation[],
  from: MarketDay,
  to: MarketDay,
): TimeWeightedReturn | undefined {
  const start = valuations.findLast((valuation) => valuation.day <= from)
  const end = valuations.findLast((valuation) => valuation.day <= to)
  if (!start || !end || from > to) return undefined
  if (
    valuations.some(
      (valuation) => valuation.step >= start.step && valuation.step <= end.step && valuation.rate.numerator <= 0n,
    )
  )
    return undefined
  const total = fractionToNumber(divideFractions(end.rate, start.rate)) - 1
  const days = calendarDaysBetween(from, to)
  return { total, annualised: annualise(total, days), days }
}

/** Converts a total return to a return per year; undefined below one year. */
export function annualise(total: number, days: number): number | undefined {
  return days >= 365 ? (1 + total) ** (365 / days) - 1 : undefined
}

const noFundFlow: ReadonlySet<DealingCause> = new Set(['funding', 'transfer'])

/**
 * Returns the flows into the fund (positive) and out of it by day, including the opening value. Funding and transfers
 * move no cash; left-over units have no amount.
 */
export function fundFlows(replay: FundReplay): CashFlow[] {
  return replay.dealings
    .filter((dealing) => !noFundFlow.has(dealing.cause))
    .map(flowOf)
    .filter(isFlow)
}

/**
 * Returns a holder's flows in (positive) and out by day. Transfers, funding and opening shares count at their value.
 */
export function holderFlows(replay: FundReplay, holderId: HolderId): CashFlow[] {
  return (dealingsByHolder(replay).get(holderId) ?? []).map(flowOf).filter(isFlow)
}

function flowOf(dealing: UnitDeal): CashFlow {
  return { day: dealing.day, amountCents: dealing.flowCents }
}

function isFlow(flow: CashFlow): boolean {
  return flow.amountCents !== 0n
}
