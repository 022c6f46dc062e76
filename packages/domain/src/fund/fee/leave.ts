// What a holder can take out when the units that go carry their own fees, and the fees that go with it
// (docs/rules/fund-fees.md, "Leaving").
import { type MarketDay, toCents } from '../../kind.ts'
import { type Fraction, fraction } from '../../money/fraction.ts'
import { partByLargestRemainder } from '../../money/largest-remainder.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { type Book, fundValueOf, unitsOf } from '../book.ts'
import { unitsFor } from '../unit-amount.ts'
import { type Cover, coverOf, type DayStart } from '../cover.ts'
import type { HolderId } from '../record.ts'
import { dueFees, type FeeHolder, type FeePair, leavingFee, noFee, sumOfFees } from './due-fee.ts'
import type { KeptFees } from './fee-account.ts'
import { payFee } from './pay-fee.ts'

/** A cover in which everything is net of fees. */
export interface NetCover extends Cover {
  /** What is paid out of the demand: after a correction by the broker it can be less, or more than the net value. */
  readonly payableCents: bigint
  readonly fee: FeePair
  /** The part of the fee that the holder cannot pay, because the demand comes first. */
  readonly missingFeeCents: bigint
  readonly keeps: KeptFees
}

export const keepsNothing = (): KeptFees => ({
  accrued: 0n,
  owedAtto: { management: 0n, performance: 0n },
  isNothing: true,
})

/** More cents than any fund holds. */
export const beyondEverything = 10n ** 30n

/**
 * Judges a demand together with the fees that the units which go owe. The maximum is the net value; a demand of all of
 * it, or one that leaves less than half a cent, takes everything. So does a demand of several parts if one of them is
 * all that the screen shows after the others, which can be a cent more or less than the screen shows before them.
 * Example: a holder of 100,000.00 with 82.19 accrued can take out 99,917.81.
 */
export function coverNet(
  book: Book,
  start: DayStart,
  holderId: HolderId,
  demandCents: bigint,
  partsCents: readonly bigint[] = [],
): NetCover {
  const { fees } = book
  const holder = { holderId, held: unitsOf(book, holderId), rate: book.rate }
  const due = fees ? dueFees(fees, holder, beyondEverything) : noFee
  const grossCents = demandCents + sumOfFees(due)
  const whole = coverOf(book, start, holderId, grossCents)
  const isOver = whole.outcome === 'over'
  const takesRest = (partCents: bigint) => {
    const allCents = takenAndLeft(book, holder, demandCents - partCents)
    return isOver ? grossCents <= allCents : grossCents >= allCents
  }
  const isRest = whole.isClose && partsCents.length > 1 && partsCents.some(takesRest)
  const maximumCents = isOver && isRest ? grossCents : whole.maximumCents
  const gross: Cover = isRest ? { outcome: 'all', maximumCents, isClose: false } : whole
  if (gross.outcome === 'part') {
    const leaving = fees && leavingFee(fees, holder, fraction(demandCents))
    const account = fees?.accounts.get(holderId)
    return {
      ...gross,
      maximumCents: greater(0n, gross.maximumCents - sumOfFees(due)),
      payableCents: demandCents,
      fee: leaving ?? noFee,
      missingFeeCents: 0n,
      keeps: leaving?.keeps ?? account ?? keepsNothing(),
    }
  }
  const owed = capped(due, gross.maximumCents)
  const payableCents = lesser(demandCents, gross.maximumCents)
  const fee = capped(owed, gross.maximumCents - payableCents)
  return {
    ...gross,
    outcome: demandCents + sumOfFees(owed) > gross.maximumCents ? 'over' : gross.outcome,
    maximumCents: gross.maximumCents - sumOfFees(owed),
    payableCents,
    fee,
    missingFeeCents: sumOfFees(owed) - sumOfFees(fee),
    keeps: keepsNothing(),
  }
}

/** Returns a demand with its fees, and the value that its holder's screen shows once it is dealt. */
function takenAndLeft(book: Book, holder: FeeHolder, demandCents: bigint): bigint {
  const { fees } = book
  const { holderId, held, rate } = holder
  const fee = (fees && leavingFee(fees, holder, fraction(demandCents))) ?? noFee
  const { management, performance } = unitsOfFees(fee, held, rate)
  const paid = lesser(unitsFor(demandCents, rate), held - management - performance)
  const own = held - management - performance - paid
  const weights = new Map<HolderId, bigint>([...book.units, [holderId, own]])
  for (const [receiverId, units] of [
    [fees?.management?.receiverId, management],
    [fees?.performance?.receiverId, performance],
  ] as const)
    if (receiverId !== undefined && units > 0n) weights.set(receiverId, (weights.get(receiverId) ?? 0n) + units)
  const sum = book.issued - paid
  const left = partByLargestRemainder(fundValueOf(book) - demandCents, weights, { sum, id: holderId, own })
  return demandCents + sumOfFees(fee) + left
}

/** The management fee comes before the performance fee. */
export function capped({ managementCents, performanceCents }: FeePair, valueCents: bigint): FeePair {
  const management = lesser(managementCents, valueCents)
  return { managementCents: management, performanceCents: lesser(performanceCents, valueCents - management) }
}

export interface CarriedFee {
  readonly day: MarketDay
  readonly holderId: HolderId
  /** The retribution or transfer that carries it. */
  readonly recordId: string
  readonly fee: FeePair
  readonly keeps: KeptFees
  /** Whether the caller has taken the units out of the lots. */
  readonly hasMovedLots?: boolean
}

/** Pays the fees of units that go to their receivers, before what is asked for is paid out. */
export function payCarriedFee(book: Book, start: DayStart, carried: CarriedFee): void {
  const { fees } = book
  const account = fees?.accounts.get(carried.holderId)
  if (!fees || !account) return
  const { day, holderId, recordId, fee, keeps, hasMovedLots = false } = carried
  account.accrued = keeps.accrued
  Object.assign(account.owedAtto, keeps.owedAtto)
  const isAll = keeps.isNothing === true
  if (isAll) account.carriedAtto = 0n
  const paidCents = toCents(fee.managementCents)
  if (isAll || paidCents !== 0n)
    fees.events.push({ kind: 'left', day, through: fees.through, holderId, paidCents, isAll })
  for (const kind of ['management', 'performance'] as const) {
    const amountCents = fee[`${kind}Cents`]
    const receiverId = fees[kind]?.receiverId
    if (amountCents === 0n || receiverId === undefined) continue
    payFee(book, start, { day, holderId, receiverId, kind, recordId, amountCents, isAll: false }, hasMovedLots)
  }
}

/** Returns the units that fees take, the management fee first, out of at most `held`. */
export function unitsOfFees(fee: FeePair, held: bigint, rate: Fraction): { management: bigint; performance: bigint } {
  const management = lesser(unitsFor(fee.managementCents, rate), held)
  return { management, performance: lesser(unitsFor(fee.performanceCents, rate), held - management) }
}
