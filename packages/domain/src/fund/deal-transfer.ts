// Deals the transfers of one day, before the day's other entries: units change hands, no cash moves
// (docs/rules/fund.md, "Expenses and transfers"). Transfers of one day may fund each other, in whatever order they were
// entered.
import { toCents } from '../kind.ts'
import { floorDivide } from '../money/fraction.ts'
import { greater, lesser } from '../money/lesser.ts'
import type { Book } from './book.ts'
import { deal, unitsOf } from './book.ts'
import { amountFor, unitsFor } from './unit-amount.ts'
import type { DayStart } from './cover.ts'
import { addCredit, coverOf } from './cover.ts'
import type { Batch } from './deal-batch.ts'
import { dueFees, type FeePair, leavingFee, noFee, sumOfFees } from './fee/due-fee.ts'
import { accountOf, type FeeBook, measureNow } from './fee/fee-book.ts'
import { beyondEverything, coverNet, keepsNothing, type NetCover, payCarriedFee, unitsOfFees } from './fee/leave.ts'
import { type Lot, raiseMarks, takeByGain, takeFraction } from './fee/lot.ts'
import { rateOf } from './fee/policy.ts'
import type { HolderId, Transfer } from './record.ts'
import { unallocatedHolderId } from './record.ts'

/**
 * Deals covered transfers in rounds until no further one is covered. Each remaining transfer moves as much as its giver
 * has and is recorded as a breach.
 */
export function dealTransfers(book: Book, start: DayStart, batch: Batch): void {
  let waiting = batch.transfers
  if (waiting.length === 0) return
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
    const net = netOfUnits(book, transfer.fromHolderId, measure.units)
    if (!net) return false
    const amountCents = amountFor(measure.units, book.rate)
    transferUnits(book, start, { batch, transfer, units: measure.units, amountCents, ...net })
    return true
  }
  const cover = coverNet(book, start, transfer.fromHolderId, measure.amountCents)
  if (cover.outcome === 'over') return false
  const units = unitsOfFees(cover.fee, held, book.rate)
  const left = held - units.management - units.performance
  transferUnits(book, start, {
    batch,
    transfer,
    units: cover.outcome === 'all' ? left : lesser(unitsFor(measure.amountCents, book.rate), left),
    amountCents: measure.amountCents,
    fee: cover.fee,
    keeps: cover.keeps,
  })
  return true
}

type NetFee = Pick<NetCover, 'fee' | 'keeps'>

const feeless: NetFee = { fee: noFee, keeps: keepsNothing() }

/** Returns the fees that go with units, or undefined when the giver does not have both. */
function netOfUnits(book: Book, holderId: HolderId, units: bigint): NetFee | undefined {
  const holder = { holderId, held: unitsOf(book, holderId), rate: book.rate }
  if (units > holder.held) return undefined
  const { fees } = book
  if (!fees) return feeless
  const due = dueFees(fees, holder, floorDivide(holder.held * book.rate.numerator, book.rate.denominator))
  const feeUnits = unitsOfFees(due, holder.held, book.rate)
  const most = holder.held - feeUnits.management - feeUnits.performance
  if (units > most) return undefined
  if (units === most) return { fee: due, keeps: keepsNothing() }
  const takenOut = { numerator: units * book.rate.numerator, denominator: book.rate.denominator }
  const leaving = leavingFee(fees, holder, takenOut)
  if (leaving) return { fee: leaving, keeps: leaving.keeps }
  return { ...feeless, keeps: fees.accounts.get(holderId) ?? feeless.keeps }
}

function dealUncovered(book: Book, start: DayStart, batch: Batch, transfer: Transfer): void {
  const { fromHolderId } = transfer
  const held = unitsOf(book, fromHolderId)
  const { maximumCents: grossCents } = coverOf(book, start, fromHolderId, beyondEverything)
  const due = book.fees ? dueFees(book.fees, { holderId: fromHolderId, held, rate: book.rate }, grossCents) : noFee
  const maximumCents = grossCents - sumOfFees(due)
  const { measure } = transfer
  const wanted = measure.by === 'amount' ? measure.amountCents : amountFor(measure.units, book.rate)
  // Units can be missing that are worth less than half a cent.
  const missing = greater(wanted - maximumCents, 1n)
  book.breaches.push({
    kind: 'transfer-not-covered',
    recordId: transfer.id,
    holderId: fromHolderId,
    day: batch.day,
    missingCents: toCents(missing),
    maximumCents: toCents(maximumCents),
  })
  const feeUnits = unitsOfFees(due, held, book.rate)
  transferUnits(book, start, {
    batch,
    transfer,
    units: held - feeUnits.management - feeUnits.performance,
    amountCents: maximumCents,
    fee: due,
    keeps: keepsNothing(),
  })
}

interface TransferUnitsOptions extends NetFee {
  readonly batch: Batch
  readonly transfer: Transfer
  readonly units: bigint
  readonly amountCents: bigint
}

/** Pays the fees of the units that go, then moves what is given. */
function transferUnits(
  book: Book,
  start: DayStart,
  { batch, transfer, units, amountCents, fee, keeps }: TransferUnitsOptions,
): void {
  const { fromHolderId, toHolderId, id: recordId } = transfer
  const { day } = batch
  if (units === 0n) book.breaches.push({ kind: 'zero-units', recordId, holderId: fromHolderId, day })
  const lots = book.fees && passOnLots(book, book.fees, { holderId: fromHolderId, fee, units })
  payCarriedFee(book, start, { day, holderId: fromHolderId, recordId, fee, keeps, hasMovedLots: lots !== undefined })
  const line = { day, cause: 'transfer', recordId } as const
  const moved = lots ? { lots: [] } : {}
  deal(book, { ...line, ...moved, holderId: fromHolderId, units: -units, amountCents: -amountCents })
  deal(book, { ...line, ...(lots ? { lots } : {}), holderId: toHolderId, units, amountCents })
  addCredit(start, fromHolderId, -amountCents)
  addCredit(start, toHolderId, amountCents)
}

interface PassOnLotsOptions {
  readonly holderId: HolderId
  readonly fee: FeePair
  readonly units: bigint
}

/**
 * Takes the units that go out of the giver's lots and returns the pieces for the taker. Pieces keep their marks, and
 * those that have paid a performance fee take the day's unit value, so passing units around moves no mark down. What
 * unallocated gives is a lot at the day's unit value.
 */
function passOnLots(book: Book, fees: FeeBook, { holderId, fee, units }: PassOnLotsOptions): Lot[] | undefined {
  if (!fees.hasLots || holderId === unallocatedHolderId) return undefined
  const { lots } = accountOf(fees, holderId)
  const feeUnits = unitsOfFees(fee, unitsOf(book, holderId), book.rate)
  const pieces = takeFraction(lots, feeUnits.management + feeUnits.performance + units)
  const measure = measureNow(fees, book.rate)
  takeFraction(pieces, feeUnits.management)
  takeByGain(pieces, feeUnits.performance, measure)
  if (rateOf(fees.performance, holderId) > 0n) raiseMarks(pieces, measure)
  return pieces
}
