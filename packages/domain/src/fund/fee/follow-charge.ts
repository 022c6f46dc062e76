// Brings the account of one holder through the charges it has missed. Most charges settle exactly what the units owe,
// which machine integers can tell; the others are followed with whole numbers of any length.
import type { HolderId } from '../record.ts'
import { unitsFor } from '../unit-amount.ts'
import type { HolderList } from './charge-column.ts'
import { isFeeOf, settledLimit } from './daily-fee.ts'
import type { DealtCharge } from './dealt-charge.ts'
import { accrueUpTo, asAccrued, type FeeAccount, settleManagement } from './fee-account.ts'
import { dropByGain, dropFraction, type Lot, raiseMarks } from './lot.ts'
import { rateOf } from './policy.ts'
import { stepsFor } from './take-step.ts'

/** Charges that an account has missed, from one place of a list to another. */
export interface MissedCharges {
  readonly dealt: readonly DealtCharge[]
  readonly from: number
  readonly to: number
}

/** One holder on the way through the charges. */
interface Follower {
  readonly holderId: HolderId
  readonly account: FeeAccount
  readonly hasLots: boolean
}

/** Brings an account through charges in their order; nothing that it gains lies between them. */
export function followCharges(follower: Follower, { dealt, from, to }: MissedCharges): void {
  const place = new Place(follower.holderId)
  let next = from
  while (next < to) {
    next = followSettled(follower, place, { dealt, from: next, to })
    if (next < to) followExactly(follower, place, dealt[next]!)
    next += 1
  }
}

/** The place of a holder in the columns of a charge. Charges of the same holders share one list. */
class Place {
  private readonly holderId: HolderId
  private holders: HolderList | undefined
  private index: number | undefined

  constructor(holderId: HolderId) {
    this.holderId = holderId
  }

  in({ holders }: DealtCharge): number | undefined {
    if (this.holders !== holders) this.index = holders.indexById.get(this.holderId)
    this.holders = holders
    return this.index
  }
}

/**
 * Follows charges as long as each settles exactly what the units owe: then only the units, the mark and the day up to
 * which the account is settled change. Returns the place of the first charge that does not.
 */
function followSettled({ holderId, account, hasLots }: Follower, place: Place, missed: MissedCharges): number {
  const { dealt, from, to } = missed
  const [lot] = account.lots
  if (!isSettled(account) || (hasLots && (account.lots.length !== 1 || lot?.units !== account.held))) return from
  // As a number, because a bigint would be an object for each charge.
  const holder = { holderId, account, lot, held: Number(account.held) }
  let next = from
  for (; next < to; next += 1) {
    const charge = dealt[next]!
    const index = place.in(charge)
    if (index !== undefined && !settle(charge, index, holder)) break
  }
  account.held = BigInt(holder.held)
  if (lot) lot.units = account.held
  return next
}

/** Returns whether an account has nothing but a remainder that the next charges carry on. */
function isSettled({ held, accrued, carriedAtto, owedAtto }: FeeAccount): boolean {
  return held < settledLimit && owedAtto.management === 0n && accrued === asAccrued(carriedAtto)
}

interface SettledHolder {
  readonly holderId: HolderId
  readonly account: FeeAccount
  /** The only one, with all units; none in a fund without a performance fee. */
  readonly lot: Lot | undefined
  /** The units of the account so far, which is below `settledLimit`. */
  held: number
}

/** Follows a charge, or returns false and changes nothing where it does not settle exactly what the units owe. */
function settle(dealt: DealtCharge, index: number, holder: SettledHolder): boolean {
  const { holderId, account, lot, held } = holder
  const { charge, columns, amounts, management, price, sum, measure } = dealt
  if (charge.isWaived || rateOf(management, holderId) !== (management?.rateMillionths ?? 0n)) return false
  const managementCents = amounts.management?.[index] ?? 0
  const performanceCents = amounts.performance?.[index] ?? 0
  const { perStep, isNothing } = dealt.owedSince(account.sumAt)
  if (columns.isSettled[index] === 1) {
    if (!perStep || !isFeeOf(held, perStep, columns.settled, index)) return false
  } else if (!isNothing) return performanceCents === 0
  const taken = stepsFor(managementCents, price) + stepsFor(performanceCents, price)
  if (lot && taken >= held) return false
  holder.held = held - taken
  account.sumAt = sum
  if (performanceCents === 0) return true
  account.owedAtto.performance = 0n
  if (lot && dealt.hasGained(lot)) {
    lot.mark = measure.rate
    lot.hurdleDay = measure.day
  }
  return true
}

function followExactly({ holderId, account, hasLots }: Follower, place: Place, dealt: DealtCharge): void {
  const { charge, columns, price, sum, management, measure } = dealt
  const index = place.in(dealt)
  if (index === undefined) return
  const end = columns.lineAt[index + 1]!
  for (let at = columns.lineAt[index]!; at < end; at += 1) {
    const { kind, settledAtto, amountCents } = charge.lines[at]!
    const taken = amountCents === 0n ? 0n : unitsFor(amountCents, price.rate)
    if (kind === 'management' || taken > 0n) accrueUpTo(account, sum, rateOf(management, holderId))
    account.held -= taken
    if (kind === 'management') {
      settleManagement(account, settledAtto)
      if (hasLots) dropFraction(account.lots, taken)
    } else if (amountCents > 0n || charge.isWaived) {
      dropByGain(account.lots, taken, measure)
      raiseMarks(account.lots, measure)
      account.owedAtto.performance = 0n
    }
  }
}
