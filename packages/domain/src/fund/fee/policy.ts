// Which fee a holder pays on a day: the policies of a fund, their limits, and the rate of a single holder
// (docs/rules/fund-fees.md, "Policies").
import type { MarketDay } from '../../kind.ts'
import type { Fraction } from '../../money/fraction.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import type { FeeKind, FeePolicy, FundRecords, HolderId } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'

/** Both fees, in the order in which they are charged. */
export const feeKinds = ['management', 'performance'] as const

/** The cause of a dealing by the fee that it pays. */
export const causeOf = { management: 'management-fee', performance: 'performance-fee' } as const

/** Rates are whole millionths, so a percentage has four decimals. */
export const oneMillion = 1_000_000n

/** The highest rates: 10 % a year, 50 % of the gain, and a hurdle of 100 % a year. */
export const feeLimits = {
  management: 100_000n,
  performance: 500_000n,
  hurdle: oneMillion,
} as const

const ownRatesByPolicy = new WeakMap<FeePolicy, ReadonlyMap<HolderId, bigint>>()

/**
 * Returns the rate of a holder in millionths. Unallocated and the receiver pay nothing, and without a policy nobody
 * does. Example: a policy of 2 % with 1 % for B gives 20,000 for A and 10,000 for B.
 */
export function rateOf(policy: FeePolicy | undefined, holderId: HolderId): bigint {
  if (!policy || holderId === unallocatedHolderId || holderId === policy.receiverId) return 0n
  if (policy.ownRates.length === 0) return policy.rateMillionths
  let own = ownRatesByPolicy.get(policy)
  if (!own) {
    own = new Map(policy.ownRates.map((one) => [one.holderId, one.rateMillionths]))
    ownRatesByPolicy.set(policy, own)
  }
  return own.get(holderId) ?? policy.rateMillionths
}

/** Returns the policies of a kind by first day; of two of one day the later one counts. */
export function policiesOf(records: Pick<FundRecords, 'feePolicies'>, kind: FeeKind): FeePolicy[] {
  const own = records.feePolicies
    .filter((policy) => policy.kind === kind)
    .sort((a, b) => compareIds(a.firstDay, b.firstDay) || compareIds(a.id, b.id))
  return own.filter((policy, index) => own[index + 1]?.firstDay !== policy.firstDay)
}

/** Returns whether the net value bounds what a holder can take out on a day: the fund has had a policy by then. */
export const isBoundByNet = ({ feePolicies }: Pick<FundRecords, 'feePolicies'>, day: MarketDay): boolean =>
  feePolicies.some(({ firstDay }) => firstDay <= day)

/** Returns whether a policy charges anybody. */
export function isCharging(policy: FeePolicy | undefined): boolean {
  return policy !== undefined && (policy.rateMillionths > 0n || policy.ownRates.some((own) => own.rateMillionths > 0n))
}

/** Returns whether every fee whose period ends is charged without a yes, by the policies in force on that day. */
export function chargesByItself(
  records: Pick<FundRecords, 'feePolicies'>,
  { endDay, concerned }: { readonly endDay: MarketDay; readonly concerned: Partial<Record<FeeKind, unknown>> },
): boolean {
  return feeKinds
    .filter((kind) => concerned[kind] !== undefined)
    .every((kind) => policiesOf(records, kind).findLast(({ firstDay }) => firstDay <= endDay)?.chargesByItself === true)
}

/** Returns what the hurdle multiplies a mark by after some days: 5 % for 73 days is 1.01. */
export function hurdleFactor(hurdleMillionths: bigint, days: number): Fraction {
  const year = 365n * oneMillion
  return { numerator: year + hurdleMillionths * BigInt(Math.max(0, days)), denominator: year }
}
