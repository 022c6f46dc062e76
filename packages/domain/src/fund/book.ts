// The open book during a replay: units per holder, the broker value, the cash outside, and the journal of everything
// dealt so far. It is the only mutable state in the fund and never leaves the replay.
import { type Cents, type MarketDay, type UnitSteps, toUnitSteps, toCents } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'
import type { Breach } from './breach.ts'
import type { CalculatedCharge } from './fee/charge-draft.ts'
import { noteUnits, type FeeBook } from './fee/fee-book.ts'
import type { Lot } from './fee/lot.ts'
import type { HeldUnits } from './held-units.ts'
import type { DealingJournal } from './dealing-journal.ts'
import type { Close, HolderId } from './record.ts'

export type DealingCause =
  | 'opening'
  | 'opening-share'
  | 'funding'
  | 'contribution'
  | 'retribution'
  | 'transfer'
  | 'flow'
  | 'left-over'
  | 'management-fee'
  | 'performance-fee'

/** One change of a holder's units. */
export interface UnitDeal {
  /** Increases with every dealing day and every close, so that entries of different journals can be ordered. */
  readonly step: number
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly cause: DealingCause
  /** The entry, transfer or charge behind it. */
  readonly recordId: string | undefined
  /** Positive when units are gained. */
  readonly units: UnitSteps
  /** Its contribution to the holder's amount. */
  readonly amountCents: Cents
  /** Its cash flow for the holder's XIRR: the amount, except for opening shares, which enter at their value. */
  readonly flowCents: Cents
  /** A fee, positive when received. It is neither part of the amount nor a cash flow. */
  readonly feeCents: Cents
  /** Cents per unit step at which it was dealt. */
  readonly rate: Fraction
}

/** The fund at a close. With dealing of the day, after that close's dealing. */
export interface Valuation {
  readonly step: number
  /** The step at which the close valued the fund: what it deals itself has a later one. */
  readonly closeStep: number
  readonly day: MarketDay
  readonly quality: Close['quality'] | 'opening'
  readonly brokerValueCents: Cents
  readonly realValueCents: Cents
  readonly openProfitCents: Cents
  readonly cashOutsideCents: Cents
  readonly fundValueCents: Cents
  readonly units: UnitSteps
  /** Cents per unit step; without units, the last rate. */
  readonly rate: Fraction
  /** Expenses that took effect with this close, and movements that its cash contains. */
  readonly expensesCents: Cents
  readonly movementsCents: Cents
  /** The part of the movements that a move to another account books without a transaction of the broker. */
  readonly movedCents: Cents
  /** The part of cash outside that has left an old account and has not arrived in the new one. */
  readonly inTransitCents: Cents
}

/** An expense at the moment it took effect. */
export interface BorneExpense {
  readonly step: number
  readonly day: MarketDay
  readonly recordId: string
  readonly amountCents: Cents
  readonly units: UnitSteps
}

/** The outstanding unexplained withdrawals after a step. */
export interface UnexplainedLevel {
  readonly step: number
  readonly day: MarketDay
  readonly outstandingCents: Cents
}

export interface Book {
  readonly units: HeldUnits
  issued: bigint
  brokerCents: bigint
  openProfitCents: bigint
  outsideCents: bigint
  rate: Fraction
  step: number
  /** The day of the last close or dealing; a replay goes day by day. */
  day: MarketDay
  unexplainedCents: bigint
  /**
   * Units at the start of the dealing day, for holders whose units changed since then; used to recompute the values
   * displayed at that time.
   */
  before: Map<HolderId, bigint>
  readonly journal: DealingJournal
  readonly valuations: Valuation[]
  readonly borneExpenses: BorneExpense[]
  readonly unexplainedLevels: UnexplainedLevel[]
  readonly breaches: Breach[]
  /** Accrued fees and lots; undefined while the fund has never had a fee policy. */
  readonly fees: FeeBook | undefined
  readonly calculatedCharges: CalculatedCharge[]
}

/** Returns the broker value of the last close plus cash outside. */
export function fundValueOf(book: Book): bigint {
  return book.brokerCents + book.outsideCents
}

export function unitsOf(book: Book, holderId: HolderId): bigint {
  return book.units.get(holderId) ?? 0n
}

export interface Deal {
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly cause: DealingCause
  readonly recordId?: string
  readonly units: bigint
  readonly amountCents: bigint
  readonly flowCents?: bigint
  readonly feeCents?: bigint
  /** The lots that the units come with; an empty list when the dealing has moved the lots itself. */
  readonly lots?: readonly Lot[]
}

/** Books a change of units. Throws if it would make units negative, which would be a bug in the replay itself. */
export function deal(book: Book, change: Deal): void {
  const held = unitsOf(book, change.holderId)
  if (!book.before.has(change.holderId)) book.before.set(change.holderId, held)
  moveUnits(book, change, held)
  book.issued += change.units
  noteDealing(book, change)
}

/**
 * Changes the units of a holder without a line in the journal and without issuing or cancelling them: one side of a
 * transfer in a batch, whose caller moves the other side and adds the lines.
 */
export function moveUnits(book: Book, change: Deal, held = unitsOf(book, change.holderId)): void {
  const next = held + change.units
  if (next < 0n) throw new Error(`Holder ${change.holderId} would hold negative units on ${change.day}`)
  if (book.fees) noteUnits(book.fees, change, book.rate)
  book.units.set(change.holderId, next)
}

/** Writes a change of units into the journal. */
export function noteDealing(book: Book, change: Deal): void {
  book.day = change.day
  book.journal.add({
    step: book.step,
    day: change.day,
    holderId: change.holderId,
    cause: change.cause,
    recordId: change.recordId,
    units: toUnitSteps(change.units),
    amountCents: toCents(change.amountCents),
    flowCents: toCents(change.flowCents ?? change.amountCents),
    feeCents: toCents(change.feeCents ?? 0n),
    rate: book.rate,
  })
}
