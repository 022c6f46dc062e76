// Deals a whole charge at once: takes the units of all payers by column, and notes the charge for their accounts, which
// follow when somebody reads them (docs/decisions/0084-charges-are-dealt-by-column.md).
import type { MarketDay } from '../../kind.ts'
import type { Book } from '../book.ts'
import type { HeldUnits } from '../held-units.ts'
import type { FeeCharge, FeeKind } from '../record.ts'
import { type ChargeColumns, chargeColumnsOf } from './charge-column.ts'
import type { FeeBook } from './fee-book.ts'
import type { PerformanceMeasure } from './lot.ts'
import type { FeeBatch } from './pay-fee.ts'
import { feeKinds } from './policy.ts'
import { type StepPrice, stepPriceOf, takeSteps } from './take-step.ts'

/** From 90 million units on, steps of a fund are more than a number can hold. */
const issuedLimit = 2n ** 53n

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
  const price = stepPriceOf(book.rate)
  if (!columns || !price || book.issued >= issuedLimit) return false
  const units = takeColumns(book.units, columns, price)
  if (!units) return false
  fees.lastHolders = columns.holders
  fees.accounts.note({ charge, columns, price, sum: fees.sum, management: fees.management, measure })
  if (columns.columns.length === 0) return true
  book.day = day
  book.journal.add({ step: book.step, day, charge, rate: book.rate })
  for (const { kind, receiverId, sumCents } of columns.columns)
    transfers.expect(
      { day, receiverId, kind, recordId: charge.id },
      { units: BigInt(units[kind]), amountCents: BigInt(sumCents) },
    )
  return true
}

/** Takes the units of all columns, the management fee first, and returns their sums; or takes none. */
function takeColumns(
  units: HeldUnits,
  { holders, columns }: ChargeColumns,
  price: StepPrice,
): Record<FeeKind, number> | undefined {
  const held = units.stepsOf(holders.ids)
  if (!held) return undefined
  const sums = { management: 0, performance: 0 }
  for (const kind of feeKinds) {
    const column = columns.find((one) => one.kind === kind)
    const sum = column ? takeSteps(held, column.amounts, price) : 0
    if (sum === undefined) {
      units.putBack()
      return undefined
    }
    sums[kind] = sum
  }
  return sums
}
