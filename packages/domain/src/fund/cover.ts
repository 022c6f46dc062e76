// Computes how much a holder can take out on a dealing day: the displayed value at the start of that day, by largest
// remainder, plus inflows and minus outflows since (docs/rules/fund.md, "No holder below zero"). Cheap unless the last
// cent decides.
import { floorDivide } from '../money/fraction.ts'
import { partByLargestRemainder, type Weight } from '../money/largest-remainder.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { Book } from './book.ts'
import { fundValueOf, unitsOf } from './book.ts'
import type { HolderId } from './record.ts'

/**
 * The fund at the start of the dealing day. Units at that moment are in `book.before` or, if unchanged, in
 * `book.units`.
 */
export interface DayStart {
  readonly fundValueCents: bigint
  readonly issued: bigint
  /** What each holder has paid in and received since, minus what they gave away. */
  readonly creditCents: Map<HolderId, bigint>
}

/** Whether a demand takes part of a holding, all of it, or more than there is. */
export interface Cover {
  readonly outcome: 'part' | 'all' | 'over'
  readonly maximumCents: bigint
  /** The last cents decide, so the outcome may improve after other withdrawals of the same day are dealt. */
  readonly isClose: boolean
}

export function startDay(book: Book): DayStart {
  book.before = new Map()
  return { fundValueCents: fundValueOf(book), issued: book.issued, creditCents: new Map() }
}

export function addCredit(start: DayStart, holderId: HolderId, amountCents: bigint): void {
  start.creditCents.set(holderId, (start.creditCents.get(holderId) ?? 0n) + amountCents)
}

/**
 * Judges a demand against two displayed values: the one at the start of the day plus the day's credits, and the current
 * one. They can differ by the odd cent. A demand is covered if either value covers it; it takes everything if it takes
 * all of either, or leaves less than half a cent of the exact value. It never exceeds the fund value.
 */
export function coverOf(book: Book, start: DayStart, holderId: HolderId, demandCents: bigint): Cover {
  const credit = start.creditCents.get(holderId) ?? 0n
  const heldAtStart = book.before.get(holderId) ?? unitsOf(book, holderId)
  const held = unitsOf(book, holderId)
  const value = fundValueOf(book)
  const floorAtStart = floorShare(start.fundValueCents, heldAtStart, start.issued) + credit
  const floorNow = floorShare(value, held, book.issued)
  const floor = lesser(floorAtStart, floorNow)
  if (demandCents + 1n < floor) return { outcome: 'part', maximumCents: floor, isClose: false }
  const atStart =
    credit +
    partByLargestRemainder(start.fundValueCents, unitsAtStart(book), {
      sum: start.issued,
      id: holderId,
      own: heldAtStart,
    })
  const now = partByLargestRemainder(value, book.units, { sum: book.issued, id: holderId, own: held })
  // Never more than the fund is worth, nor less than nothing.
  const maximumCents = greater(0n, lesser(value, greater(atStart, now)))
  if (demandCents > maximumCents) return { outcome: 'over', maximumCents, isClose: demandCents <= maximumCents + 2n }
  const leavesUnderHalfCent = 2n * (held * value - demandCents * book.issued) < book.issued
  const isAll = demandCents >= lesser(atStart, now) || leavesUnderHalfCent
  return { outcome: isAll ? 'all' : 'part', maximumCents, isClose: !isAll }
}

function floorShare(total: bigint, units: bigint, issued: bigint): bigint {
  return issued === 0n ? 0n : floorDivide(total * units, issued)
}

/** Returns the share of units in a total, rounded up: the most that a split by largest remainder can show for them. */
export function ceilingShare(total: bigint, units: bigint, issued: bigint): bigint {
  return issued === 0n ? 0n : -floorDivide(-total * units, issued)
}

function* unitsAtStart(book: Book): Iterable<Weight> {
  for (const [holderId, units] of book.units) if (!book.before.has(holderId)) yield [holderId, units]
  yield* book.before
}
