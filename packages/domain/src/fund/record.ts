// The records that the books of a fund consist of. They are append-only: a toggle is a status change, a deletion is a
// reversal. Authorship, timestamps, names, bank accounts and descriptions belong to the server, not to the calculation.
import type { Cents, MarketDay, UnitSteps } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'

/** A member's id, or `unallocatedHolderId`. */
export type HolderId = string

/** The built-in holder of the capital that no member's entry explains; it belongs to the account's owner. */
export const unallocatedHolderId: HolderId = 'unallocated'

/**
 * When entries are dealt: at the last close before their day, or at the first close on or after it (docs/rules/fund.md,
 * "Units and dealing").
 */
export type DealingRule = 'before-the-day' | 'of-the-day'

/** What the account was worth when the fund began (docs/rules/fund.md, "Opening"). */
export interface Opening {
  readonly day: MarketDay
  /** Broker value of that day, zero or more. */
  readonly valueCents: Cents
  /** Open profit of its positions at average cost; negative for an open loss. */
  readonly openProfitCents: Cents
}

/**
 * One line of the opening statement of a club that already existed: a holder's share of the opening value and the total
 * they had paid in.
 */
export interface OpeningShare {
  readonly holderId: HolderId
  readonly shareCents: Cents
  readonly paidInCents: Cents
}

export interface Entry {
  readonly id: string
  readonly holderId: HolderId
  readonly kind: 'contribution' | 'retribution'
  readonly day: MarketDay
  /** Always positive; the kind determines the sign (docs/rules/fund.md, "Entries"). */
  readonly amountCents: Cents
  /** The status at entry; later status changes override it. */
  readonly isActive: boolean
  /**
   * Only relevant on the opening day itself: whether the money is part of the opening value (the default) or new.
   * Earlier contributions are always funded from the opening, later ones never.
   */
  readonly funding?: 'opening' | 'new-money'
  /** The distribution that this retribution is a line of: its lines count together or not at all. */
  readonly distributionId?: string
}

/** A toggle of an entry; the one with the highest sequence counts. */
export interface StatusChange {
  readonly entryId: string
  readonly isActive: boolean
  readonly sequence: number
}

/** Takes an entry, transfer, expense or match out of the books for good, without removing it. */
export interface Reversal {
  readonly recordId: string
}

/**
 * A flow of cash or securities reported by the broker; positive into the account. A later revision replaces an earlier
 * one.
 */
export interface Movement {
  readonly id: string
  readonly day: MarketDay
  readonly amountCents: Cents
  /** Delivered securities before the close of their day, which decides their amount. */
  readonly isProvisional?: boolean
  readonly revision?: number
}

/**
 * The official valuation of a session (docs/rules/fund.md, "Terms"). A later revision of the same day replaces an
 * earlier one.
 */
export interface Close {
  readonly day: MarketDay
  readonly brokerValueCents: Cents
  readonly realValueCents: Cents
  /** `unreconciled`: its cash does not follow from the previous close. It is shown, but nothing is dealt at it. */
  readonly quality: 'official' | 'rebuilt' | 'unreconciled'
  /**
   * The movements contained in its cash but not in that of an earlier close. If absent: all movements up to its day
   * that are not listed elsewhere.
   */
  readonly movementIds?: readonly string[]
  readonly revision?: number
}

/**
 * States that these movements and these items (entries, expenses) are the same money: one movement with several items,
 * or several movements with one item. Without movements, it binds a contribution to the expense it paid directly
 * (docs/rules/fund.md, "Matching" and "Expenses and transfers"). Without items, it marks money that came and went again
 * without an entry, which stays a flow of unallocated both times.
 */
export interface Match {
  readonly id: string
  readonly movementIds: readonly string[]
  readonly itemIds: readonly string[]
}

/**
 * A cost that all holders bear by units, from the first close on or after its day (docs/rules/fund.md, "Expenses and
 * transfers").
 */
export interface Expense {
  readonly id: string
  readonly day: MarketDay
  readonly amountCents: Cents
}

