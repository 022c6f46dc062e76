// Moves the units of a fee from its payer to the receiver. Units change hands and no cash moves; a fee is part of no
// amount and of no cash flow (docs/rules/fund-fees.md, "Charges").
import type { MarketDay } from '../../kind.ts'
import { lesser } from '../../money/lesser.ts'
import { type Book, type Deal, deal, moveUnits, noteDealing, unitsFor, unitsOf } from '../book.ts'
import { addCredit, type DayStart } from '../cover.ts'
import type { FeeKind, HolderId } from '../record.ts'

const causeOf = { management: 'management-fee', performance: 'performance-fee' } as const

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

/** Takes the units of a fee from its payer; the receiver's side follows with `receiveFee`. */
export function takeFee(book: Book, start: DayStart, fee: Fee, units: bigint, hasMovedLots: boolean): void {
  deal(book, {
    ...lineOf(fee, fee.holderId),
    units: -units,
    feeCents: -fee.amountCents,
    ...(hasMovedLots ? { lots: [] } : {}),
  })
  addCredit(start, fee.holderId, -fee.amountCents)
}

/** Gives the receiver the units of a fee, with a line in the journal. */
export function receiveFee(book: Book, start: DayStart, fee: Fee, units: bigint): void {
  const receipt = { ...lineOf(fee, fee.receiverId), units, feeCents: fee.amountCents }
  moveUnits(book, receipt)
  noteDealing(book, receipt)
  addCredit(start, fee.receiverId, fee.amountCents)
}

/** What the receivers get of a batch: units at once, one line in the journal for each receiver and kind at its end. */
export class FeeReceipts {
  private readonly receipts = new Map<string, Deal>()

  private readonly book: Book
  private readonly start: DayStart

  constructor(book: Book, start: DayStart) {
    this.book = book
    this.start = start
  }

  add(fee: Fee, units: bigint): void {
    const receipt = { ...lineOf(fee, fee.receiverId), units, feeCents: fee.amountCents }
    moveUnits(this.book, receipt)
    addCredit(this.start, fee.receiverId, fee.amountCents)
    const key = `${fee.recordId} ${fee.kind} ${fee.receiverId}`
    const known = this.receipts.get(key)
    this.receipts.set(
      key,
      known
        ? { ...known, units: known.units + units, feeCents: (known.feeCents ?? 0n) + fee.amountCents }
        : receipt,
    )
  }

  note(): void {
    for (const receipt of this.receipts.values()) noteDealing(this.book, receipt)
  }
}

const lineOf = ({ day, kind, recordId }: Fee, holderId: HolderId) => ({
  day,
  holderId,
  cause: causeOf[kind],
  recordId,
  amountCents: 0n,
})
