// Applies a close to the book: its broker value, the expenses that take effect with it and the movements its cash
// contains (docs/rules/fund.md, "Fund value"). Dealing at the close is left to the replay.
import { toUnitSteps, toCents } from '../kind.ts'
import type { Book } from './book.ts'
import { fundValueOf } from './book.ts'
import { arrivedBy, carriedMoves, isInTransit, isThereAlready } from './carry-move.ts'
import type { CurrentRecords } from './current-record.ts'
import type { Close, Expense, Opening } from './record.ts'
import { arrivalParts } from './unallocated-flow.ts'

/** What a close settles besides the broker value, by close day. */
export interface Settlement {
  readonly expenses: readonly Expense[]
  /** All movements, those of a move to another account included. */
  readonly movementsCents: bigint
  /** The closing movement of an old account, and the part of the opening movement of the new one that is no cash. */
  readonly movedCents: bigint
  /** Value and open profit of contents that are between two accounts. */
  readonly transitCents: bigint
  readonly transitProfitCents: bigint
}

export const nothingSettled: Settlement = {
  expenses: [],
  movementsCents: 0n,
  movedCents: 0n,
  transitCents: 0n,
  transitProfitCents: 0n,
}

type OpenSettlement = { -readonly [Key in Exclude<keyof Settlement, 'expenses'>]: Settlement[Key] } & {
  readonly expenses: Expense[]
}

/**
 * Assigns every expense to the first close on or after its day, and every movement to the close that lists it. A
 * movement that no close lists belongs to the first close on or after its day that has no movement list. Expenses and
 * movements without a close yet are left out, and closes that settle nothing.
 */
export function settlementsByClose(current: CurrentRecords, opening: Opening): ReadonlyMap<string, Settlement> {
  const { closes } = current
  const listedAt = new Map<string, string>()
  for (const close of closes) {
    close.movementIds?.filter((id) => !listedAt.has(id)).forEach((id) => listedAt.set(id, close.day))
  }
  const unlisted = closes.filter((close) => close.movementIds === undefined)
  const settlements = new Map<string, OpenSettlement>()
  const at: SettlementAt = (day) => {
    if (day === undefined) return undefined
    const known = settlements.get(day)
    if (known) return known
    const fresh: OpenSettlement = { ...nothingSettled, expenses: [] }
    settlements.set(day, fresh)
    return fresh
  }
  for (const movement of current.movements) {
    const settlement = at(listedAt.get(movement.id) ?? firstOnOrAfter(unlisted, movement.day))
    if (settlement) settlement.movementsCents += movement.amountCents
  }
  for (const expense of current.expenses) at(firstOnOrAfter(closes, expense.day))?.expenses.push(expense)
  settleMoves(current, opening, at)
  return settlements
}

/** Returns what the close of a day settles, to be added to; undefined without a close. */
type SettlementAt = (day: string | undefined) => OpenSettlement | undefined

/**
 * Books a move to another account as one pair: with the first close of the new account everything leaves the old one,
 * and by the arrival the same value has come into the new one. Contents that arrive are movements of the broker; the
 * rest of the opening movement, which is the result of the move, is booked with the close of the arrival. In between,
 * what is missing of the pair is the value in transit, and part of cash outside.
 */
function settleMoves(current: CurrentRecords, opening: Opening, at: SettlementAt): void {
  if (current.moves.length === 0) return
  const parts = arrivalParts(current)
  const book = (day: string | undefined, amountCents: bigint): void => {
    const settlement = at(day)
    if (!settlement) return
    settlement.movementsCents += amountCents
    settlement.movedCents += amountCents
  }
  for (const move of carriedMoves(current, opening)) {
    const later = current.closes.filter((close) => close.day > move.day)
    const isThere = isThereAlready(move)
    book(later[0]?.day, (isThere ? 0n : move.heldCents) - move.leftCents)
    const { arrivedOn } = move
    if (arrivedOn !== undefined) {
      const arrived = isThere ? 0n : arrivedBy(move, parts)
      book(later.find((close) => close.day >= arrivedOn)?.day, move.leftCents - arrived)
    }
    for (const { day } of later.filter((close) => isInTransit(move, close.day))) {
      const settlement = at(day)
      if (!settlement) continue
      settlement.transitCents += move.leftCents - arrivedBy(move, parts, day)
      settlement.transitProfitCents += move.leftProfitCents
    }
  }
}

function firstOnOrAfter(closes: readonly Close[], day: string): string | undefined {
  let low = 0
  let high = closes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((closes[middle]?.day ?? '') < day) low = middle + 1
    else high = middle
  }
  return closes[low]?.day
}

/**
 * Values the fund at a close and sets the rate. Nothing is dealt at the rate of an unreconciled close: the dealing line
 * makes everything wait until a usable close has set another rate.
 */
export function applyClose(book: Book, close: Close, settlement: Settlement): void {
  book.step += 1
  for (const expense of settlement.expenses) {
    book.outsideCents -= expense.amountCents
    if (book.issued === 0n) book.breaches.push({ kind: 'expense-without-holder', recordId: expense.id, day: close.day })
    book.borneExpenses.push({
      step: book.step,
      day: close.day,
      recordId: expense.id,
      amountCents: expense.amountCents,
      units: toUnitSteps(book.issued),
    })
  }
  book.outsideCents -= settlement.movementsCents
  book.brokerCents = close.brokerValueCents
  book.openProfitCents = close.brokerValueCents - close.realValueCents + settlement.transitProfitCents
  if (book.issued > 0n) book.rate = { numerator: fundValueOf(book), denominator: book.issued }
}

/** A close, or the opening. */
export interface ValuedClose extends Pick<Close, 'day'> {
  readonly quality: Close['quality'] | 'opening'
}

/** Appends the current state of the fund to the valuations; `closeStep` is the step at which the close valued it. */
export function noteValuation(
  book: Book,
  { day, quality }: ValuedClose,
  closeStep: number,
  settlement: Settlement,
): void {
  book.day = day
  book.valuations.push({
    step: book.step,
    closeStep,
    day,
    quality,
    brokerValueCents: toCents(book.brokerCents),
    realValueCents: toCents(book.brokerCents - book.openProfitCents),
    openProfitCents: toCents(book.openProfitCents),
    cashOutsideCents: toCents(book.outsideCents),
    fundValueCents: toCents(fundValueOf(book)),
    units: toUnitSteps(book.issued),
    rate: book.rate,
    expensesCents: toCents(settlement.expenses.reduce((sum, expense) => sum + expense.amountCents, 0n)),
    movementsCents: toCents(settlement.movementsCents),
    movedCents: toCents(settlement.movedCents),
    inTransitCents: toCents(settlement.transitCents),
  })
}
