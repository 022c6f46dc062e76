// Checks a match by hand: the records are known and not matched yet, it joins one movement with several items or
// several movements with one item, all on one side of the opening, the amounts are final, and it balances to the cent
// with the difference booked as an expense (docs/rules/fund.md, "Matching").
import { toCents } from '../kind.ts'
import { currentRecords } from './current-record.ts'
import type { FundRefusal } from './fund-refusal.ts'
import type { Expense, FundRecords, Match } from './record.ts'

/**
 * Returns the first objection to a match, or undefined. A match across the opening day is found by the replay instead.
 */
export function checkMatch(
  records: FundRecords,
  match: Match,
  difference: Expense | undefined,
): FundRefusal | undefined {
  const current = currentRecords(records)
  const taken = new Set(current.matches.flatMap((known) => [...known.movementIds, ...known.itemIds]))
  const ids = [...match.movementIds, ...match.itemIds.filter((id) => id !== difference?.id)]
  const repeated = ids.find((id, index) => taken.has(id) || ids.indexOf(id) !== index)
  if (repeated !== undefined) return { name: 'already-matched', recordId: repeated }
  const signed = signedAmounts(records)
  const unknown = ids.find((id) => !signed.has(id))
  if (unknown !== undefined) return { name: 'unknown-record', recordId: unknown }
  const items = match.itemIds.filter((id) => id !== difference?.id)
  const isOneSided =
    items.length > 0 && match.movementIds.length > 0 && (items.length === 1 || match.movementIds.length === 1)
  if (!isOneSided) return { name: 'match-not-one-sided' }
  const waiting = current.movements.find(({ id, isProvisional }) => isProvisional && match.movementIds.includes(id))
  if (waiting) return { name: 'movement-not-valued', day: waiting.day }
  return checkBalance(match.movementIds, items, signed, difference)
}

function checkBalance(
  movementIds: readonly string[],
  itemIds: readonly string[],
  signed: ReadonlyMap<string, bigint>,
  difference: Expense | undefined,
): FundRefusal | undefined {
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (signed.get(id) ?? 0n), 0n)
  // The amount by which the items exceed the cash that moved was lost on the way: a fee, never a gain.
  const lost = sum(itemIds) - sum(movementIds)
  if (difference && difference.amountCents <= 0n) return { name: 'match-unbalanced', differenceCents: toCents(lost) }
  return lost === (difference?.amountCents ?? 0n)
    ? undefined
    : { name: 'match-unbalanced', differenceCents: toCents(lost) }
}

/** Returns the signed amounts of all movements and of the active items, on both sides of the opening. */
function signedAmounts(records: FundRecords): Map<string, bigint> {
  const current = currentRecords(records)
  const signed = new Map<string, bigint>()
  for (const movement of [...current.movements, ...current.movementsBeforeOpening])
    signed.set(movement.id, movement.amountCents)
  for (const entry of [...current.funded, ...current.entries])
    signed.set(entry.id, entry.kind === 'contribution' ? entry.amountCents : -entry.amountCents)
  for (const expense of current.expenses) signed.set(expense.id, -expense.amountCents)
  return signed
}
