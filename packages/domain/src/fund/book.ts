// The open book during a replay: who holds how many units, what the broker and the cash outside are worth, and the
// journal of everything dealt so far. The only mutable thing in the fund; nobody outside the replay sees it.
import type { Cents, MarketDay, UnitSteps } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'
import { divideHalfEven } from '../money/fraction.ts'
import type { Breach } from './breach.ts'
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

/** One change of a holder's units. */
export interface Dealing {
  /** Grows with every dealing day and every close, so that two journals can be put in order. */
  readonly step: number
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly cause: DealingCause
  /** The entry or transfer behind it. */
  readonly recordId: string | undefined
  /** Positive when units are gained. */
  readonly units: UnitSteps
  /** What it adds to the holder's amount. */
  readonly amountCents: Cents
  /** What the holder put in by it (XIRR): the amount, except for opening shares, which enter at their value. */
  readonly flowCents: Cents
  /** Cents per unit step it was dealt at. */
  readonly rate: Fraction
}

/** The fund at a close; with dealing of the day, after that close's dealing. */
export interface Valuation {
  readonly step: number
  readonly day: MarketDay
  readonly quality: Close['quality'] | 'opening'
  readonly brokerValueCents: Cents
  readonly realValueCents: Cents
  readonly openProfitCents: Cents
  readonly cashOutsideCents: Cents
  readonly fundValueCents: Cents
  readonly units: UnitSteps
  /** Cents per unit step; without units the last one. */
  readonly rate: Fraction
  /** Expenses that took effect with this close, and movements its cash contains. */
  readonly expensesCents: Cents
  readonly movementsCents: Cents
}

/** An expense at the moment it took effect. */
export interface BorneExpense {
  readonly step: number
  readonly day: MarketDay
  readonly recordId: string
  readonly amountCents: Cents
  readonly units: UnitSteps
}

/** How much unexplained withdrawal stood after a step. */
export interface UnexplainedLevel {
  readonly step: number
  readonly day: MarketDay
  readonly outstandingCents: Cents
}

export interface Book {
  readonly units: Map<HolderId, bigint>
  issued: bigint
  brokerCents: bigint
  openProfitCents: bigint
  outsideCents: bigint
  rate: Fraction
  step: number
  unexplainedCents: bigint
  /** Units at the start of the dealing day of the holders touched since, to read the screen as it was. */
  before: Map<HolderId, bigint>
  readonly dealings: Dealing[]
  readonly valuations: Valuation[]
  readonly borneExpenses: BorneExpense[]
  readonly unexplainedLevels: UnexplainedLevel[]
  readonly breaches: Breach[]
}

/** Broker value of the last close plus cash outside. */
export function fundValueOf(book: Book): bigint {
  return book.brokerCents + book.outsideCents
}

export function unitsOf(book: Book, holderId: HolderId): bigint {
  return book.units.get(holderId) ?? 0n
}

/** Units that an amount buys at a rate, half-even to 8 decimals. */
export function unitsFor(amountCents: bigint, rate: Fraction): bigint {
  return divideHalfEven(amountCents * rate.denominator, rate.numerator)
}

/** What units are worth at a rate, half-even to the cent. */
export function amountFor(units: bigint, rate: Fraction): bigint {
  return divideHalfEven(units * rate.numerator, rate.denominator)
}

export interface Deal {
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly cause: DealingCause
  readonly recordId?: string
  readonly units: bigint
  readonly amountCents: bigint
  readonly flowCents?: bigint
}

/** Books a change of units; never below zero, which would be a fault of the replay itself. */
export function deal(book: Book, change: Deal): void {
  const held = unitsOf(book, change.holderId)
  const next = held + change.units
  if (next < 0n) throw new Error(`Holder ${change.holderId} would hold negative units on ${change.day}`)
  if (!book.before.has(change.holderId)) book.before.set(change.holderId, held)
  if (next === 0n) book.units.delete(change.holderId)
  else book.units.set(change.holderId, next)
  book.issued += change.units
  book.dealings.push({
    step: book.step,
    day: change.day,
    holderId: change.holderId,
    cause: change.cause,
    recordId: change.recordId,
    units: change.units as UnitSteps,
    amountCents: change.amountCents as Cents,
    flowCents: (change.flowCents ?? change.amountCents) as Cents,
    rate: book.rate,
  })
}
