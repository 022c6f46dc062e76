// Applies a close to the book: its broker value, the expenses that take effect with it and the movements its cash
// contains (docs/rules/fund.md, "Fund value"). Dealing at the close is left to the replay.
import { toUnitSteps, toCents } from '../kind.ts'
import type { Book } from './book.ts'
import { fundValueOf } from './book.ts'
import type { CurrentRecords } from './current-record.ts'
import type { Close, Expense } from './record.ts'

/** What a close settles besides the broker value, by close day. */
export interface Settlement {
  readonly expenses: readonly Expense[]
  readonly movementsCents: bigint
}

export const nothingSettled: Settlement = { expenses: [], movementsCents: 0n }

/**
 * Assigns every expense to the first close on or after its day, and every movement to the close that lists it. A
 * movement that no close lists belongs to the first close on or after its day that has no movement list. Expenses and
 * movements without a close yet are left out.
 */
export function settlementsByClose(current: CurrentRecords): ReadonlyMap<string | undefined, Settlement> {
  const { closes } = current
  const listedAt = new Map<string, string>()
  for (const close of closes) {
    close.movementIds?.filter((id) => !listedAt.has(id)).forEach((id) => listedAt.set(id, close.day))
  }
  const unlisted = closes.filter((close) => close.movementIds === undefined)
  const settlements = new Map<string | undefined, { expenses: Expense[]; movementsCents: bigint }>(
    closes.map((close) => [close.day, { expenses: [], movementsCents: 0n }]),
  )
  for (const movement of current.movements) {
    const settlement = settlements.get(listedAt.get(movement.id) ?? firstOnOrAfter(unlisted, movement.day))
    if (settlement) settlement.movementsCents += movement.amountCents
  }
  for (const expense of current.expenses) settlements.get(firstOnOrAfter(closes, expense.day))?.expenses.push(expense)
  return settlements
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
  book.openProfitCents = close.brokerValueCents - close.realValueCents
  if (book.issued > 0n) book.rate = { numerator: fundValueOf(book), denominator: book.issued }
}

/** Appends the current state of the fund to the valuations. */
export function noteValuation(
  book: Book,
  close: Pick<Close, 'day'> & { readonly quality: Close['quality'] | 'opening' },
  settlement: Settlement,
): void {
  book.day = close.day
  book.valuations.push({
    step: book.step,
    day: close.day,
    quality: close.quality,
    brokerValueCents: toCents(book.brokerCents),
    realValueCents: toCents(book.brokerCents - book.openProfitCents),
    openProfitCents: toCents(book.openProfitCents),
    cashOutsideCents: toCents(book.outsideCents),
    fundValueCents: toCents(fundValueOf(book)),
    units: toUnitSteps(book.issued),
    rate: book.rate,
    expensesCents: toCents(settlement.expenses.reduce((sum, expense) => sum + expense.amountCents, 0n)),
    movementsCents: toCents(settlement.movementsCents),
  })
}
