// Returns of the fund and of a holder: time-weighted returns from chained unit values, and the flows from which
// money-weighted returns are computed. These are statistics, so results are plain numbers; the money behind them stays
// exact until the last step.
import { calendarDaysBetween } from '../calendar/market-day.ts'
import type { MarketDay } from '../kind.ts'
import { divideFractions, type Fraction, fraction, fractionToNumber } from '../money/fraction.ts'
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

/** A return over the days on which it was earned. */
export interface SpanReturn {
  readonly from: MarketDay
  readonly to: MarketDay
  /** Undefined ("n/a") when a unit value in between is zero or less. */
  readonly timeWeighted: TimeWeightedReturn | undefined
}

/**
 * Computes a holder's time-weighted return from a day to the end of the replay: the unit values between the day the
 * holder's units were bought and the day they were sold, chained over the times in which the holder had units. The
 * first day is the holder's own, the last one `to`, or the day on which the last unit left. It is net of the fees that
 * were charged: each takes the part of the units that pays it. Undefined for a holder who had no units.
 * Example: the fund opened at 10.00; a member who paid in at 12.00 has 10 % at 13.20, and the fund 32 %. With 1 of 100
 * units charged on the way it is 8.9 %.
 * Source: docs/rules/fund.md, "Performance figures".
 */
export function holderReturn(
  replay: FundReplay,
  holderId: HolderId,
  from: MarketDay,
  to: MarketDay,
): SpanReturn | undefined {
  const spans = spansOf(replay, dealingsByHolder(replay).get(holderId) ?? [], from)
  const [first] = spans
  if (!first) return undefined
  const last = spans.at(-1)?.sold?.day ?? to
  const isPositive = replay.valuations.every(
    ({ step, rate }) =>
      rate.numerator > 0n || !spans.some((span) => step >= span.step && step <= (span.sold?.step ?? step)),
  )
  if (!isPositive) return { from: first.day, to: last, timeWeighted: undefined }
  const growth = spans.map(
    (span) => span.kept * fractionToNumber(divideFractions(span.sold?.rate ?? replay.rate, span.rate)),
  )
  const total = growth.reduce((product, factor) => product * factor, 1) - 1
  const days = calendarDaysBetween(first.day, last)
  return { from: first.day, to: last, timeWeighted: { total, annualised: annualise(total, days), days } }
}

interface UnitMoment {
  readonly step: number
  readonly day: MarketDay
  readonly rate: Fraction
}

/** A time in which a holder had units, from buying the first until selling the last. */
interface HeldSpan extends UnitMoment {
  sold?: UnitMoment
  /** The part that fees have left of each unit. */
  kept: number
}

function spansOf(replay: FundReplay, own: readonly UnitDeal[], from: MarketDay): HeldSpan[] {
  const spans: HeldSpan[] = []
  let held = own.filter(({ day }) => day < from).reduce((sum, { units }) => sum + units, 0n)
  const start = replay.valuations.findLast(({ day }) => day < from)
  if (held > 0n && start) spans.push({ step: start.step, rate: start.rate, day: from, kept: 1 })
  for (const dealing of own) {
    if (dealing.day < from) continue
    const next = held + dealing.units
    const { step, day, rate } = dealing
    const open = spans.at(-1)
    if (dealing.feeCents < 0n && held > 0n && open) open.kept *= fractionToNumber(fraction(next, held))
    if (held === 0n && next > 0n) spans.push({ step, day, rate, kept: 1 })
    else if (held > 0n && next === 0n && open) open.sold = { step, day, rate }
    held = next
  }
  return spans
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
