// Builds the "to be matched" list: entries whose money has not arrived at the broker, movements that no entry explains,
// and by how much the fund value would be wrong if both are the same money (docs/rules/fund.md, "Matching").
import { sessionDistance } from '../calendar/session.ts'
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { CurrentRecords } from './current-record.ts'
import { matchingSessions } from './propose-match.ts'
import { signedItems, unallocatedFlows } from './unallocated-flow.ts'

export interface UnmatchedRecord {
  readonly id: string
  readonly kind: 'entry' | 'expense' | 'movement'
  readonly day: MarketDay
  /** Signed like the cash: positive into the account. */
  readonly amountCents: Cents
}

export interface ToBeMatched {
  /** Items more than 5 business days old without a matching movement at the broker. */
  readonly items: readonly UnmatchedRecord[]
  /** Movements, or parts of them, that no active item explains. */
  readonly movements: readonly UnmatchedRecord[]
  /** Excess in the fund value if money announced and money received are the same. */
  readonly overstatedCents: Cents
  /** Shortfall in the fund value if money announced as leaving and money gone are the same. */
  readonly understatedCents: Cents
  /** Movements that are part of the opening value; they are listed, not matched. */
  readonly beforeOpening: readonly UnmatchedRecord[]
}

/**
 * Returns what is unmatched on a day.
 * Example: a contribution of 100.00 is overdue and there is an unexplained receipt of 80.00. If they are the same
 * money, 80.00 is counted twice.
 */
export function listToBeMatched(current: CurrentRecords, today: MarketDay): ToBeMatched {
  const matched = new Set(current.matches.flatMap((match) => match.itemIds))
  const signed = signedItems(current)
  const expenseIds = new Set(current.expenses.map((expense) => expense.id))
  const items = [...current.entries, ...current.expenses]
    .filter((item) => !matched.has(item.id) && sessionDistance(item.day, today) > matchingSessions)
    .map((item): UnmatchedRecord => ({
      id: item.id,
      kind: expenseIds.has(item.id) ? 'expense' : 'entry',
      day: item.day,
      amountCents: toCents(signed.get(item.id) ?? 0n),
    }))
  // A match without items states that its movements need none: money that came and went again.
  const settled = new Set(
    current.matches.filter((match) => match.itemIds.length === 0).flatMap((match) => match.movementIds),
  )
  // What a new account held before the fund moved there has no movement that could be matched.
  const moveIds = new Set(current.moves.map((move) => move.id))
  const movements = unallocatedFlows(current)
    .filter((flow) => !settled.has(flow.movementId) && !moveIds.has(flow.movementId))
    .map((flow): UnmatchedRecord => ({
      id: flow.movementId,
      kind: 'movement',
      day: flow.day,
      amountCents: toCents(flow.amountCents),
    }))
  return {
    items,
    movements,
    overstatedCents: toCents(lesser(sumOf(items, 1n), sumOf(movements, 1n))),
    understatedCents: toCents(lesser(sumOf(items, -1n), sumOf(movements, -1n))),
    beforeOpening: current.movementsBeforeOpening.map((movement) => ({ ...movement, kind: 'movement' as const })),
  }
}

/** Returns the absolute sum of all inward amounts (`direction` 1), or of all outward ones (-1). */
function sumOf(records: readonly UnmatchedRecord[], direction: 1n | -1n): bigint {
  return records.reduce((total, record) => total + greater(0n, direction * record.amountCents), 0n)
}
