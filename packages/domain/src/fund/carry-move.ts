// What a move to another account means for cash outside and for dealing (docs/rules/fund.md, "Moving to another
// account"): the value that left the old account, what has arrived in the new one, and what is in transit between them.
import { addCalendarDays } from '../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import type { CurrentRecords } from './current-record.ts'
import type { AccountMove, Movement, Opening } from './record.ts'

/** A move with the value that it carries. */
export interface CarriedMove extends AccountMove {
  /** Broker value and open profit of the old account at its last close. */
  readonly leftCents: bigint
  readonly leftProfitCents: bigint
}

/** Returns whether the new account held everything at the close of the move's own day. */
export const isThereAlready = ({ day, arrivedOn }: AccountMove): boolean => arrivedOn === day

/** Returns whether contents are between the two accounts at the close of a day: nothing is dealt at it. */
export const isInTransit = ({ day, arrivedOn }: AccountMove, closeDay: string): boolean =>
  closeDay > day && (arrivedOn === undefined || closeDay < arrivedOn)

/** The first day on which the books have facts of the new account. */
export const firstDayAfter = ({ day }: AccountMove): MarketDay => addCalendarDays(day, 1)

/**
 * Returns whether a movement lies between departure and arrival; what no item explains of it then belongs to the move.
 */
export const isArrivalDay = ({ day, arrivedOn }: AccountMove, movementDay: string): boolean =>
  movementDay > day && (arrivedOn === undefined || movementDay <= arrivedOn)

/** Returns the moves in force with the value of the old account at its last close, or at the opening. */
export function carriedMoves(current: Pick<CurrentRecords, 'closes' | 'moves'>, opening: Opening): CarriedMove[] {
  return current.moves.map((move) => {
    const last = current.closes.findLast((close) => close.day <= move.day)
    return {
      ...move,
      leftCents: last ? last.brokerValueCents : opening.valueCents,
      leftProfitCents: last ? last.brokerValueCents - last.realValueCents : opening.openProfitCents,
    }
  })
}

/** Returns what has arrived by the end of a day: the parts of the movements that no item explains. */
export function arrivedBy(
  move: AccountMove,
  parts: ReadonlyArray<Pick<Movement, 'day'> & { readonly amountCents: bigint }>,
  day?: string,
): bigint {
  return parts
    .filter((part) => isArrivalDay(move, part.day) && (day === undefined || part.day <= day))
    .reduce((sum, part) => sum + part.amountCents, 0n)
}

/**
 * Returns the result of a move: what arrived minus what left, 0.00 while contents are in transit.
 * Example: 5,000.00 left, 3,000.00 and 1,990.00 arrived: -10.00, a fee that all holders bear.
 */
export function resultOfMove(
  move: CarriedMove,
  parts: ReadonlyArray<Pick<Movement, 'day'> & { readonly amountCents: bigint }>,
): Cents {
  if (move.arrivedOn === undefined) return toCents(0n)
  const arrived = isThereAlready(move) ? move.heldCents : arrivedBy(move, parts)
  return toCents(arrived - move.leftCents)
}
