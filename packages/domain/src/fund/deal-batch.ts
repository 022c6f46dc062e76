// Deals everything of one dealing day at one unit value, in an order fixed by the rules: left-over value, charges of
// fees, transfers, unexplained deposits, contributions, then withdrawals. The result therefore does not depend on the
// order in which entries were written.
import type { MarketDay } from '../kind.ts'
import type { Book } from './book.ts'
import { deal, fundValueOf } from './book.ts'
import { unitsFor } from './unit-amount.ts'
import { greater } from '../money/lesser.ts'
import type { DayStart } from './cover.ts'
import { addCredit, startDay } from './cover.ts'
import { dealCharges } from './fee/deal-charge.ts'
import { dealTransfers } from './deal-transfer.ts'
import { dealWithdrawals } from './deal-withdrawal.ts'
import type { Entry } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { addToSchedule, emptySchedule, type Schedule } from './schedule.ts'
import { repayUnexplained } from './unexplained-withdrawal.ts'

/** Everything dealt together on one day. */
export interface Batch extends Readonly<Schedule> {
  readonly day: MarketDay
  /**
   * Whether money without units becomes units here even if nothing else is dealt. With dealing of the day, what a close
   * finds without units waits for the next close or the next entry.
   */
  readonly isLeftOverDue: boolean
}

/** Returns a schedule as the batch of a day. Written out, because a replay makes one for every close and every day. */
export const batchOf = (
  { entries, transfers, flows, charges }: Readonly<Schedule>,
  day: MarketDay,
  isLeftOverDue: boolean,
): Batch => ({ entries, transfers, flows, charges, day, isLeftOverDue })

/** What could not be dealt, and why. */
export interface Undealt {
  readonly waiting: Schedule
  readonly reason: 'unit-value-not-positive' | 'fund-value-negative'
}

/**
 * Deals a batch at the current rate and returns what has to wait, if anything. Nothing is dealt at a unit value of
 * zero or less, which only a fund with units can have; without units, contributions wait until a negative fund value
 * has been filled (docs/rules/fund.md, "Units and dealing").
 */
export function dealBatch(book: Book, batch: Batch): Undealt | undefined {
  book.step += 1
  const isAnythingDue = hasItems(batch)
  if (book.rate.numerator <= 0n) {
    const waiting = emptySchedule()
    addToSchedule(waiting, batch)
    return { waiting, reason: 'unit-value-not-positive' }
  }
  if (batch.isLeftOverDue || isAnythingDue) dealLeftOver(book, batch.day)
  dealCharges(book, batch)
  // On most days there is a close and nothing to deal.
  if (!isAnythingDue) return undefined
  const start = startDay(book)
  dealTransfers(book, start, batch)
  const flowCents = batch.flows.reduce((sum, flow) => sum + flow.amountCents, 0n)
  dealDeposit(book, start, batch, greater(flowCents, 0n))
  const entries = dealContributions(book, start, batch)
  dealWithdrawals(book, start, batch, flowCents)
  if (entries.length === 0) return undefined
  return { waiting: { ...emptySchedule(), entries }, reason: 'fund-value-negative' }
}

function hasItems({ entries, transfers, flows }: Schedule): boolean {
  return entries.length + transfers.length + flows.length > 0
}

/**
 * Without units, converts a positive fund value into units of unallocated at the last unit value (docs/rules/fund.md,
 * "Units and dealing").
 */
function dealLeftOver(book: Book, day: MarketDay): void {
  if (book.issued > 0n) return
  const units = unitsFor(fundValueOf(book), book.rate)
  if (units > 0n) deal(book, { day, holderId: unallocatedHolderId, cause: 'left-over', units, amountCents: 0n })
}

function dealDeposit(book: Book, start: DayStart, batch: Batch, flowCents: bigint): void {
  const { day } = batch
  const amountCents = repayUnexplained(book, day, flowCents)
  if (amountCents === 0n) return
  book.outsideCents += amountCents
  addCredit(start, unallocatedHolderId, amountCents)
  // Only a fund without units is worth less than nothing here; its units come from what is left once that is filled.
  const isFilling = fundValueOf(book) < amountCents
  const units = isFilling ? 0n : unitsFor(amountCents, book.rate)
  deal(book, { day, holderId: unallocatedHolderId, cause: 'flow', units, amountCents })
  if (batch.isLeftOverDue || batch.entries.length > 0) dealLeftOver(book, day)
}

function dealContributions(book: Book, start: DayStart, batch: Batch): Entry[] {
  const undealt: Entry[] = []
  for (const entry of batch.entries) {
    if (entry.kind !== 'contribution') continue
    if (fundValueOf(book) < 0n) {
      undealt.push(entry)
      continue
    }
    const units = unitsFor(entry.amountCents, book.rate)
    if (units === 0n)
      book.breaches.push({ kind: 'zero-units', recordId: entry.id, holderId: entry.holderId, day: batch.day })
    book.outsideCents += entry.amountCents
    addCredit(start, entry.holderId, entry.amountCents)
    deal(book, {
      day: batch.day,
      holderId: entry.holderId,
      cause: 'contribution',
      recordId: entry.id,
      units,
      amountCents: entry.amountCents,
    })
  }
  return undealt
}
