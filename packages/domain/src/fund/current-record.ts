// Derives the records in effect today from the append-only lists: active entries, live matches, newest revisions, all
// sorted. Also decides on which side of the opening a record falls. The effect on units is left to the replay.
import { compareIds } from '../money/largest-remainder.ts'
import { payersOfExpenses } from './bound-record.ts'
import type { Close, Entry, Expense, FundRecords, Match, Movement, Transfer } from './record.ts'

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
}

/**
 * Returns the records that count, sorted by day and id (docs/rules/fund.md, "Opening", "Matching" and "Append-only
 * records"). Pure, and linear except for the sorting.
 */
export function currentRecords(records: FundRecords): CurrentRecords {
  const isLive = liveness(records)
  const { day: openingDay } = records.opening
  const active = records.entries.filter((entry) => isLive(entry.id, entry.isActive))
  // A member-paid expense counts only while the contribution it was booked with is active.
  const isSwitchedOn = liveness({ ...records, reversals: [] })
  const initial = new Map(records.entries.map((entry) => [entry.id, entry.isActive]))
  const payers = payersOfExpenses(records)
  const isPaid = (id: string | undefined) => id === undefined || isSwitchedOn(id, initial.get(id))
  const expenses = records.expenses.filter((expense) => isLive(expense.id) && isPaid(payers.get(expense.id)))
  const transfers = records.transfers.filter((transfer) => isLive(transfer.id))
  const movements = newestMovements(records.movements)
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
    closes: newestCloses(records.closes).filter(isLate),
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
  const latest = new Map<string, { isActive: boolean; sequence: number }>()
  for (const change of records.statusChanges) {
    const known = latest.get(change.entryId)
    if (!known || change.sequence > known.sequence) latest.set(change.entryId, change)
  }
  return (id, initial = true) => !reversed.has(id) && (latest.get(id)?.isActive ?? initial)
}

function byDay<Dated extends { readonly id: string; readonly day: string }>(dated: readonly Dated[]): Dated[] {
  return dated.toSorted((a, b) => compareIds(a.day, b.day) || compareIds(a.id, b.id))
}

function newestMovements(movements: readonly Movement[]): Movement[] {
  const newest = new Map<string, Movement>()
  for (const movement of movements) {
    const known = newest.get(movement.id)
    if (!known || (movement.revision ?? 0) > (known.revision ?? 0)) newest.set(movement.id, movement)
  }
  return [...newest.values()]
}

function newestCloses(closes: readonly Close[]): Close[] {
  const newest = new Map<string, Close>()
  for (const close of closes) {
    const known = newest.get(close.day)
    if (!known || (close.revision ?? 0) > (known.revision ?? 0)) newest.set(close.day, close)
  }
  return [...newest.values()].sort((a, b) => compareIds(a.day, b.day))
}
