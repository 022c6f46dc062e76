// Breaches of a rule found while replaying the records. The replay never stops at a breach; validation compares the
// breaches before and after a change, and alerts read them directly.
import type { Cents, MarketDay } from '../kind.ts'
import type { HolderId } from './record.ts'

export type Breach =
  /**
   * A retribution that its holder could not cover on its dealing day; the missing part is not dealt
   * (docs/rules/fund.md, "No holder below zero").
   */
  | {
      readonly kind: 'not-covered'
      readonly recordId: string
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      /** The most the holder could have taken out that day. */
      readonly maximumCents: Cents
    }
  /** A transfer that its giver could not cover; only what they have changes hands. */
  | {
      readonly kind: 'transfer-not-covered'
      readonly recordId: string
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly maximumCents: Cents
    }
  /**
   * A retribution or transfer that leaves less than its own fees: the holder's money goes out first, and the charge
   * takes what is left (docs/rules/fund-fees.md, "Leaving").
   */
  | {
      readonly kind: 'fee-not-covered'
      readonly recordId: string
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      /** The holder's net value that day. */
      readonly maximumCents: Cents
    }
  /**
   * A funded contribution or the opening statement exceeds what unallocated held at the opening (docs/rules/fund.md,
   * "Opening").
   */
  | {
      readonly kind: 'opening-exceeded'
      readonly recordId: string
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly maximumCents: Cents
    }
  /** A broker withdrawal beyond the value of unallocated (docs/rules/fund.md, "Matching"). */
  | { readonly kind: 'unexplained-withdrawal'; readonly day: MarketDay; readonly missingCents: Cents }
  /**
   * Nothing is dealt at a unit value of zero or less, nor into a negative fund value; the record waits
   * (docs/rules/fund.md, "Units and dealing").
   */
  | {
      readonly kind: 'not-dealable'
      readonly recordId: string
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly reason: 'unit-value-not-positive' | 'fund-value-negative'
    }
  /** A contribution or transfer that rounds to zero units (docs/rules/fund.md, "Units and dealing"). */
  | { readonly kind: 'zero-units'; readonly recordId: string; readonly holderId: HolderId; readonly day: MarketDay }
  /** An expense at a close when nobody holds units (docs/rules/fund.md, "Expenses and transfers"). */
  | { readonly kind: 'expense-without-holder'; readonly recordId: string; readonly day: MarketDay }
  /** A retribution, expense or transfer dated on or before the opening day (docs/rules/fund.md, "Opening"). */
  | { readonly kind: 'before-opening'; readonly recordId: string; readonly day: MarketDay }
  /** A match between records on both sides of the opening day (docs/rules/fund.md, "Matching"). */
  | { readonly kind: 'match-across-opening'; readonly recordId: string; readonly day: MarketDay }

/** Returns a number that grows with the damage, to compare the same breach before and after a change. */
export function breachWeight(breach: Breach): bigint {
  return 'missingCents' in breach ? breach.missingCents : 1n
}

/** Returns the identity of a breach: the same record breaching the same rule on the same day. */
export function breachKey(breach: Breach): string {
  return `${breach.kind} ${'recordId' in breach ? breach.recordId : ''} ${breach.day}`
}
