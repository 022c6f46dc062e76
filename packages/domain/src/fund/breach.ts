// Breaches of a rule found while replaying the records. The replay never stops at a breach; validation compares the
// breaches before and after a change, and alerts read them directly.
import type { Cents, MarketDay } from '../kind.ts'
import type { HolderId } from './record.ts'

export type Breach =
  /** A retribution that its holder could not cover on its dealing day; the missing part is not dealt (rule 6). */
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
  /** A funded contribution or the opening statement exceeds what unallocated held at the opening (rule 3). */
  | { readonly kind: 'opening-exceeded'; readonly recordId: string; readonly day: MarketDay; readonly missingCents: Cents; readonly maximumCents: Cents }
  /** A broker withdrawal beyond the value of unallocated (rule 4). */
  | { readonly kind: 'unexplained-withdrawal'; readonly day: MarketDay; readonly missingCents: Cents }
  /** Nothing is dealt at a unit value of zero or less, nor into a negative fund value; the record waits (rule 1). */
  | { readonly kind: 'not-dealable'; readonly recordId: string; readonly holderId: HolderId; readonly day: MarketDay; readonly reason: 'unit-value-not-positive' | 'fund-value-negative' }
  /** A contribution or transfer that rounds to zero units (rule 1). */
  | { readonly kind: 'zero-units'; readonly recordId: string; readonly holderId: HolderId; readonly day: MarketDay }
  /** An expense at a close when nobody holds units (rule 10). */
  | { readonly kind: 'expense-without-holder'; readonly recordId: string; readonly day: MarketDay }
  /** A retribution, expense or transfer dated on or before the opening day (rule 3). */
  | { readonly kind: 'before-opening'; readonly recordId: string; readonly day: MarketDay }
  /** A match between records on both sides of the opening day (rule 4). */
  | { readonly kind: 'match-across-opening'; readonly recordId: string; readonly day: MarketDay }

/** Returns a number that grows with the damage, to compare the same breach before and after a change. */
export function breachWeight(breach: Breach): bigint {
  return 'missingCents' in breach ? breach.missingCents : 1n
}

/** Returns the identity of a breach: the same record breaching the same rule on the same day. */
export function breachKey(breach: Breach): string {
  return `${breach.kind} ${'recordId' in breach ? breach.recordId : ''} ${breach.day}`
}
