// Lots of one symbol, the events that change them, and the gains they realise. Money is whole cents before fees;
// quantities are exact.
import type { Cents, MarketDay } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'

export type Side = 'LONG' | 'SHORT'

/** Shares or contracts of one opening, as far as still held. */
export interface OpenLot {
  readonly side: Side
  /** The transaction that opened it; null for holdings from before the first known transaction. */
  readonly openedId: string | null
  readonly openedDay: MarketDay | null
  /** Positive on both sides. */
  readonly quantity: Fraction
  /** Paid for a long lot, received for a short one, before fees; null if unknown. */
  readonly amountCents: Cents | null
  /** Fees of the opening that belong to the remaining quantity. */
  readonly feeCents: Cents
}

/** A lot, or a part of one, closed by one transaction. */
export interface RealisedGain {
  readonly side: Side
  readonly openedId: string | null
  readonly openedDay: MarketDay | null
  readonly closedId: string
  readonly closedDay: MarketDay
  readonly quantity: Fraction
  /**
   * Cost of the purchase and proceeds of the sale, before fees; for a short lot the purchase comes last. Null if
   * unknown.
   */
  readonly costCents: Cents | null
  readonly proceedsCents: Cents | null
  /** proceeds - cost. */
  readonly profitCents: Cents | null
  /** Fees of opening and closing, for this quantity; not part of the profit. */
  readonly feeCents: Cents
}

interface LotEventBase {
  readonly id: string
  readonly day: MarketDay
}

export type LotEvent =
  /** `quantity` is signed; `grossCents` is the cash before fees, negative for a purchase. */
  | (LotEventBase & {
      readonly kind: 'TRADE'
      readonly quantity: Fraction
      readonly grossCents: Cents
      readonly feeCents: Cents
    })
  /**
   * Securities brought in or taken out by the owner: a delivery in opens a lot at its value, a delivery out realises
   * nothing.
   */
  | (LotEventBase & { readonly kind: 'DELIVERY'; readonly quantity: Fraction; readonly valueCents: Cents | null })
  /**
   * `factor` new shares for each old one. If the brokerage paid cash for a fraction of a share, `quantity` is the
   * change it booked and `cashCents` what it paid; the fraction counts as sold. Without a known factor, the factor
   * follows from the booked change, and the cash is profit.
   */
  | (LotEventBase & {
      readonly kind: 'SPLIT'
      readonly factor: Fraction | null
      readonly quantity: Fraction
      readonly cashCents: Cents
    })
