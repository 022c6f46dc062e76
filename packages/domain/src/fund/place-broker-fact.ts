// Facts of the broker are never refused, but a closed period stays as it was issued: what arrives late for it is booked
// on the first open day with a reference (rules 6 and 9).
import { addCalendarDays } from '../calendar/market-day.ts'
import type { Cents, MarketDay } from '../kind.ts'
import type { Close, FundRecords, Movement } from './record.ts'

export interface PlacedMovement {
  readonly movement: Movement
  /** The day that the broker reports, when the books of that day are closed. */
  readonly referenceDay: MarketDay | undefined
}

/**
 * Where a movement, or the correction of one, goes. In an open period it is taken as it is. For a closed one the amount
 * (of a correction: the difference to what the books have) is placed on the first open day under `lateId`.
 * Example: books closed until 2026-03-31, a receipt of 2026-03-30 reported on 2026-04-02 is booked on 2026-04-01.
 */
export function placeMovement(records: FundRecords, movement: Movement, lateId: string): PlacedMovement {
  const { closedUntil } = records
  const known = records.movements
    .filter((candidate) => candidate.id === movement.id)
    .reduce<Movement | undefined>((best, next) => (best && (best.revision ?? 0) >= (next.revision ?? 0) ? best : next), undefined)
  const isFrozen = (day: MarketDay) => closedUntil !== undefined && day <= closedUntil
  if (closedUntil === undefined || (!isFrozen(movement.day) && !(known && isFrozen(known.day)))) {
    return { movement, referenceDay: undefined }
  }
  const booked = known && isFrozen(known.day) ? known.amountCents : 0n
  const late: Movement = { id: lateId, day: addCalendarDays(closedUntil, 1), amountCents: (movement.amountCents - booked) as Cents }
  return { movement: late, referenceDay: movement.day }
}

/**
 * Whether a close, or the correction of one, may enter the books. A close of a closed period may not: it is kept beside
 * them, and the next open close carries the right value anyway.
 */
export function isCloseOpen(records: FundRecords, close: Close): boolean {
  return records.closedUntil === undefined || close.day > records.closedUntil
}
