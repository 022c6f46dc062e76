// What a holder owes at a moment: the fees of a period end, of leaving, and the accrued fees on the screen
// (docs/rules/fund-fees.md).
import {
  addFractions,
  divideHalfEven,
  floorDivide,
  type Fraction,
  fraction,
  subtractFractions,
} from '../../money/fraction.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { unitsFor } from '../unit-amount.ts'
import type { HolderId } from '../record.ts'
import { accruedAtto, asAccrued, attoPerCent, type FeeAccount, feeOfGains, type KeptFees } from './fee-account.ts'
import { measureNow, settleAccrued, type FeeBook } from './fee-book.ts'
import { sumOfGains, takeFraction } from './lot.ts'
import { rateOf } from './policy.ts'

/** Fees in whole cents. */
export interface FeePair {
  readonly managementCents: bigint
  readonly performanceCents: bigint
}

export const noFee: FeePair = { managementCents: 0n, performanceCents: 0n }

export const sumOfFees = ({ managementCents, performanceCents }: FeePair): bigint => managementCents + performanceCents

/** A holder at the moment of a calculation. */
export interface FeeHolder {
  readonly holderId: HolderId
  readonly held: bigint
  /** Cents per unit step. */
  readonly rate: Fraction
}

const attoFraction = (atto: bigint): Fraction => ({ numerator: atto, denominator: attoPerCent })

/** Returns the exact management fee of a holder in 1e-18 of a cent: of the units held, and owed by units that left. */
export function exactManagement(fees: FeeBook, account: FeeAccount, { holderId }: FeeHolder): bigint {
  settleAccrued(fees, holderId, account)
  return accruedAtto(account) + account.owedAtto.management
}

/** Returns the exact performance fee on a list of lots in 1e-18 of a cent, with what units that have left owe. */
export function exactPerformance(
  fees: FeeBook,
  { lots, owedAtto }: Pick<FeeAccount, 'lots' | 'owedAtto'>,
  { holderId, rate }: FeeHolder,
): bigint {
  return owedAtto.performance + feeOnGains(fees, lots, { holderId, rate })
}

function feeOnGains(
  fees: FeeBook,
  lots: FeeAccount['lots'],
  { holderId, rate }: Pick<FeeHolder, 'holderId' | 'rate'>,
): bigint {
  const percent = rateOf(fees.performance, holderId)
  return percent === 0n ? 0n : feeOfGains(sumOfGains(lots, measureNow(fees, rate)), percent)
}

/** Returns whole cents between zero and a maximum, rounded half-even. */
export function feeCents(exactAtto: bigint, maximumCents: bigint): bigint {
  return greater(0n, lesser(divideHalfEven(exactAtto, attoPerCent), maximumCents))
}

/**
 * Returns what a holder would be charged if the period ended now: the management fee first, then the performance fee on
 * the lots it leaves, together never more than the value. At a unit value of zero or less nothing is charged.
 */
export function dueFees(fees: FeeBook, holder: FeeHolder, valueCents: bigint): FeePair {
  const account = fees.accounts.get(holder.holderId)
  if (!account || holder.rate.numerator <= 0n || holder.held === 0n) return noFee
  const managementCents = feeCents(exactManagement(fees, account, holder), valueCents)
  const units = lesser(unitsFor(managementCents, holder.rate), holder.held)
  const lots = account.lots.map((lot) => ({ ...lot }))
  takeFraction(lots, units)
  const after = { lots, owedAtto: account.owedAtto }
  const performanceCents = feeCents(exactPerformance(fees, after, holder), valueCents - managementCents)
  return { managementCents, performanceCents }
}

/** The charge on units that go, with what the remaining ones keep. */
export interface LeavingFee extends FeePair {
  /** What stays of the accrued management fee, and the remainders below a cent. */
  readonly keeps: KeptFees
}

/**
 * Returns the charge on the units that go when `takenOutCents` are paid out of a holding and something stays. With the
 * fraction f of each unit's value that it owes, the units that go are worth (taken out + owed) / (1 - f): exactly what
 * is asked for remains after their fees. Whole cents are paid, rounded down; the remainder is carried to the holder's
 * next charge, so a period is rounded half-even only once.
 * Example: half of 100,000.00 leaves after 15 days at 2 %: 41.0958... is owed and 41.09 paid.
 */
export function leavingFee(fees: FeeBook, holder: FeeHolder, takenOutCents: Fraction): LeavingFee | undefined {
  const account = fees.accounts.get(holder.holderId)
  if (!account || holder.rate.numerator <= 0n || holder.held === 0n) return undefined
  settleAccrued(fees, holder.holderId, account)
  const { owedAtto } = account
  const accrued = accruedAtto(account)
  const gain = feeOnGains(fees, account.lots, holder)
  if (accrued === 0n && gain === 0n && owedAtto.management + owedAtto.performance === 0n) return undefined
  const value = { numerator: holder.held * holder.rate.numerator, denominator: holder.rate.denominator }
  // The performance fee counts on the units that the management fee leaves.
  const share = ratio(attoFraction(accrued), value)
  const kept = { numerator: share.denominator - share.numerator, denominator: share.denominator }
  const performance = times(attoFraction(gain), kept)
  const perValue = ratio(addFractions(attoFraction(accrued), performance), value)
  const rest = perValue.denominator - perValue.numerator
  if (rest <= 0n) return undefined
  const owed = attoFraction(owedAtto.management + owedAtto.performance)
  const gross = times(addFractions(takenOutCents, owed), { numerator: perValue.denominator, denominator: rest })
  const cents = greater(0n, floorFraction(subtractFractions(gross, takenOutCents)))
  // What goes is what is paid out and the whole cents of the fee; the remainder stays and is carried.
  const going = ratio(addFractions(takenOutCents, fraction(cents)), value)
  const goingManagement = toAtto(times(attoFraction(accrued), going))
  const management = owedAtto.management + goingManagement
  const performanceAtto = owedAtto.performance + toAtto(times(performance, going))
  const managementCents = greater(0n, lesser(cents, floorDivide(management, attoPerCent)))
  const performanceCents = cents - managementCents
  return {
    managementCents,
    performanceCents,
    keeps: {
      accrued: account.accrued - asAccrued(goingManagement),
      owedAtto: {
        management: management - managementCents * attoPerCent,
        performance: performanceAtto - performanceCents * attoPerCent,
      },
    },
  }
}

const toAtto = ({ numerator, denominator }: Fraction): bigint => divideHalfEven(numerator * attoPerCent, denominator)

const floorFraction = ({ numerator, denominator }: Fraction): bigint => floorDivide(numerator, denominator)

const times = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
})

/** Returns a quotient whose divisor is above zero. */
const ratio = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.denominator,
  denominator: one.denominator * other.numerator,
})
