// Reasons why a change of the books is refused. Refusals are values: each has a name and the figures for its message.
// The wording is left to the contract.
import type { Cents, MarketDay } from '../kind.ts'
import type { HolderId } from './record.ts'

export type FundRefusal =
  /** Amounts run from 0.01 to 999,999,999.99 (docs/rules/fund.md, "Entries"). */
  | { readonly name: 'amount-out-of-range'; readonly minimumCents: Cents; readonly maximumCents: Cents }
  | { readonly name: 'future-day'; readonly day: MarketDay; readonly today: MarketDay }
  /** A back-dated entry needs a reason (docs/rules/fund.md, "Entries"). */
  | { readonly name: 'reason-missing'; readonly day: MarketDay }
  /** Retributions, expenses and transfers start on the day after the opening (docs/rules/fund.md, "Opening"). */
  | { readonly name: 'before-opening'; readonly day: MarketDay; readonly openingDay: MarketDay }
  /** Unallocated cannot have entries, and nobody can transfer units to themselves. */
  | { readonly name: 'holder-not-allowed'; readonly holderId: HolderId }
  /**
   * Funded contributions or opening shares exceed what unallocated holds at the opening (docs/rules/fund.md,
   * "Opening").
   */
  | { readonly name: 'opening-exceeded'; readonly missingCents: Cents; readonly unallocatedCents: Cents }
  | { readonly name: 'opening-negative' }
  /**
   * The added or reactivated record takes out more than its holder has (docs/rules/fund.md, "No holder below zero").
   */
  | {
      readonly name: 'overdrawn'
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly maximumCents: Cents
      /** Whether fees make the maximum less than the value: it is the net value. */
      readonly isNet?: true
    }
  /**
   * The change would leave another record of the same or another holder uncovered on a day (docs/rules/fund.md, "No
   * holder below zero").
   */
  | {
      readonly name: 'below-zero'
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly recordId: string
      readonly maximumCents: Cents | undefined
    }
  /** A line of a distribution takes out more than its holder has (docs/rules/fund.md, "Distributions"). */
  | {
      readonly name: 'distribution-not-covered'
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly missingCents: Cents
      readonly maximumCents: Cents
    }
  /** The lines of a distribution are reversed together, and none is switched off alone. */
  | { readonly name: 'distribution-line'; readonly day: MarketDay }
  | {
      readonly name: 'not-dealable'
      readonly holderId: HolderId
      readonly day: MarketDay
      readonly reason: 'unit-value-not-positive' | 'fund-value-negative'
    }
  /** Too small to buy or move a single unit step (docs/rules/fund.md, "Units and dealing"). */
  | { readonly name: 'zero-units'; readonly holderId: HolderId; readonly day: MarketDay }
  | { readonly name: 'expense-without-holder'; readonly day: MarketDay }
  /** An unexplained withdrawal would arise or grow (docs/rules/fund.md, "No holder below zero"). */
  | { readonly name: 'unexplained-withdrawal'; readonly day: MarketDay; readonly missingCents: Cents }
  /**
   * The change would alter the units of a holder who has left since; book it today with a reference
   * (docs/rules/fund.md, "No holder below zero").
   */
  | { readonly name: 'holder-has-left'; readonly holderId: HolderId; readonly leftOn: MarketDay }
  /**
   * The day lies in a closed period; book it on the first open day with a reference (docs/rules/fund.md, "Period
   * close").
   */
  | { readonly name: 'period-closed'; readonly closedUntil: MarketDay; readonly firstOpenDay: MarketDay }
  | { readonly name: 'match-across-opening'; readonly openingDay: MarketDay }
  /**
   * A match must balance when it is made: the remaining difference is not a cost that can be booked with it
   * (docs/rules/fund.md, "Matching").
   */
  | { readonly name: 'match-unbalanced'; readonly differenceCents: Cents }
  /** Several movements cannot be matched with several entries. */
  | { readonly name: 'match-not-one-sided' }
  | { readonly name: 'movement-not-valued'; readonly day: MarketDay }
  | { readonly name: 'already-matched'; readonly recordId: string }
  | { readonly name: 'unknown-record'; readonly recordId: string }
  /** The kind of dealing is fixed once entries exist (docs/rules/fund.md, "Units and dealing"). */
  | { readonly name: 'dealing-fixed' }
  /**
   * The reason why the old account cannot be left after a day (docs/rules/fund.md, "Moving to another account"). `day`
   * is the day of what stands in the way.
   */
  | {
      readonly name: 'not-movable'
      readonly day: MarketDay
      readonly because:
        | 'not-valued'
        | 'in-transit'
        | 'before-last-move'
        | 'unexplained-withdrawal'
        | 'not-covered'
        | 'pending'
        | 'money-later'
    }
  | {
      readonly name: 'arrival-not-possible'
      readonly day: MarketDay
      readonly because: 'nothing-in-transit' | 'not-after-move' | 'not-valued'
    }
  /**
   * The reason why the books cannot be closed (docs/rules/fund.md, "Matching", "No holder below zero" and "Period
   * close").
   */
  | {
      readonly name: 'period-not-closable'
      readonly day: MarketDay
      readonly because:
        | 'unexplained-withdrawal'
        | 'not-covered'
        | 'pending'
        | 'in-transit'
        | 'not-charged'
        | 'not-past'
        | 'before-opening'
        | 'already-closed'
        | 'close-missing'
        | 'close-unreconciled'
    }
  /** The highest rate of a fee, or of a hurdle (docs/rules/fund-fees.md, "Policies"). */
  | { readonly name: 'fee-rate-out-of-range'; readonly maximumMillionths: bigint }
  /** A fee policy begins on the day after it is recorded: nothing reaches back. */
  | { readonly name: 'fee-policy-not-next-day'; readonly firstDay: MarketDay }
  /** Charges are made in the order of the period ends; `nextDay` is the next one, if any is open. */
  | { readonly name: 'charge-not-due'; readonly endDay: MarketDay; readonly nextDay: MarketDay | undefined }
  /** Only the last charge can be reversed. */
  | { readonly name: 'charge-not-last'; readonly endDay: MarketDay; readonly lastDay: MarketDay | undefined }
