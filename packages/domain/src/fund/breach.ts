// Where the records, replayed, do not fulfil a rule. The replay never stops at a breach; whoever validates a change
// compares the breaches before and after it, and alerts read them as they are.
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
      /** All the holder could have taken out that day. */
      readonly maximumCents: Cents
    }
  /** A transfer that its giver could not cover; only what he has changes hands. */
  | {
      readonly kind: 'transfer-not-covered'
      readonly recordId: string
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly maximumCents: Cents
    }
  /** A funded contribution or the opening statement beyond what unallocated held at the opening (rule 3). */
  | { readonly kind: 'opening-exceeded'; readonly recordId: string; readonly day: MarketDay; readonly missingCents: Cents; readonly maximumCents: Cents }
  /** A withdrawal of the broker beyond unallocated's value (rule 4). */
  | { readonly kind: 'unexplained-withdrawal'; readonly day: MarketDay; readonly missingCents: Cents }
  /** Nothing is dealt at a unit value of zero or less, nor into a negative fund value; the record waits (rule 1). */
  | { readonly kind: 'not-dealable'; readonly recordId: string; readonly holderId: HolderId; readonly day: MarketDay; readonly reason: 'unit-value-not-positive' | 'fund-value-negative' }
  /** A contribution or transfer that rounds to no unit at all (rule 1). */
  | { readonly kind: 'zero-units'; readonly recordId: string; readonly holderId: HolderId; readonly day: MarketDay }
  /** An expense at a close when nobody holds units (rule 10). */
  | { readonly kind: 'expense-without-holder'; readonly recordId: string; readonly day: MarketDay }
  /** A retribution, expense or transfer dated on or before the opening day (rule 3). */
  | { readonly kind: 'before-opening'; readonly recordId: string; readonly day: MarketDay }
  /** A match of money on the two sides of the opening day (rule 4). */
  | { readonly kind: 'match-across-opening'; readonly recordId: string; readonly day: MarketDay }

/** A number that grows with the damage, for comparing the same breach before and after a change. */
export function breachWeight(breach: Breach): bigint {
  return 'missingCents' in breach ? breach.missingCents : 1n
}

/** The identity of a breach: the same record breaching the same rule on the same day. */
export function breachKey(breach: Breach): string {
  return `${breach.kind} ${'recordId' in breach ? breach.recordId : ''} ${breach.day}`
}
