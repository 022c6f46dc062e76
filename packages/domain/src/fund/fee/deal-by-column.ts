// Deals a whole charge at once: takes the units of all payers by column, and notes the charge for their accounts, which
// follow when somebody reads them (docs/decisions/0084-charges-are-dealt-by-column.md).
import type { MarketDay } from '../../kind.ts'
import type { Book } from '../book.ts'
import type { HeldSteps } from '../held-units.ts'
import type { FeeCharge } from '../record.ts'
import { type ChargeColumn, chargeColumnsOf, type TakenColumn } from './charge-column.ts'
import type { FeeBook } from './fee-book.ts'
import type { PerformanceMeasure } from './lot.ts'
import type { FeeBatch } from './pay-fee.ts'
import { feeKinds } from './policy.ts'
import { giveBack, stepPriceOf, sumOfSteps, takeSteps } from './take-step.ts'

/** Above this the units of a fund do not fit. */
const issuedLimit = 2n ** 62n

export interface DealByColumnOptions {
  readonly fees: FeeBook
  readonly day: MarketDay
  readonly measure: PerformanceMeasure
  readonly transfers: FeeBatch
}

/**
 * Deals a charge unless one of its lines needs more than its units to be dealt: figures that do not fit, or a fee of
 * half a holding and more. Returns false and changes nothing then.
 */
export function dealByColumn(book: Book, charge: FeeCharge, options: DealByColumnOptions): boolean {
  const { fees, day, measure, transfers } = options
  const columns = chargeColumnsOf(charge, fees.lastHolders)
  const held = columns && book.issued < issuedLimit ? book.units.stepsOf(columns.holders.ids) : undefined
  const taken = columns && held && takeColumns(book, held, columns.columns)
  if (!columns || !taken) return false
  fees.lastHolders = columns.holders
  const { rate } = book
  fees.accounts.note({ charge, columns, rate, sum: fees.sum, management: fees.management, measure }, held, taken)
  if (taken.length === 0) return true
  book.day = day
  book.journal.add({ step: book.step, day, charge, rate })
  for (const { kind, receiverId, amounts, units } of taken)
    transfers.expect(
      { day, receiverId, kind, recordId: charge.id },
      { units: sumOfSteps(units), amountCents: sumOfSteps(amounts) },
    )
  return true
}

/** Takes the units of all columns, the management fee first, or none. */
function takeColumns(book: Book, held: HeldSteps, columns: readonly ChargeColumn[]): TakenColumn[] | undefined {
  const price = stepPriceOf(book.rate)
  if (!price) return undefined
  const taken = columns.map((column) => ({ ...column, units: new BigInt64Array(held.slots.length) }))
  const inOrder = taken.toSorted((one, other) => feeKinds.indexOf(one.kind) - feeKinds.indexOf(other.kind))
  for (const [index, column] of inOrder.entries()) {
    if (takeSteps(held, column.amounts, price, column.units)) continue
    for (const { units } of inOrder.slice(0, index)) giveBack(held, units, units.length)
    return undefined
  }
  return taken
}
