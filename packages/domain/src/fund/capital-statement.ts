// Computes the capital account statement of one holder for one period: from the opening balance through every flow and
// result to the closing balance, to the cent. Layout and wording are left to the PDF and the screen.
import { addCalendarDays } from '../calendar/market-day.ts'
import { type Cents, type MarketDay, type UnitSteps, toCents, toUnitSteps } from '../kind.ts'
import { divideHalfEven, type Fraction, fraction, addFractions, zeroFraction } from '../money/fraction.ts'
import type { BenchmarkClose, BenchmarkReplay } from './benchmark.ts'
import { replayBenchmark } from './benchmark.ts'
import type { UnitDeal, DealingCause, Valuation } from './book.ts'
import { dealingsByHolder } from './compare-replay.ts'
import { netValues, type NetValue } from './fee/accrued-fee.ts'
import { holderFigures, type HolderFigure } from './holder-figure.ts'
import { internalRate, type CashFlow, type InternalRate } from './internal-rate.ts'
import { openingRate } from './open-book.ts'
import { holderFlows, holderReturn, type SpanReturn, timeWeightedReturn } from './performance.ts'
import type { FundRecords, HolderId } from './record.ts'
import { replayFund, type FundReplay } from './replay-fund.ts'

/** One flow of money or units, signed from the holder's view, with the unit value at which it was dealt. */
export interface StatementLine {
  readonly day: MarketDay
  readonly cause: DealingCause
  readonly recordId: string | undefined
  readonly amountCents: Cents
  readonly units: UnitSteps
  /** Cents per unit step; `unitValueText` formats it with 10 decimals. */
  readonly rate: Fraction
}

/** The holder's position at one end of the period. */
export interface StatementBalance {
  readonly valueCents: Cents
  readonly units: UnitSteps
  readonly rate: Fraction
  readonly percentHundredths: number
  /** The valuation behind the value: the last close, or the opening itself; undefined before the fund opened. */
  readonly valuation: Pick<Valuation, 'day' | 'quality'> | undefined
}

/** Returns "close of 2026-11-20", or "opening on 2026-02-02" if there has been no close since. */
export const describeValuation = ({ day, quality }: Pick<Valuation, 'day' | 'quality'>): string =>
  quality === 'opening' ? `opening on ${day}` : `close of ${day}`

/** Returns over a span of days. */
export interface StatementReturns {
  /** The holder's time-weighted return, from their own first day in the span; undefined without units in it. */
  readonly own: SpanReturn | undefined
  /** The fund's time-weighted return over the whole span. */
  readonly fund: SpanReturn
  readonly internalRate: InternalRate
  /** The same flows invested in each requested benchmark, by its name. */
  readonly benchmarks: Readonly<Record<string, BenchmarkReplay | undefined>>
}

export interface StatementFigures {
  readonly holderId: HolderId
  readonly from: MarketDay
  readonly to: MarketDay
  readonly opening: StatementBalance
  readonly closing: StatementBalance
  /** Contributions, retributions, transfers, funding, fees and opening shares of the period, in order. */
  readonly lines: readonly StatementLine[]
  /** Realised result before expenses. */
  readonly realisedCents: Cents
  readonly unrealisedChangeCents: Cents
  /** The holder's share of the expenses of the period, as a positive amount. */
  readonly expensesCents: Cents
  /**
   * Fees that have accrued at the end of the period and are not charged, which are part of the closing balance;
   * undefined before the first policy is in force.
   */
  readonly accruedFees: NetValue | undefined
  readonly period: StatementReturns
  readonly sinceStart: StatementReturns
}

/** A period of a fund's books, replayed once for the statements of all holders. */
export interface StatementPeriod {
  readonly from: MarketDay
  readonly to: MarketDay
  /** The books at the end of the previous day; undefined when the opening lies inside the period. */
  readonly start: FundReplay | undefined
  readonly end: FundReplay
  readonly startRows: ReadonlyMap<HolderId, HolderFigure>
  readonly endRows: ReadonlyMap<HolderId, HolderFigure>
  readonly endNetValues: ReadonlyMap<HolderId, NetValue>
}

/** Replays the books at both ends of a period; `from` and `to` are both included. */
export function openStatementPeriod(records: FundRecords, from: MarketDay, to: MarketDay): StatementPeriod {
  const end = replayFund(records, to)
  const start = from <= records.opening.day ? undefined : replayFund(records, addCalendarDays(from, -1))
  const hasFees = records.feePolicies.some(({ firstDay }) => firstDay <= to)
  const endNetValues = hasFees ? netValues(end, addCalendarDays(to, 1)) : new Map<HolderId, NetValue>()
  return { from, to, start, end, startRows: start ? rowsOf(start) : new Map(), endRows: rowsOf(end), endNetValues }
}

/**
 * Computes a holder's statement. Opening balance + lines + realised result before expenses + change in unrealised
 * result - expenses = closing balance, which is the next period's opening balance.
 * The opening balance is the value at the end of the previous day; a period that contains the opening starts at 0.00
 * and has the opening as a line. The holder's expenses are their share by units of each expense, rounded once; the
 * realised result absorbs the rounding. Source: docs/rules/fund.md, "Capital account statement".
 */
