// The fee part of an open book: what each holder has accrued, the remainders that leaving units owe, and the lots. A
// running sum of unit values makes a day cost the same for one member as for a thousand; a holder's part is settled
// only when their units change (docs/rules/fund-fees.md, "Management fee").
import { dayNumberOf } from '../../calendar/market-day.ts'
import type { MarketDay } from '../../kind.ts'
import { divideHalfEven, type Fraction } from '../../money/fraction.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import type { FeePolicy, FundRecords, HolderId } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'
import type { HolderList } from './charge-column.ts'
import { accrueUpTo, type FeeAccount, feeOfGains, sumScale } from './fee-account.ts'
import { FeeAccounts } from './fee-accounts.ts'
import type { FeeEvent } from './fee-event.ts'
import { type Lot, type PerformanceMeasure, raiseMarks, startMarks, sumOfGains, takeFraction } from './lot.ts'
import { feeKinds, isCharging, policiesOf, rateOf } from './policy.ts'

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
  /** What a day adds to the running sum at a unit value; the last one calculated. */
  daily: { readonly rate: Fraction; readonly sum: bigint }
  /** The last day asked for, with its number. */
  dated: { readonly day: MarketDay; readonly number: number }
  /** Sum over days of the unit value of the last usable close, below zero counted as zero, in parts of `sumScale`. */
  sum: bigint
  readonly accounts: FeeAccounts
  /** From where on the management fees are counted, in the order of the books. */
  readonly events: FeeEvent[]
  /** The holders of the last charge that was dealt by column. */
  lastHolders: HolderList | undefined
}

/** Returns the fee part of a new book, or undefined for a fund without a fee policy. */
export function openFees(records: FundRecords, rate: Fraction): FeeBook | undefined {
  if (records.feePolicies.length === 0) return undefined
  const { day } = records.opening
  const hasLots = records.feePolicies.some((policy) => policy.kind === 'performance')
  return {
    policies: feeKinds
      .flatMap((kind) => policiesOf(records, kind))
      .sort((a, b) => compareIds(a.firstDay, b.firstDay) || compareIds(a.id, b.id)),
    begun: 0,
    management: undefined,
    performance: undefined,
    hasLots,
    through: dayNumberOf(day) - 1,
    rate,
    daily: { rate, sum: dailySum(rate) },
    dated: { day, number: dayNumberOf(day) },
    sum: 0n,
    accounts: new FeeAccounts(hasLots),
    events: [],
    lastHolders: undefined,
  }
}

/** Accrues all days up to and including `day`; policies that begin in between do so on their first day. */
export function advanceFees(fees: FeeBook, day: number): void {
  startPolicies(fees, day)
  accrue(fees, day)
}

/** Lets the policies begin whose first day is `day` or earlier; the days before are accrued under the previous ones. */
export function startPolicies(fees: FeeBook, day: number): void {
  for (let next = fees.policies[fees.begun]; next; next = fees.policies[fees.begun]) {
    const first = dayNumberOf(next.firstDay)
    if (first > day) return
    accrue(fees, first - 1)
    startPolicy(fees, next)
    fees.begun += 1
  }
}

function accrue(fees: FeeBook, day: number): void {
  const days = day - fees.through
  if (days <= 0) return
  fees.through = day
  const { rate } = fees
  if (rate.numerator <= 0n || !isCharging(fees.management)) return
  if (fees.daily.rate !== rate) fees.daily = { rate, sum: dailySum(rate) }
  fees.sum += days === 1 ? fees.daily.sum : BigInt(days) * fees.daily.sum
}

const dailySum = ({ numerator, denominator }: Fraction): bigint => divideHalfEven(numerator * sumScale, denominator)

/** Returns the number of a day; a replay asks for the same day again and again. */
export function dayNumberIn(fees: FeeBook, day: MarketDay): number {
  if (fees.dated.day !== day) fees.dated = { day, number: dayNumberOf(day) }
  return fees.dated.number
}

