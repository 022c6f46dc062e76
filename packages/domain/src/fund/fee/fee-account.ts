// The fee account of one holder: what the units held have accrued, what units that have left still owe, and the lots.
// Exact fees are whole parts of a cent (docs/rules/fund-fees.md, "Arithmetic of fees").
import { divideHalfEven } from '../../money/fraction.ts'
import type { FeeKind } from '../record.ts'
import { gainScale, type Lot } from './lot.ts'
import { oneMillion } from './policy.ts'

/** Parts of a cent in which exact fees are kept and remainders are carried: 18 decimals. */
export const attoPerCent = 10n ** 18n

/**
 * The running sum has 40 decimals of a cent per unit step. A fee is rounded to 18 decimals first and then half-even to
 * the cent, so a sum of unit values that is exactly half a cent is still exactly half a cent.
 */
export const sumScale = 10n ** 40n

/** Parts of a cent in which the accrued fee of a holder is summed: whole numbers, so nothing is rounded on the way. */
const accrualScale = sumScale * 365n * oneMillion
export const accrualPerAtto = accrualScale / attoPerCent
const halfAnAtto = accrualPerAtto / 2n

export interface FeeAccount {
  /** Units held since `sumAt`. */
  held: bigint
  /** Management fee of the units held up to `sumAt`, in parts of `accrualScale`. */
  accrued: bigint
  /** The running sum up to which it is settled. */
  sumAt: bigint
  /** What came over from the last charge when it was dealt, in 1e-18 of a cent; part of `accrued`. */
  carriedAtto: bigint
  /** What units that have left still owe, and gains by earlier terms, in 1e-18 of a cent. */
  readonly owedAtto: Record<FeeKind, bigint>
  readonly lots: Lot[]
}

/** What a holder keeps of their account when units leave. */
export interface KeptFees extends Pick<FeeAccount, 'accrued' | 'owedAtto'> {
  /** Everything has left: what it owed and has not paid lapses. */
  readonly isNothing?: true
}

export function newAccount(sumAt: bigint): FeeAccount {
  return {
    held: 0n,
    accrued: 0n,
    sumAt,
    carriedAtto: 0n,
    owedAtto: { management: 0n, performance: 0n },
    lots: [],
  }
}

export function copyAccount(account: FeeAccount): FeeAccount {
  return { ...account, owedAtto: { ...account.owedAtto }, lots: account.lots.map((lot) => ({ ...lot })) }
}

/** Accrues the units held up to a running sum, at a yearly rate. */
export function accrueUpTo(account: FeeAccount, sum: bigint, rateMillionths: bigint): void {
  const days = sum - account.sumAt
  if (days === 0n) return
  account.sumAt = sum
  if (account.held > 0n && rateMillionths > 0n) account.accrued += days * account.held * rateMillionths
}

/** Returns what a holder has accrued in 1e-18 of a cent, rounded half-even. */
export function accruedAtto({ accrued }: Pick<FeeAccount, 'accrued'>): bigint {
  return accrued === 0n ? 0n : divideHalfEven(accrued, accrualPerAtto)
}

/** Returns the performance fee on gains in 1e-18 of a cent, rounded half-even. */
export function feeOfGains(gains: bigint, rateMillionths: bigint): bigint {
  return divideHalfEven(gains * rateMillionths * attoPerCent, gainScale * oneMillion)
}

/** Returns an amount in 1e-18 of a cent in parts of the accrued fee. */
export function asAccrued(atto: bigint): bigint {
  return atto * accrualPerAtto
}

/**
 * Takes what a charge settles out of the accrued fee. What remains is carried with 18 decimals: nothing in unchanged
 * books, otherwise the difference that a later change of the past has caused.
 */
export function settleManagement(account: FeeAccount, settledAtto: bigint): void {
  const { owedAtto } = account
  const due = owedAtto.management === 0n ? account.accrued : account.accrued + asAccrued(owedAtto.management)
  const left = due - asAccrued(settledAtto)
  // Without a change of the past, what is left rounds to nothing, and two comparisons say so.
  const isSettled = left < halfAnAtto && left > -halfAnAtto
  const carried = isSettled ? 0n : accruedAtto(account) + owedAtto.management - settledAtto
  account.accrued = carried === 0n ? 0n : asAccrued(carried)
  account.carriedAtto = carried
  owedAtto.management = 0n
}
