// Identifies records that were booked together and stay together: a member-paid expense, the contribution it was booked
// with, and the match that binds them (docs/rules/fund.md, "Expenses and transfers"); and the lines of a distribution
// ("Distributions"). They are reversed together and count together, whichever one is referenced.
import type { FundRecords, Match } from './record.ts'

/** A match without movements binds a contribution to the expense it paid. */
const isPayment = (match: Match): boolean => match.movementIds.length === 0

/**
 * Returns everything that a reversal of this record takes out: the record itself, the records bound to it, and the
 * matches left without any other record.
 */
export function reversedWith(records: FundRecords, recordId: string): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const payment = records.matches.find(
    (match) => isPayment(match) && (match.id === recordId || match.itemIds.includes(recordId)),
  )
  const bound = payment ? [...payment.itemIds, payment.id] : (linesWith(records, recordId) ?? [recordId])
  const gone = new Set([...reversed, ...bound])
  // A match whose items are all reversed explains nothing, but would keep its movements from being matched again.
  const emptied = records.matches.filter(
    (match) => match.itemIds.length > 0 && !gone.has(match.id) && match.itemIds.every((id) => gone.has(id)),
  )
  return [...bound.filter((id) => !reversed.has(id)), ...emptied.map((match) => match.id)]
}

/** Returns the ids of all lines of a distribution; undefined for a record that is no line of one. */
function linesWith({ entries }: Pick<FundRecords, 'entries'>, recordId: string): string[] | undefined {
  const distributionId = entries.find(({ id }) => id === recordId)?.distributionId
  return distributionId === undefined
    ? undefined
    : entries.filter((entry) => entry.distributionId === distributionId).map(({ id }) => id)
}

/** Maps each member-paid expense id to the id of the contribution that paid it. */
export function payersOfExpenses(records: Pick<FundRecords, 'entries' | 'matches'>): Map<string, string> {
  const payments = records.matches.filter(isPayment)
  if (payments.length === 0) return new Map()
  const entryIds = new Set(records.entries.map(({ id }) => id))
  return new Map(
    payments.flatMap(({ itemIds }) => {
      const payer = itemIds.find((id) => entryIds.has(id))
      return payer === undefined ? [] : itemIds.filter((id) => id !== payer).map((id) => [id, payer] as const)
    }),
  )
}

/** Returns the ids of the payment matches and distributions of which one part is reversed and another is not. */
export function findHalves(records: Pick<FundRecords, 'entries' | 'matches' | 'reversals'>): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  const isHalf = (ids: readonly string[]): boolean => new Set(ids.map((id) => reversed.has(id))).size > 1
  const lines = new Map<string, string[]>()
  for (const { id, distributionId } of records.entries)
    if (distributionId !== undefined) lines.set(distributionId, [...(lines.get(distributionId) ?? []), id])
  return [
    ...records.matches.filter((match) => isPayment(match) && isHalf([match.id, ...match.itemIds])).map(({ id }) => id),
    ...[...lines].filter(([, ids]) => isHalf(ids)).map(([id]) => id),
  ]
}
