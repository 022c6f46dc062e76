// Moves the units of a fee from its payer to the receiver. Units change hands and no cash moves; a fee is part of no
// amount and of no cash flow (docs/rules/fund-fees.md, "Charges").
import type { MarketDay } from '../../kind.ts'
import { lesser } from '../../money/lesser.ts'
import { type Book, deal, moveUnits, noteDealing, unitsOf } from '../book.ts'
import { unitsFor } from '../unit-amount.ts'
import { addCredit, type DayStart } from '../cover.ts'
import { type FeeKind, type HolderId, unallocatedHolderId } from '../record.ts'
import type { Lot } from './lot.ts'
import { causeOf } from './policy.ts'

export interface Fee {
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly receiverId: HolderId
  readonly kind: FeeKind
  /** The charge, or the retribution or transfer that carries the fee. */
  readonly recordId: string
  readonly amountCents: bigint
  /** Whether it takes everything its holder has. */
  readonly isAll: boolean
}

/** Returns the units that a fee takes, never more than its holder has. */
export function unitsOfFee(book: Book, { holderId, amountCents, isAll }: Fee): bigint {
  const held = unitsOf(book, holderId)
  return isAll ? held : lesser(unitsFor(amountCents, book.rate), held)
}

/** Moves the units of a fee that a retribution or transfer carries, with a line in the journal for both sides. */
export function payFee(book: Book, start: DayStart, fee: Fee, hasMovedLots: boolean): void {
  const units = unitsOfFee(book, fee)
  const { day, recordId, amountCents } = fee
  const line = { day, recordId, cause: causeOf[fee.kind], amountCents: 0n }
  deal(book, {
    ...line,
    holderId: fee.holderId,
    units: -units,
    feeCents: -amountCents,
    ...(hasMovedLots ? { lots: [] } : {}),
  })
  deal(book, { ...line, holderId: fee.receiverId, units, feeCents: amountCents })
  addCredit(start, fee.holderId, -amountCents)
  addCredit(start, fee.receiverId, amountCents)
}

type ReceivedFee = Pick<Fee, 'day' | 'receiverId' | 'kind' | 'recordId'>

interface Receipt {
  readonly fee: ReceivedFee
  units: bigint
  amountCents: bigint
}

/** No lots: the dealing has moved them itself. */
const movedLots: readonly Lot[] = []

/**
 * The transfers of a batch. A payer's units go at once; a receiver gets the sum of each charge and kind at its end, so
 * a charge of a thousand members is a thousand and one lines.
 */
export class FeeBatch {
  private readonly book: Book
  private readonly receipts: Receipt[] = []

  constructor(book: Book) {
    this.book = book
  }

  pay(fee: Fee, units: bigint, hasMovedLots: boolean): void {
    const { day, holderId, recordId, kind, amountCents } = fee
    const lots = hasMovedLots ? { lots: movedLots } : undefined
    const change = {
      day,
      holderId,
      recordId,
      cause: causeOf[kind],
      units: -units,
      amountCents: 0n,
      feeCents: -amountCents,
    }
    moveUnits(this.book, lots ? { ...change, ...lots } : change)
    noteDealing(this.book, change)
    this.expect(fee, { units, amountCents })
  }

  /** Adds what a receiver will get. */
  expect(fee: ReceivedFee, { units, amountCents }: { readonly units: bigint; readonly amountCents: bigint }): void {
    const known = this.receipts.findLast(
      (one) => one.fee.recordId === fee.recordId && one.fee.kind === fee.kind && one.fee.receiverId === fee.receiverId,
    )
    if (!known) this.receipts.push({ fee, units, amountCents })
    else {
      known.units += units
      known.amountCents += amountCents
    }
  }

  /**
   * Runs a calculation as if everybody had received what has been paid so far, so that all units are in a place. Only
   * the payer has not: what a charge brings them is theirs at its end, and pays none of its lines.
   */
  asReceived<Result>(payerId: HolderId, calculate: () => Result): Result {
    const { book } = this
    const held = new Map<HolderId, bigint>()
    for (const { fee, units } of this.receipts) {
      const holderId = fee.receiverId === payerId ? unallocatedHolderId : fee.receiverId
      const before = unitsOf(book, holderId)
      if (!held.has(holderId)) held.set(holderId, before)
      book.units.set(holderId, before + units)
    }
    const result = calculate()
    for (const [holderId, units] of held) book.units.set(holderId, units)
    return result
  }

  /** Gives the receivers what has been paid. */
  receive(): void {
    for (const { fee, units, amountCents } of this.receipts.splice(0)) {
      const { day, recordId, kind, receiverId: holderId } = fee
      const receipt = { day, holderId, recordId, cause: causeOf[kind], units, amountCents: 0n, feeCents: amountCents }
      moveUnits(this.book, receipt)
      noteDealing(this.book, receipt)
    }
  }
}
