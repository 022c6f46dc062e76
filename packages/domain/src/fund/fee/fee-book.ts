// The fee part of an open book: what each holder has accrued, the remainders that leaving units owe, and the lots. A
// running sum of unit values makes a day cost the same for one member as for a thousand; a holder's part is settled
// only when their units change (docs/rules/fund-fees.md, "Management fee").
import { dayNumberOf } from '../../calendar/market-day.ts'
import type { MarketDay } from '../../kind.ts'
import { divideHalfEven, type Fraction } from '../../money/fraction.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import type { FeeKind, FeePolicy, FundRecords, HolderId } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'
import { addLot, startMarks, takeFraction, type Lot } from './lot.ts'
import { feeKinds, isCharging, oneMillion, policiesOf, rateOf } from './policy.ts'

/** Parts of a cent in which exact fees are kept and remainders are carried: 18 decimals. */
export const attoPerCent = 10n ** 18n

/**
 * The running sum has 40 decimals of a cent per unit step. A fee is rounded to 18 decimals first and then half-even to
 * the cent, so a sum of unit values that is exactly half a cent is still exactly half a cent.
 */
const sumScale = 10n ** 40n

/** Parts of a cent in which the accrued fee of a holder is summed: whole numbers, so nothing is rounded on the way. */
const accrualScale = sumScale * 365n * oneMillion
const accrualPerAtto = accrualScale / attoPerCent

export interface FeeAccount {
  /** Management fee of the units held up to `sumAt`, in parts of `accrualScale`. */
  accrued: bigint
  /** The running sum up to which it is settled. */
  sumAt: bigint
  /** What came over from the last charge when it was dealt, in 1e-18 of a cent; part of `accrued`. */
  carriedAtto: bigint
  /** What units that have left still owe, in 1e-18 of a cent. */
  readonly owedAtto: Record<FeeKind, bigint>
  readonly lots: Lot[]
}

export interface FeeBook {
  readonly policies: readonly FeePolicy[]
  /** The number of policies that have begun. */
  begun: number
  management: FeePolicy | undefined
  performance: FeePolicy | undefined
  readonly hasLots: boolean
  /** The last day that the running sum contains, as a day number. */
  through: number
  /** Unit value of the last usable close. */
  rate: Fraction
  /** Sum over days of the unit value of the last usable close, below zero counted as zero, in parts of `sumScale`. */
  sum: bigint
  readonly accounts: Map<HolderId, FeeAccount>
}

/** Returns the fee part of a new book, or undefined for a fund without a fee policy. */
export function openFees(records: FundRecords, rate: Fraction): FeeBook | undefined {
  if (records.feePolicies.length === 0) return undefined
  return {
    policies: feeKinds
      .flatMap((kind) => policiesOf(records, kind))
      .sort((a, b) => compareIds(a.firstDay, b.firstDay) || compareIds(a.id, b.id)),
    begun: 0,
    management: undefined,
    performance: undefined,
    hasLots: records.feePolicies.some((policy) => policy.kind === 'performance'),
    through: dayNumberOf(records.opening.day) - 1,
    rate,
    sum: 0n,
    accounts: new Map(),
  }
}

type Holdings = ReadonlyMap<HolderId, bigint>

/** Accrues all days up to and including `day`; policies that begin in between do so on their first day. */
export function advanceFees(fees: FeeBook, units: Holdings, day: number): void {
  startPolicies(fees, units, day)
  accrue(fees, day)
}

/** Lets the policies begin whose first day is `day` or earlier; the days before are accrued under the previous ones. */
export function startPolicies(fees: FeeBook, units: Holdings, day: number): void {
  for (let next = fees.policies[fees.begun]; next; next = fees.policies[fees.begun]) {
    const first = dayNumberOf(next.firstDay)
    if (first > day) return
    accrue(fees, first - 1)
    startPolicy(fees, units, next)
    fees.begun += 1
  }
}

