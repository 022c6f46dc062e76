// Records that were booked as one and stay one: an expense that a member paid, the contribution it was booked with, and the match
// that says so (rule 10). They are reversed together and count together, whichever of them is named; here stands which they are.
import type { FundRecords, Match } from './record.ts'

/** A match without movements binds a contribution to the expense that it paid; one that only keeps movements apart binds nothing. */
const isPayment = (match: Match): boolean => match.movementIds.length === 0 && match.itemIds.length > 0

/** What a reversal of this record takes out: itself, what it is bound to, and the matches that no other record is left in. */
export function reversedWith(records: FundRecords, recordId: string): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const payment = records.matches.find((match) => isPayment(match) && (match.id === recordId || match.itemIds.includes(recordId)))
  const bound = payment ? [...payment.itemIds, payment.id] : [recordId]
  const gone = new Set([...reversed, ...bound])
  // A match that explains nothing any more would keep its movements from being matched again.
  const emptied = records.matches.filter((match) => match.itemIds.length > 0 && !gone.has(match.id) && match.itemIds.every((id) => gone.has(id)))
  return [...bound.filter((id) => !reversed.has(id)), ...emptied.map((match) => match.id)]
}

/** The contribution that paid an expense, by the expense's id. */
export function payersOfExpenses(records: Pick<FundRecords, 'entries' | 'matches'>): Map<string, string> {
  const payments = records.matches.filter(isPayment)
  if (payments.length === 0) return new Map()
  const entryIds = new Set(records.entries.map(({ id }) => id))
  const pairs = payments.map(({ itemIds }) => [itemIds.find((id) => entryIds.has(id)), itemIds.filter((id) => !entryIds.has(id))] as const)
  return new Map(pairs.flatMap(([payer, expenses]) => (payer === undefined ? [] : expenses.map((expense) => [expense, payer] as const))))
}

/** The payments of which a part was taken out and another left, by the match that binds them. */
export function findHalves(records: Pick<FundRecords, 'matches' | 'reversals'>): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  return records.matches.filter((match) => isPayment(match) && new Set([match.id, ...match.itemIds].map((id) => reversed.has(id))).size > 1).map((match) => match.id)
}
