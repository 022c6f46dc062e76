// Places facts reported by the broker. They are never refused, but a closed period stays as issued: a late fact for it
// is booked on the first open day with a reference (docs/rules/fund.md, "No holder below zero" and "Period close").
import { addCalendarDays } from '../calendar/market-day.ts'
import { type MarketDay, toCents } from '../kind.ts'
import type { Close, FundRecords, Movement } from './record.ts'

export interface PlacedMovement {
  readonly movement: Movement
  /** The day reported by the broker, if the books of that day are closed. */
  readonly referenceDay: MarketDay | undefined
}

/**
 * Returns where to book a movement or its correction. In an open period it is booked unchanged. For a closed period,
 * the amount (of a correction: the difference from what is booked) goes to the first open day under `lateId`.
 * Example: books closed until 2026-03-31, a receipt of 2026-03-30 reported on 2026-04-02 is booked on 2026-04-01.
 */
export function placeMovement(records: FundRecords, movement: Movement, lateId: string): PlacedMovement {
  const { closedUntil } = records
  const known = records.movements
    .filter((candidate) => candidate.id === movement.id)
    .sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
    .at(-1)
  const isFrozen = (day: MarketDay) => closedUntil !== undefined && day <= closedUntil
  if (closedUntil === undefined || (!isFrozen(movement.day) && !(known && isFrozen(known.day)))) {
    return { movement, referenceDay: undefined }
  }
  const booked = known && isFrozen(known.day) ? known.amountCents : 0n
  const late: Movement = {
    id: lateId,
    day: addCalendarDays(closedUntil, 1),
    amountCents: toCents(movement.amountCents - booked),
  }
  return { movement: late, referenceDay: movement.day }
}

/**
 * Returns whether a close, or its correction, may enter the books. A close of a closed period may not: it is stored
 * alongside them, and the next open close carries the right value anyway.
 */
export function isCloseOpen(records: FundRecords, close: Close): boolean {
  return records.closedUntil === undefined || close.day > records.closedUntil
}
