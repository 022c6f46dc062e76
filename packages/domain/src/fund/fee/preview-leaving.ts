// What a retribution or a transfer pays in fees, and how many units go for it, for the form that shows it before saving
// (docs/rules/fund-fees.md, "Leaving").
import { dayNumberOf } from '../../calendar/market-day.ts'
import { type Cents, type MarketDay, toCents, toUnitSteps, type UnitSteps } from '../../kind.ts'
import { fraction } from '../../money/fraction.ts'
import { lesser } from '../../money/lesser.ts'
import { amountFor, unitsFor } from '../unit-amount.ts'
import type { FundJudgement } from '../judge-change.ts'
import type { Entry, HolderId, Transfer } from '../record.ts'
import type { FundReplay } from '../replay-fund.ts'
import { netValueOf } from './accrued-fee.ts'
import { dueFees, type FeePair, leavingFee, noFee, sumOfFees } from './due-fee.ts'
import { advanceFees, copyFees } from './fee-book.ts'
import { isCharging } from './policy.ts'

export interface LeavingPreview {
  readonly managementCents: Cents
  readonly performanceCents: Cents
  /** The holder's lines of ended periods without a charge, which are booked first. */
  readonly earlierCents: Cents
  /** The units that go for the payment and its fee. */
  readonly units: UnitSteps
  readonly paidOutCents: Cents
  /** What the holder could take out today. */
  readonly netCents: Cents
  /** It waits for a close, and the figures are those of the last one. */
  readonly isEstimate: boolean
}

/**
 * Returns what an allowed retribution or transfer pays; undefined for what pays no fee: unallocated, or a fund without
 * a policy in force.
 * Example: half of 100,000.00 leaves after 15 days at 2 %: 41.09, and units worth 50,041.09 go.
 */
export function previewLeaving(
  { before, after, charges }: Extract<FundJudgement, { isAllowed: true }>,
  record: Entry | Transfer,
  today: MarketDay,
): LeavingPreview | undefined {
  const holderId = 'kind' in record ? record.holderId : record.fromHolderId
  const { fees } = after
  if (!fees?.accounts.get(holderId)) return undefined
  if (!isCharging(fees.management) && !isCharging(fees.performance) && charges.length === 0) return undefined
  const net = netValueOf(before, today, holderId)
  const paid = paidBy(before, after, record.id, holderId) ?? estimate(before, record, holderId)
  return {
    ...paid,
    earlierCents: toCents(
      charges.flatMap(({ lines }) => lines).reduce((sum, { amountCents }) => sum + amountCents, 0n),
    ),
    netCents: net?.netCents ?? toCents(0n),
  }
}

type Paid = Omit<LeavingPreview, 'earlierCents' | 'netCents'>

/** Returns what the record was dealt with; its fee can be with an earlier retribution of the same holder and day. */
function paidBy(before: FundReplay, after: FundReplay, recordId: string, holderId: HolderId): Paid | undefined {
  const own = after.dealings.filter((one) => one.recordId === recordId && one.holderId === holderId)
  const out = own.filter(({ cause }) => cause === 'retribution' || cause === 'transfer')
  const [first] = out
  if (!first) return undefined
  const [was, will] = [before, after].map((replay) => leavingFeesOn(replay, first.day, holderId))
  if (!was || !will) return undefined
  return {
    managementCents: toCents(will.managementCents - was.managementCents),
    performanceCents: toCents(will.performanceCents - was.performanceCents),
    units: toUnitSteps(will.units - was.units - out.reduce((sum, { units }) => sum + units, 0n)),
    paidOutCents: toCents(-out.reduce((sum, { amountCents }) => sum + amountCents, 0n)),
    isEstimate: false,
  }
}

function leavingFeesOn(replay: FundReplay, day: MarketDay, holderId: HolderId): FeePair & { readonly units: bigint } {
  const chargeIds = new Set(replay.current.charges.map(({ id }) => id))
  const sum = { managementCents: 0n, performanceCents: 0n, units: 0n }
  for (const one of replay.dealings) {
    if (one.day !== day || one.holderId !== holderId || one.feeCents >= 0n || chargeIds.has(one.recordId ?? ''))
      continue
    if (one.cause === 'management-fee') sum.managementCents -= one.feeCents
    else sum.performanceCents -= one.feeCents
    sum.units -= one.units
  }
  return sum
}

/** What it would pay at the last unit value. */
function estimate(before: FundReplay, record: Entry | Transfer, holderId: HolderId): Paid {
  const { rate, holdings, records } = before
  const held = holdings.get(holderId) ?? 0n
  const asked = askedBy(record, before)
  const fees = before.fees && copyFees(before.fees)
  let fee: FeePair = noFee
  let units = lesser(unitsFor(asked, rate), held)
  if (fees && rate.numerator > 0n) {
    const isBeforeTheDay = records.dealing === 'before-the-day'
    advanceFees(fees, dayNumberOf(record.day) - (isBeforeTheDay ? 1 : 0))
    const holder = { holderId, held, rate }
    const valueCents = amountFor(held, rate)
    const due = dueFees(fees, holder, valueCents)
    const isAll = asked + sumOfFees(due) >= valueCents
    fee = isAll ? due : (leavingFee(fees, holder, fraction(asked)) ?? noFee)
    units = isAll ? held : lesser(unitsFor(asked + sumOfFees(fee), rate), held)
  }
  return {
    managementCents: toCents(fee.managementCents),
    performanceCents: toCents(fee.performanceCents),
    units: toUnitSteps(units),
    paidOutCents: toCents(asked),
    isEstimate: true,
  }
}

function askedBy(record: Entry | Transfer, { rate }: FundReplay): bigint {
  if (!('measure' in record)) return record.amountCents
  return record.measure.by === 'amount' ? record.measure.amountCents : amountFor(record.measure.units, rate)
}