function accrue(fees: FeeBook, day: number): void {
  const days = day - fees.through
  if (days <= 0) return
  fees.through = day
  const { numerator, denominator } = fees.rate
  if (numerator <= 0n || !isCharging(fees.management)) return
  fees.sum += BigInt(days) * divideHalfEven(numerator * sumScale, denominator)
}

function startPolicy(fees: FeeBook, units: Holdings, policy: FeePolicy): void {
  if (policy.kind === 'management') {
    settleAll(fees, units)
    fees.management = policy
    forgive(fees, policy)
    return
  }
  for (const [holderId, { lots }] of fees.accounts) {
    if (rateOf(fees.performance, holderId) === 0n && rateOf(policy, holderId) > 0n)
      startMarks(lots, fees.rate, fees.through)
  }
  fees.performance = policy
  forgive(fees, policy)
}

/**
 * Clears what the receiver of a policy still owes: days since the last period end, and remainders below a cent. They
 * would be paid to the receiver's own units, and the receiver pays nothing.
 */
function forgive(fees: FeeBook, { kind, receiverId }: FeePolicy): void {
  const account = fees.accounts.get(receiverId)
  if (!account) return
  account.owedAtto[kind] = 0n
  if (kind === 'performance') return
  account.accrued = 0n
  account.carriedAtto = 0n
}

export function accountOf(fees: FeeBook, holderId: HolderId): FeeAccount {
  const known = fees.accounts.get(holderId)
  if (known) return known
  const account = {
    accrued: 0n,
    sumAt: fees.sum,
    carriedAtto: 0n,
    owedAtto: { management: 0n, performance: 0n },
    lots: [],
  }
  fees.accounts.set(holderId, account)
  return account
}

/** Brings what a holder has accrued up to date; `held` are the units held since `sumAt`. */
export function settleAccrued(fees: FeeBook, holderId: HolderId, account: FeeAccount, held: bigint): void {
  const days = fees.sum - account.sumAt
  if (days === 0n) return
  account.sumAt = fees.sum
  if (held > 0n) account.accrued += days * held * rateOf(fees.management, holderId)
}

function settleAll(fees: FeeBook, units: Holdings): void {
  for (const [holderId, account] of fees.accounts) settleAccrued(fees, holderId, account, units.get(holderId) ?? 0n)
}

/** Returns what a holder has accrued in 1e-18 of a cent, rounded half-even. */
export function accruedAtto({ accrued }: FeeAccount): bigint {
  return accrued === 0n ? 0n : divideHalfEven(accrued, accrualPerAtto)
}

/** Returns an amount in 1e-18 of a cent in parts of the accrued fee. */
export function asAccrued(atto: bigint): bigint {
  return atto * accrualPerAtto
}

export interface NotedUnits {
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly recordId?: string
  readonly units: bigint
  readonly lots?: readonly Lot[]
}

/**
 * Follows a change of units: new units become a lot at the unit value paid, or keep the lots they come with; units that
 * go take the same fraction of every lot.
 */
export function noteUnits(fees: FeeBook, change: NotedUnits, held: bigint, rate: Fraction): void {
  const { day, holderId, recordId, units, lots } = change
  if (holderId === unallocatedHolderId) return
  const account = accountOf(fees, holderId)
  settleAccrued(fees, holderId, account, held)
  if (!fees.hasLots) return
  if (lots) for (const lot of lots) addLot(account.lots, lot)
  else if (units > 0n)
    addLot(account.lots, {
      units,
      mark: rate,
      hurdleDay: fees.through,
      since: dayNumberOf(day),
      id: recordId ?? '',
    })
  else takeFraction(account.lots, -units)
}

/** Returns a copy that can be advanced without touching the replay it comes from. */
export function copyFees(fees: FeeBook): FeeBook {
  return {
    ...fees,
    accounts: new Map([...fees.accounts].map(([holderId, account]) => [holderId, copyAccount(account)])),
  }
}

function copyAccount(account: FeeAccount): FeeAccount {
  return { ...account, owedAtto: { ...account.owedAtto }, lots: account.lots.map((lot) => ({ ...lot })) }
}