export function capitalStatement(
  { from, to, start, end, startRows, endRows, endNetValues }: StatementPeriod,
  holderId: HolderId,
  benchmarks: Readonly<Record<string, readonly BenchmarkClose[]>> = {},
): StatementFigures {
  const own = dealingsByHolder(end).get(holderId) ?? []
  const lines = own.filter((dealing) => dealing.day >= from)
  const before = startRows.get(holderId)
  const after = endRows.get(holderId)
  const broughtForward = lines.reduce((sum, line) => sum + (line.flowCents - line.amountCents), 0n)
  const expensesCents = expensesOf(end, own, from)
  const feesCents = lines.reduce((sum, line) => sum + line.feeCents, 0n)
  const realised = (after?.realCents ?? 0n) - (before?.realCents ?? 0n) - broughtForward + expensesCents - feesCents
  const opening = balanceOf(start ?? end, before, start === undefined)
  const openingDay = end.records.opening.day
  // A period may start long before the fund.
  const firstDay = from > openingDay ? from : openingDay
  return {
    holderId,
    from,
    to,
    opening,
    closing: balanceOf(end, after, false),
    lines: lines.map(toLine),
    realisedCents: toCents(realised),
    unrealisedChangeCents: toCents((after?.floatingCents ?? 0n) - (before?.floatingCents ?? 0n)),
    expensesCents: toCents(expensesCents),
    accruedFees: endNetValues.get(holderId),
    period: returnsOf(end, periodFlows(end, holderId, from, opening.valueCents), {
      holderId,
      from: firstDay,
      to,
      row: after,
      benchmarks,
    }),
    sinceStart: returnsOf(end, holderFlows(end, holderId), { holderId, from: openingDay, to, row: after, benchmarks }),
  }
}

/** Returns the lines of a holder from their first on, as a statement since the opening has them. */
export const holderLines = (replay: FundReplay, holderId: HolderId): readonly StatementLine[] =>
  (dealingsByHolder(replay).get(holderId) ?? []).map(toLine)

const toLine = ({ day, cause, recordId, flowCents, feeCents, units, rate }: UnitDeal): StatementLine => ({
  day,
  cause,
  recordId,
  amountCents: toCents(flowCents + feeCents),
  units,
  rate,
})

function rowsOf(replay: FundReplay): Map<HolderId, HolderFigure> {
  return new Map(holderFigures(replay).map((row) => [row.holderId, row]))
}

function balanceOf(replay: FundReplay, row: HolderFigure | undefined, isBeforeOpening: boolean): StatementBalance {
  const rate = isBeforeOpening ? openingRate : replay.rate
  const last = isBeforeOpening ? undefined : replay.valuations.at(-1)
  const valuation = last && { day: last.day, quality: last.quality }
  if (!row || isBeforeOpening)
    return { valueCents: toCents(0n), units: toUnitSteps(0n), rate, percentHundredths: 0, valuation }
  return { valueCents: row.valueCents, units: row.units, rate, percentHundredths: row.percentHundredths, valuation }
}

/**
 * Returns the holder's share of all expenses that took effect on or after `from`: units held at that time / all units.
 */
function expensesOf(replay: FundReplay, own: readonly UnitDeal[], from: MarketDay): bigint {
  let held = 0n
  let next = 0
  let share: Fraction = zeroFraction
  for (const expense of replay.borneExpenses) {
    for (let dealing = own[next]; dealing && dealing.step < expense.step; dealing = own[next]) {
      held += dealing.units
      next += 1
    }
    if (expense.day >= from && held > 0n)
      share = addFractions(share, fraction(expense.amountCents * held, expense.units))
  }
  return divideHalfEven(share.numerator, share.denominator)
}

/** Returns the flows of the period, with the opening balance as a payment on the day before it. */
function periodFlows(replay: FundReplay, holderId: HolderId, from: MarketDay, openingCents: Cents): CashFlow[] {
  const inside = holderFlows(replay, holderId).filter((flow) => flow.day >= from)
  return openingCents === 0n ? inside : [{ day: addCalendarDays(from, -1), amountCents: openingCents }, ...inside]
}

interface ReturnsOfOptions {
  readonly holderId: HolderId
  /** The first day of the span; the value at its start is that of the close before it, or of the opening. */
  readonly from: MarketDay
  readonly to: MarketDay
  readonly row: HolderFigure | undefined
  readonly benchmarks: Readonly<Record<string, readonly BenchmarkClose[]>>
}

function returnsOf(
  replay: FundReplay,
  flows: readonly CashFlow[],
  { holderId, from, to, row, benchmarks }: ReturnsOfOptions,
): StatementReturns {
  const openingDay = replay.records.opening.day
  const start = from > openingDay ? addCalendarDays(from, -1) : openingDay
  return {
    own: holderReturn(replay, holderId, from, to),
    fund: { from, to, timeWeighted: timeWeightedReturn(replay.valuations, start, to) },
    internalRate: internalRate(flows, row?.valueCents ?? 0n, to),
    benchmarks: Object.fromEntries(
      Object.entries(benchmarks).map(([name, closes]) => [name, replayBenchmark(flows, closes, to)]),
    ),
  }
}
