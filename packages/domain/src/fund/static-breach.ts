// Finds breaches that need no replay: records on the wrong side of the opening day (docs/rules/fund.md, "Opening" and
// "Matching").
import type { Breach } from './breach.ts'
import { isFundedFromOpening, type CurrentRecords } from './current-record.ts'
import type { FundRecords, Match } from './record.ts'

/**
 * Returns breaches for misdated records, and for matches whose movements and items are not all on one side of the
 * opening day.
 */
export function findStaticBreaches(records: FundRecords, current: CurrentRecords): Breach[] {
  const { day } = records.opening
  const misdated = current.misdated.map((record): Breach => ({
    kind: 'before-opening',
    recordId: record.id,
    day: record.day,
  }))
  const isEarly = earlyRecords(records, current)
  const across = current.matches
    .filter((match) => isAcrossOpening(match, isEarly))
    .map((match): Breach => ({ kind: 'match-across-opening', recordId: match.id, day }))
  return [...misdated, ...across]
}

/** Returns a predicate for the ids of movements and items that belong to the opening value. */
function earlyRecords(records: FundRecords, current: CurrentRecords): (id: string) => boolean {
  const early = new Set(current.movementsBeforeOpening.map((movement) => movement.id))
  for (const entry of records.entries) {
    if (entry.day <= records.opening.day && (entry.kind === 'retribution' || isFundedFromOpening(entry, records)))
      early.add(entry.id)
  }
  for (const expense of records.expenses) if (expense.day <= records.opening.day) early.add(expense.id)
  return (id) => early.has(id)
}

function isAcrossOpening(match: Match, isEarly: (id: string) => boolean): boolean {
  const ids = [...match.movementIds, ...match.itemIds]
  return ids.some(isEarly) && !ids.every(isEarly)
}
