// What a proposal of orders is made from and says.
// Source: docs/rules/target-allocation.md, "Proposal"; docs/decisions/0101-proposals-are-questions.md.

/** Amounts are whole units of 10^-12 dollars, so that quantity x price is exact. */
export const unitsPerCent = 10n ** 10n
/** Quantities and prices are whole millionths. */
export const millionth = 1_000_000n

export interface ProposalHolding {
  readonly code: string
  readonly listed: string | null
  /** Options and short positions count with their value, and are not traded. */
  readonly isOption: boolean
  /** Signed, in millionths; what open orders buy and sell is counted as filled. */
  readonly quantity: bigint
  /** Millionths of a dollar; null where there is no price. */
  readonly price: bigint | null
  /** What a share is expected to cost, such as the ask; never below the price. */
  readonly cost: bigint | null
  /** Counts where there is no price, and for an option. */
  readonly value: bigint
  /** Millionths that may be sold, by the ticket or by closing a part of the position. */
  readonly sellable: bigint
  /** Of them what no open order claims, so that the ticket can sell it. */
  readonly free: bigint
}

export interface ProposalTerms {
  /** NEW_CASH and PURCHASES sell nothing; PURCHASES buys for leaves outside their band only. */
  readonly mode: 'NEW_CASH' | 'PURCHASES' | 'REBALANCE'
  readonly smallestOrder: bigint
  readonly feePerOrder: bigint
  readonly neverSold: readonly string[]
  /** Decimals of a quantity: 0 for whole shares, at most 6. */
  readonly quantityDecimals: number
}

export interface ProposalAccount {
  /** With the proceeds of open sales and without the cost of open purchases. */
  readonly cash: bigint
  /** What a purchase can spend now: the lesser of cash and buying power that no open order claims. */
  readonly available: bigint
  /** Proceeds of open sales, which purchases of a REBALANCE may wait for. */
  readonly awaited: bigint
  /** Those that a leaf names and that are not held among them, with a quantity of zero. */
  readonly instruments: readonly ProposalHolding[]
}

export interface PlannedTrade {
  readonly code: string
  readonly side: 'BUY' | 'SELL'
  readonly quantity: bigint
  readonly price: bigint
  readonly value: bigint
  /** What a purchase is expected to cost beyond its value. */
  readonly spread: bigint
  readonly fee: bigint
  readonly leafKey: string
  /** How far the leaf was from its target before; never negative. */
  readonly distance: bigint
  /** Sells more than is free: a part of the position is closed, which makes the orders smaller that claim it. */
  readonly closesPart: boolean
  readonly waitsForSales: boolean
}

export type OmissionKind =
  | 'NO_PRICE'
  | 'NOT_TRADED'
  | 'UNCLASSIFIED'
  | 'KEPT'
  | 'CLAIMED'
  | 'NOTHING_TO_BUY'
  | 'TOO_SMALL'
  | 'NO_CASH'

export interface Omission {
  readonly kind: OmissionKind
  readonly code: string | null
  readonly leafKey: string
}

export interface ProposedLeaf {
  readonly key: string
  readonly name: string
  readonly value: bigint
  readonly valueAfter: bigint
  /** At the value of the account after the fees. */
  readonly target: bigint
  readonly isWithin: boolean
  readonly isWithinAfter: boolean
}

export interface Proposal {
  /** Sales first. */
  readonly trades: readonly PlannedTrade[]
  readonly omissions: readonly Omission[]
  readonly leaves: readonly ProposedLeaf[]
  readonly value: bigint
  readonly valueAfter: bigint
  readonly cashAfter: bigint
  readonly fees: bigint
  readonly spread: bigint
  /** What purchases may spend before any sale. */
  readonly spendable: bigint
  /** The smallest order that counted. */
  readonly smallestOrder: bigint
  readonly isWithinBands: boolean
}