/** Units that change hands without cash, at the day's unit value (docs/rules/fund.md, "Expenses and transfers"). */
export interface Transfer {
  readonly id: string
  readonly day: MarketDay
  readonly fromHolderId: HolderId
  readonly toHolderId: HolderId
  readonly measure:
    | { readonly by: 'amount'; readonly amountCents: Cents }
    | { readonly by: 'units'; readonly units: UnitSteps }
}

/**
 * The books of the fund change from one account to another after a session (docs/rules/fund.md, "Moving to another
 * account"). Movements and closes up to that day are the old account's, later ones the new account's.
 */
export interface AccountMove {
  readonly id: string
  /** The last session at which the old account is valued. */
  readonly day: MarketDay
  /**
   * What the new account was worth at the close of that day. It is the fund's own when everything had arrived by then,
   * otherwise capital of unallocated.
   */
  readonly heldCents: Cents
  /**
   * The session by whose close everything has arrived: the day of the move itself when the new account held it all
   * already. Undefined while contents are in transit.
   */
  readonly arrivedOn?: MarketDay
}

export type FeeKind = 'management' | 'performance'

export type FeePeriod = 'month' | 'quarter' | 'half-year' | 'year'

/**
 * What the fund charges its members, from a first day until the next policy of the same kind (docs/rules/fund-fees.md,
 * "Policies").
 */
export interface FeePolicy {
  readonly id: string
  readonly kind: FeeKind
  /** A year for the management fee, of the gain for the performance fee: 20_000 is 2 %. Zero ends the fee. */
  readonly rateMillionths: bigint
  /** The yearly gain that is free of the performance fee: 50_000 is 5 %. */
  readonly hurdleMillionths: bigint
  readonly receiverId: HolderId
  readonly period: FeePeriod
  /** Rates of single members; zero exempts. */
  readonly ownRates: ReadonlyArray<{ readonly holderId: HolderId; readonly rateMillionths: bigint }>
  /** The day after the one on which it is recorded: nothing reaches back. */
  readonly firstDay: MarketDay
  /** Whether its charges are made without a yes, right after the last close of each period. */
  readonly chargesByItself?: boolean
}

/** One holder's fee of one kind in a charge. */
export interface FeeChargeLine {
  readonly holderId: HolderId
  readonly kind: FeeKind
  readonly receiverId: HolderId
  readonly amountCents: Cents
  /**
   * The exact management fee that the line settles, in 1e-18 of a cent: zero while a fee below half a cent is carried.
   */
  readonly settledAtto: bigint
}

/**
 * The fees of a period end, a batch of transfers by amount with its calculation kept (docs/rules/fund-fees.md,
 * "Charges").
 */
export interface FeeCharge {
  readonly id: string
  /** The close that ends the period. */
  readonly endDay: MarketDay
  /** Its unit value at the calculation, which charged lots take as their mark: cents per unit step. */
  readonly rate: Fraction
  /** Settles the period without a fee. */
  readonly isWaived: boolean
  /** Single lines of holders who take money out before the charge of the others is confirmed. */
  readonly isPart: boolean
  readonly lines: readonly FeeChargeLine[]
}

/** All records of a fund's books. The order within the lists has no effect. */
export interface FundRecords {
  readonly dealing: DealingRule
  readonly opening: Opening
  readonly openingShares: readonly OpeningShare[]
  readonly entries: readonly Entry[]
  readonly statusChanges: readonly StatusChange[]
  readonly reversals: readonly Reversal[]
  readonly movements: readonly Movement[]
  readonly matches: readonly Match[]
  readonly closes: readonly Close[]
  readonly expenses: readonly Expense[]
  readonly transfers: readonly Transfer[]
  readonly moves: readonly AccountMove[]
  readonly feePolicies: readonly FeePolicy[]
  readonly feeCharges: readonly FeeCharge[]
  /** Books are closed up to and including this day (docs/rules/fund.md, "Period close"). */
  readonly closedUntil?: MarketDay
}

/** Returns the records of a newly opened fund. */
export function openFund(opening: Opening, dealing: DealingRule = 'before-the-day'): FundRecords {
  return {
    dealing,
    opening,
    openingShares: [],
    entries: [],
    statusChanges: [],
    reversals: [],
    movements: [],
    matches: [],
    closes: [],
    expenses: [],
    transfers: [],
    moves: [],
    feePolicies: [],
    feeCharges: [],
  }
}
