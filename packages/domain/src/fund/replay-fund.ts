// Replays the books of a fund in one pass: records in, state out.
//
// Input is the records of `record.ts`: the opening (and opening statement), entries with their status changes and
// reversals, the broker's movements and closes, matches, expenses, transfers. Output is a `FundReplay`: units per
// holder, the fund value with the cash outside, the unit value line, pending records, and breaches of the rules. The
// replay is a pure function: it has no clock, does not depend on insertion order or on earlier replays, and never
// refuses. `judge-change.ts` decides whether a change is allowed, by replaying it and comparing.
//
// See also: `holder-figure.ts` turns a replay into the participation table, `holder-history.ts` into daily profit
// lines, `to-be-matched.ts` into warnings, `capital-statement.ts` into statements. Inside the replay, day by day:
// `deal-batch.ts` deals one day at one unit value, `apply-close.ts` values the fund at a close, `unallocated-flow.ts`
// computes the unexplained part of a movement.
//
// Numbers: money is whole cents, units are whole steps of 1e-8, unit values are exact fractions of cents per step.
// Cost: O((entries + closes) log n); the last cent of a full exit costs one pass over the holders.
import { type Cents, type MarketDay, type UnitSteps, toMarketDay, toUnitSteps, toCents } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'
import { noteValuation, nothingSettled, settlementsByClose } from './apply-close.ts'
import type { Book, BorneExpense, UnitDeal, UnexplainedLevel, Valuation } from './book.ts'
import { fundValueOf } from './book.ts'
import type { Breach } from './breach.ts'
import type { CalculatedCharge, ChargeDraft } from './fee/charge-draft.ts'
import type { FeeBook } from './fee/fee-book.ts'
import { currentRecords, type CurrentRecords } from './current-record.ts'
import type { DealingJournal } from './dealing-journal.ts'
import { openBook } from './open-book.ts'
import { processClose, pendingOf, startLine, scheduleItems, type PendingRecord } from './dealing-line.ts'
import type { FundRecords, HolderId } from './record.ts'
import { scheduleByDay } from './schedule.ts'
import { findStaticBreaches } from './static-breach.ts'
import { unallocatedFlows } from './unallocated-flow.ts'

/** The state of a fund after all records up to a day. */
export interface FundReplay {
  readonly records: FundRecords
  readonly current: CurrentRecords
  /** The day up to which records count; all of them without one. */
  readonly until: MarketDay | undefined
  /** The day of the last close or dealing. */
  readonly day: MarketDay
  readonly holdings: ReadonlyMap<HolderId, UnitSteps>
  readonly issuedUnits: UnitSteps
  readonly brokerValueCents: Cents
  readonly cashOutsideCents: Cents
  readonly fundValueCents: Cents
  readonly openProfitCents: Cents
  /** Cents per unit step of the last close; used for dealing until the next close. */
  readonly rate: Fraction
  readonly journal: DealingJournal
  /** Every dealing of the journal, made on first use. */
  readonly dealings: readonly UnitDeal[]
  /** The opening and every close, by day. */
  readonly valuations: readonly Valuation[]
  readonly borneExpenses: readonly BorneExpense[]
  readonly pending: readonly PendingRecord[]
  readonly breaches: readonly Breach[]
  /** The "unexplained withdrawal" part of cash outside (docs/rules/fund.md, "Matching"), and its changes over time. */
  readonly unexplainedCents: Cents
  readonly unexplainedLevels: readonly UnexplainedLevel[]
  /** Accrued fees and lots; `accrued-fee.ts` reads them. */
  readonly fees: FeeBook | undefined
  /** The charges calculated from the drafts that were passed in. */
  readonly calculatedCharges: readonly CalculatedCharge[]
}

/**
 * Replays all records, or those that take effect up to and including `until`.
 * Example: opening 500.00 (50 units at 10.00), a close of 5,000.00, then a contribution of 100.00: 51 units, fund value
 * 5,100.00, unit value still 100.00. Source: docs/rules/fund.md.
 * Drafts of charges are calculated and dealt in their place.
 */
export function replayFund(records: FundRecords, until?: MarketDay, drafts: readonly ChargeDraft[] = []): FundReplay {
  const current = currentRecords(records)
  const book = openBook(records, current.funded)
  noteValuation(book, { day: records.opening.day, quality: 'opening' }, book.step, nothingSettled)
  book.breaches.push(...findStaticBreaches(records, current))
  const schedules = scheduleByDay(current, unallocatedFlows(current), {
    dealing: records.dealing,
    charges: [...current.charges, ...drafts],
  })
  const settlements = settlementsByClose(current, records.opening)
  const closes = new Map(current.closes.map((close) => [close.day, close]))
  const days = [...new Set([...schedules.keys(), ...closes.keys()])]
    .filter((day) => until === undefined || day <= until)
    .sort()
  const line = startLine(records, current.moves)
  for (const day of days) {
    const schedule = schedules.get(day)
    if (schedule) scheduleItems(book, line, toMarketDay(day), schedule)
    const close = closes.get(toMarketDay(day))
    if (close) processClose(book, line, close, settlements.get(day) ?? nothingSettled)
  }
  return result({ records, current, until }, book, pendingOf(line))
}

const replays = new WeakMap<FundRecords, FundReplay>()

/**
 * Returns the replay of all records, made once for each records object, which never changes. So several changes to the
 * same books are judged by one replay: `replayOf(records) === replayOf(records)`.
 */
export function replayOf(records: FundRecords): FundReplay {
  const known = replays.get(records)
  if (known) return known
  const replay = replayFund(records)
  replays.set(records, replay)
  return replay
}

function result(
  input: Pick<FundReplay, 'records' | 'current' | 'until'>,
  book: Book,
  pending: readonly PendingRecord[],
): FundReplay {
  return {
    ...input,
    day: book.day,
    holdings: book.units.all(),
    issuedUnits: toUnitSteps(book.issued),
    brokerValueCents: toCents(book.brokerCents),
    cashOutsideCents: toCents(book.outsideCents),
    fundValueCents: toCents(fundValueOf(book)),
    openProfitCents: toCents(book.openProfitCents),
    rate: book.rate,
    journal: book.journal,
    get dealings() {
      return book.journal.all()
    },
    valuations: book.valuations,
    borneExpenses: book.borneExpenses,
    pending,
    breaches: book.breaches,
    unexplainedCents: toCents(book.unexplainedCents),
    unexplainedLevels: book.unexplainedLevels,
    fees: book.fees,
    calculatedCharges: book.calculatedCharges,
  }
}
