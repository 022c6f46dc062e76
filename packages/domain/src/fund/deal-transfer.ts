// Deals the transfers of one day, before the day's other entries: units change hands, no cash moves
// (docs/rules/fund.md, "Expenses and transfers"). Transfers of one day may fund each other, in whatever order they were
// entered.
import { toCents } from '../kind.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { Book } from './book.ts'
import { amountFor, deal, unitsFor, unitsOf } from './book.ts'
import type { DayStart } from './cover.ts'
import { addCredit, coverOf } from './cover.ts'
import type { Batch } from './deal-batch.ts'
import type { Transfer } from './record.ts'

/**
 * Deals covered transfers in rounds until no further one is covered. Each remaining transfer moves as much as its giver
 * has and is recorded as a breach.
 */
export function dealTransfers(book: Book, start: DayStart, batch: Batch): void {
  let waiting = batch.transfers
  for (;;) {
    const next = waiting.filter((transfer) => !dealCovered(book, start, batch, transfer))
    if (next.length === waiting.length) break
    waiting = next
  }
  for (const transfer of waiting) dealUncovered(book, start, batch, transfer)
}

function dealCovered(book: Book, start: DayStart, batch: Batch, transfer: Transfer): boolean {
  const held = unitsOf(book, transfer.fromHolderId)
  const { measure } = transfer
  if (measure.by === 'units') {
    if (measure.units > held) return false
    transferUnits(book, start, {
      batch,
      transfer,
      units: measure.units,
      amountCents: amountFor(measure.units, book.rate),
    })
    return true
  }
  const cover = coverOf(book, start, transfer.fromHolderId, measure.amountCents)
  if (cover.outcome === 'over') return false
  transferUnits(book, start, {
    batch,
    transfer,
    units: cover.outcome === 'all' ? held : lesser(unitsFor(measure.amountCents, book.rate), held),
    amountCents: measure.amountCents,
  })
  return true
}

function dealUncovered(book: Book, start: DayStart, batch: Batch, transfer: Transfer): void {
  const { maximumCents } = coverOf(book, start, transfer.fromHolderId, BEYOND_EVERYTHING)
  const { measure } = transfer
  const wanted = measure.by === 'amount' ? measure.amountCents : amountFor(measure.units, book.rate)
  // Units can be missing that are worth less than half a cent.
  const missing = greater(wanted - maximumCents, 1n)
  book.breaches.push({
    kind: 'transfer-not-covered',
    recordId: transfer.id,
    holderId: transfer.fromHolderId,
    day: batch.day,
    missingCents: toCents(missing),
    maximumCents: toCents(maximumCents),
  })
  transferUnits(book, start, {
    batch,
    transfer,
    units: unitsOf(book, transfer.fromHolderId),
    amountCents: maximumCents,
  })
}

/** More cents than any fund holds, so that the cover returns its maximum. */
const BEYOND_EVERYTHING = 10n ** 30n

interface TransferUnitsOptions {
  readonly batch: Batch
  readonly transfer: Transfer
  readonly units: bigint
  readonly amountCents: bigint
}

function transferUnits(
  book: Book,
  start: DayStart,
  { batch, transfer, units, amountCents }: TransferUnitsOptions,
): void {
  const { fromHolderId, toHolderId, id: recordId } = transfer
  if (units === 0n) book.breaches.push({ kind: 'zero-units', recordId, holderId: fromHolderId, day: batch.day })
  deal(book, {
    day: batch.day,
    holderId: fromHolderId,
    cause: 'transfer',
    recordId,
    units: -units,
    amountCents: -amountCents,
  })
  deal(book, { day: batch.day, holderId: toHolderId, cause: 'transfer', recordId, units, amountCents })
  addCredit(start, fromHolderId, -amountCents)
  addCredit(start, toHolderId, amountCents)
}
