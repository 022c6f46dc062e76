// Derives the records in effect today from the append-only lists: active entries, live matches, newest revisions, all
// sorted. Also decides on which side of the opening a record falls. The effect on units is left to the replay.
import { compareIds } from '../money/largest-remainder.ts'
import { payersOfExpenses } from './bound-record.ts'
import type {
  AccountMove,
  Close,
  Entry,
  Expense,
  FeeCharge,
  FundRecords,
  Match,
  Movement,
  StatusChange,
  Transfer,
} from './record.ts'

export interface CurrentRecords {
  /** Contributions that the opening capital already contains. */
  readonly funded: readonly Entry[]
  /** Active entries that bring in or take out new money. */
  readonly entries: readonly Entry[]
  readonly expenses: readonly Expense[]
  readonly transfers: readonly Transfer[]
  /**
   * Retributions, expenses and transfers dated on or before the opening day. They have no effect (docs/rules/fund.md,
   * "Opening").
   */
  readonly misdated: ReadonlyArray<Entry | Expense | Transfer>
  /** Movements after the opening day, by day and id. */
  readonly movements: readonly Movement[]
  readonly movementsBeforeOpening: readonly Movement[]
  readonly matches: readonly Match[]
  /** Closes after the opening day, by day. */
  readonly closes: readonly Close[]
  /** Moves to another account, by day. */
  readonly moves: readonly AccountMove[]
  /** Charges that are not reversed, by period end and id. */
  readonly charges: readonly FeeCharge[]
}

/**
 * Returns the records that count, sorted by day and id (docs/rules/fund.md, "Opening", "Matching" and "Append-only
 * records"). Pure, and linear except for the sorting.
 */
export function currentRecords(records: FundRecords): CurrentRecords {
  const isLive = liveness(records)
  const { day: openingDay } = records.opening
  const active = records.entries.filter((entry) => isLive(entry.id, entry.isActive))
  const unpaid = unpaidExpenses(records)
  const expenses = records.expenses.filter((expense) => isLive(expense.id) && !unpaid.has(expense.id))
  const transfers = records.transfers.filter((transfer) => isLive(transfer.id))
  const movements = newest(records.movements, (movement) => movement.id)
  const isMisdated = (entry: Entry) => entry.kind === 'retribution' && entry.day <= openingDay
  const isLate = (dated: { readonly day: string }) => dated.day > openingDay
  const isEarly = (dated: { readonly day: string }) => dated.day <= openingDay
  return {
    funded: byDay(active.filter((entry) => isFundedFromOpening(entry, records))),
    entries: byDay(active.filter((entry) => !isMisdated(entry) && !isFundedFromOpening(entry, records))),
    expenses: byDay(expenses.filter(isLate)),
    transfers: byDay(transfers.filter(isLate)),
    misdated: [...active.filter(isMisdated), ...expenses.filter(isEarly), ...transfers.filter(isEarly)],
    movements: byDay(movements.filter(isLate)),
    movementsBeforeOpening: byDay(movements.filter(isEarly)),
    matches: records.matches.filter((match) => isLive(match.id)).sort((a, b) => compareIds(a.id, b.id)),
    closes: newest(records.closes, (close) => close.day)
      .filter(isLate)
      .sort((a, b) => compareIds(a.day, b.day)),
    moves: byDay(records.moves.filter((move) => isLive(move.id))),
    charges: records.feeCharges
      .filter((charge) => isLive(charge.id))
      .sort((a, b) => compareIds(a.endDay, b.endDay) || compareIds(a.id, b.id)),
  }
}

/**
 * Returns whether a contribution is part of the opening value: dated before the opening day, or on it and not marked as
 * new money. With an opening value of zero, money of the opening day is always new (docs/rules/fund.md, "Opening").
 */
export function isFundedFromOpening(entry: Entry, records: Pick<FundRecords, 'opening'>): boolean {
  if (entry.kind !== 'contribution') return false
  if (entry.day !== records.opening.day) return entry.day < records.opening.day
  return entry.funding !== 'new-money' && records.opening.valueCents > 0n
}

/** Returns a predicate for whether a record counts: not reversed, and active by its last status change. */
export function liveness(
  records: Pick<FundRecords, 'statusChanges' | 'reversals'>,
): (id: string, initial?: boolean) => boolean {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const switches = lastSwitches(records.statusChanges)
  return (id, initial = true) => !reversed.has(id) && (switches.get(id) ?? initial)
}

function lastSwitches(changes: readonly StatusChange[]): Map<string, boolean> {
  const inOrder = changes.toSorted((a, b) => a.sequence - b.sequence)
  return new Map(inOrder.map((change) => [change.entryId, change.isActive]))
}

/** A member-paid expense counts only while the contribution it was booked with is active. */
function unpaidExpenses(records: FundRecords): Set<string> {
  const payers = payersOfExpenses(records)
  if (payers.size === 0) return new Set()
  const switches = lastSwitches(records.statusChanges)
  const inactive = new Set(
    records.entries.filter((entry) => !(switches.get(entry.id) ?? entry.isActive)).map((entry) => entry.id),
  )
  return new Set([...payers].filter(([, payer]) => inactive.has(payer)).map(([expense]) => expense))
}

function byDay<Dated extends { readonly id: string; readonly day: string }>(dated: readonly Dated[]): Dated[] {
  return dated.toSorted((a, b) => compareIds(a.day, b.day) || compareIds(a.id, b.id))
}

/** Returns the highest revision of each fact of the broker. */
function newest<Fact extends Close | Movement>(facts: readonly Fact[], keyOf: (fact: Fact) => string): Fact[] {
  const inOrder = facts.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
  return [...new Map(inOrder.map((fact) => [keyOf(fact), fact])).values()]
}
