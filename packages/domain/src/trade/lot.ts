// What happens to the lots of one symbol, and what comes of it. Money is whole cents before fees; quantities are exact.
import type { Cents, MarketDay } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'

export type Side = 'LONG' | 'SHORT'

/** Shares or contracts of one opening, as far as they are still held. */
export interface OpenLot {
  readonly side: Side
  /** The transaction that opened it; null for what was held before the first transaction that is known. */
  readonly openedId: string | null
  readonly openedDay: MarketDay | null
  /** Above zero on both sides. */
  readonly quantity: Fraction
  /** Paid for a long lot, received for a short one, before fees; null where nobody can tell. */
  readonly amountCents: Cents | null
  /** Fees of the opening that belong to what is left. */
  readonly feeCents: Cents
}

/** One lot, or a part of one, that was closed by one transaction. */
export interface RealisedGain {
  readonly side: Side
  readonly openedId: string | null
  readonly openedDay: MarketDay | null
  readonly closedId: string
  readonly closedDay: MarketDay
  readonly quantity: Fraction
  /** What buying cost and selling brought, before fees: for a short lot the purchase comes last. Null where nobody can tell. */
  readonly costCents: Cents | null
  readonly proceedsCents: Cents | null
  /** proceeds - cost. */
  readonly profitCents: Cents | null
  /** Of opening and closing, for this quantity; not part of the profit. */
  readonly feeCents: Cents
}

interface LotEventBase {
  readonly id: string
  readonly day: MarketDay
}

export type LotEvent =
  /** `quantity` is signed; `grossCents` is the cash before fees, negative for a purchase. */
  | (LotEventBase & { readonly kind: 'TRADE'; readonly quantity: Fraction; readonly grossCents: Cents; readonly feeCents: Cents })
  /** Brought in or taken out by the owner: what comes in opens a lot at its value, what leaves realises nothing. */
  | (LotEventBase & { readonly kind: 'DELIVERY'; readonly quantity: Fraction; readonly valueCents: Cents | null })
  /**
   * New shares for old ones: `factor` new ones for each. Where the brokerage paid a fraction of a share in cash, `quantity` is
   * the change that it booked and `cashCents` what it paid; the fraction counts as sold. Without a known factor the booked
   * change gives it, and the cash is profit.
   */
  | (LotEventBase & { readonly kind: 'SPLIT'; readonly factor: Fraction | null; readonly quantity: Fraction; readonly cashCents: Cents })