function startPolicy(fees: FeeBook, policy: FeePolicy): void {
  if (policy.kind === 'management') {
    settleAll(fees)
    fees.management = policy
    forgive(fees, policy)
    return
  }
  for (const [holderId, account] of fees.accounts) startTerms(fees, policy, holderId, account)
  fees.performance = policy
  forgive(fees, policy)
}

/**
 * Lets other terms of the performance fee begin for a holder. Nothing reaches back: a gain that is not charged by then,
 * because its fee rounds to 0.00, owes its fee by the earlier rate; and where the fee or another hurdle begins, marks
 * are at least the unit value.
 */
function startTerms(fees: FeeBook, policy: FeePolicy, holderId: HolderId, { lots, owedAtto }: FeeAccount): void {
  const was = rateOf(fees.performance, holderId)
  const will = rateOf(policy, holderId)
  const isOtherHurdle = fees.performance?.hurdleMillionths !== policy.hurdleMillionths
  if (was > 0n && (was !== will || isOtherHurdle)) {
    const measure = measureNow(fees, fees.rate)
    owedAtto.performance += feeOfGains(sumOfGains(lots, measure), was)
    raiseMarks(lots, measure)
  }
  if (will > 0n && (was === 0n || isOtherHurdle)) startMarks(lots, fees.rate, fees.through)
}

/** Returns what performance is measured against at the moment: the unit value, the hurdle and the day. */
export function measureNow(fees: FeeBook, rate: Fraction): PerformanceMeasure {
  return { rate, hurdleMillionths: fees.performance?.hurdleMillionths ?? 0n, day: fees.through }
}

/**
 * Clears what the receiver of a policy still owes: days since the last period end, and remainders below a cent. They
 * would be paid to the receiver's own units, and the receiver pays nothing.
 */
function forgive(fees: FeeBook, { kind, receiverId, firstDay }: FeePolicy): void {
  const account = fees.accounts.get(receiverId)
  if (!account) return
  account.owedAtto[kind] = 0n
  if (kind === 'performance') return
  account.accrued = 0n
  account.carriedAtto = 0n
  fees.events.push({ kind: 'receives', day: firstDay, through: fees.through, holderId: receiverId })
}

export function accountOf(fees: FeeBook, holderId: HolderId): FeeAccount {
  return fees.accounts.getOrOpen(holderId, fees.sum)
}

/** Brings what a holder has accrued up to date. */
export function settleAccrued(fees: FeeBook, holderId: HolderId, account: FeeAccount): void {
  accrueUpTo(account, fees.sum, rateOf(fees.management, holderId))
}

function settleAll(fees: FeeBook): void {
  for (const [holderId, account] of fees.accounts) settleAccrued(fees, holderId, account)
}

export interface NotedUnits {
  readonly day: MarketDay
  readonly holderId: HolderId
  readonly recordId?: string
  readonly units: bigint
  readonly lots?: readonly Lot[]
}

const noLots: readonly Lot[] = []

/**
 * Follows a change of units: new units become a lot at the unit value paid, or keep the lots they come with; units that
 * go take the same fraction of every lot.
 */
export function noteUnits(fees: FeeBook, change: NotedUnits, rate: Fraction): void {
  const { day, holderId, recordId, units, lots } = change
  if (holderId === unallocatedHolderId) return
  if (units > 0n) {
    const gained = !fees.hasLots
      ? noLots
      : (lots ?? [{ units, mark: rate, hurdleDay: fees.through, since: dayNumberIn(fees, day), id: recordId ?? '' }])
    const { accounts, sum, management } = fees
    accounts.gain(holderId, { units, lots: gained, sum, management, after: accounts.dealtCount })
    return
  }
  const account = accountOf(fees, holderId)
  settleAccrued(fees, holderId, account)
  account.held += units
  if (fees.hasLots && !lots) takeFraction(account.lots, -units)
}

/** Returns a copy that can be advanced without touching the replay it comes from. */
export function copyFees(fees: FeeBook): FeeBook {
  return { ...fees, accounts: fees.accounts.copy(), events: [...fees.events] }
}
