// What a holder owes at a moment: the fees of a period end, of leaving, and the accrued fees on the screen
// (docs/rules/fund-fees.md).
import {
  addFractions,
  floorDivide,
  type Fraction,
  fraction,
  roundHalfEven,
  subtractFractions,
} from '../../money/fraction.ts'
import { greater, lesser } from '../../money/lesser.ts'
import { unitsFor } from '../book.ts'
import type { HolderId } from '../record.ts'
import { attoPerCent, settleAccrued, toAtto, type FeeAccount, type FeeBook } from './fee-book.ts'
import { sumOfGains, takeFraction, type PerformanceMeasure } from './lot.ts'
import { oneMillion, rateOf } from './policy.ts'

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

/** Returns what performance is measured against at the moment: the unit value, the hurdle and the day. */
export function measureNow(fees: FeeBook, rate: Fraction): PerformanceMeasure {
  return { rate, hurdleMillionths: fees.performance?.hurdleMillionths ?? 0n, day: fees.through }
}

/** Returns the exact management fee of a holder: accrued by the units held, and owed by units that have left. */
export function exactManagement(fees: FeeBook, account: FeeAccount, { holderId, held }: FeeHolder): Fraction {
  settleAccrued(fees, holderId, account, held)
  const owed = account.owedAtto.management
  return owed === 0n ? account.accrued : addFractions(account.accrued, attoFraction(owed))
}

/** Returns the exact performance fee on a list of lots, with what units that have left still owe. */
export function exactPerformance(
  fees: FeeBook,
  account: Pick<FeeAccount, 'lots' | 'owedAtto'>,
  { holderId, rate }: FeeHolder,
): Fraction {
  const percent = rateOf(fees.performance, holderId)
  const owed = account.owedAtto.performance
  if (percent === 0n) return attoFraction(owed)
  const gains = sumOfGains(account.lots, measureNow(fees, rate))
  const fee = { numerator: gains.numerator * percent, denominator: gains.denominator * oneMillion }
  return owed === 0n ? fee : addFractions(fee, attoFraction(owed))
}

/** Returns whole cents between zero and a maximum, rounded half-even. */
export function feeCents(exact: Fraction, maximumCents: bigint): bigint {
  return greater(0n, lesser(roundHalfEven(exact), maximumCents))
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
  readonly keeps: Pick<FeeAccount, 'accrued' | 'owedAtto'>
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
  settleAccrued(fees, holder.holderId, account, holder.held)
  const { accrued, owedAtto } = account
  const gain = exactPerformance(fees, { lots: account.lots, owedAtto: { management: 0n, performance: 0n } }, holder)
  if (accrued.numerator === 0n && gain.numerator === 0n && owedAtto.management + owedAtto.performance === 0n)
    return undefined
  const value = { numerator: holder.held * holder.rate.numerator, denominator: holder.rate.denominator }
  // The performance fee counts on the units that the management fee leaves.
  const share = ratio(accrued, value)
  const performance = times(gain, { numerator: share.denominator - share.numerator, denominator: share.denominator })
  const perValue = ratio(addFractions(accrued, performance), value)
  const rest = perValue.denominator - perValue.numerator
  if (rest <= 0n) return undefined
  const owed = attoFraction(owedAtto.management + owedAtto.performance)
  const gross = times(addFractions(takenOutCents, owed), { numerator: perValue.denominator, denominator: rest })
  const cents = greater(0n, floorFraction(subtractFractions(gross, takenOutCents)))
  // What goes is what is paid out and the whole cents of the fee; the remainder stays and is carried.
  const going = ratio(addFractions(takenOutCents, fraction(cents)), value)
  const goingManagement = toAtto(times(accrued, going))
  const management = owedAtto.management + goingManagement
  const performanceAtto = owedAtto.performance + toAtto(times(performance, going))
  const managementCents = greater(0n, lesser(cents, floorDivide(management, attoPerCent)))
  const performanceCents = cents - managementCents
  return {
    managementCents,
    performanceCents,
    keeps: {
      accrued: addFractions(accrued, attoFraction(-goingManagement)),
      owedAtto: {
        management: management - managementCents * attoPerCent,
        performance: performanceAtto - performanceCents * attoPerCent,
      },
    },
  }
}

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
