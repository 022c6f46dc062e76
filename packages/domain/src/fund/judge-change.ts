// Decides whether a person may make a change to the books: first by its form, then by a full replay with the change and
// a comparison (docs/rules/fund.md). It books nothing; the caller stores allowed changes, one at a time per account.
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import { addCalendarDays } from '../calendar/market-day.ts'
import { applyChange, effectiveDay, type FundChange } from './change.ts'
import { checkForm } from './check-form.ts'
import {
  type ComparedBreach,
  firstChangedFormerHolder,
  firstNewBreach,
  firstUnexplainedGrowth,
} from './compare-replay.ts'
import { chargesBefore } from './fee/calculate-charge.ts'
import { type CalculatedCharge, chargeOf } from './fee/charge-draft.ts'
import { isBoundByNet } from './fee/policy.ts'
import type { FundRefusal } from './fund-refusal.ts'
import { findMaximum, takenOutBy } from './find-maximum.ts'
import type { FundRecords } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import { replayOf, type FundReplay } from './replay-fund.ts'

export type FundJudgement =
  | {
      readonly isAllowed: true
      readonly records: FundRecords
      readonly before: FundReplay
      readonly after: FundReplay
      /** The holder's lines of period ends without a charge, which are booked first; stored with the change. */
      readonly charges: readonly CalculatedCharge[]
    }
  | { readonly isAllowed: false; readonly refusal: FundRefusal }

/**
 * Judges whether a change can be made today. Returns the changed records and both replays, or the refusal with holder,
 * day, missing amount and maximum. `today` is the account's market day. An entry that has to wait for its close is
 * allowed; `refuse-at-close.ts` handles the arrival of that close.
 * Example: B holds 66.67 on the screen; a retribution of 66.68 is refused as "overdrawn" with maximum 66.67.
 */
export function judgeChange(records: FundRecords, change: FundChange, today: MarketDay): FundJudgement {
  const before = replayOf(records)
  const refusal = checkForm(records, change, today, before) ?? frozen(records, change)
  if (refusal) return { isAllowed: false, refusal }
  const charges = chargesBefore(records, change, before)
  const charged =
    charges.length === 0 ? records : { ...records, feeCharges: [...records.feeCharges, ...charges.map(chargeOf)] }
  const base = charges.length === 0 ? before : replayOf(charged)
  const changed = applyChange(charged, change)
  const after = replayOf(changed)
  const broken = findBroken(charged, change, { today, before: base, after })
  return broken
    ? { isAllowed: false, refusal: broken }
    : { isAllowed: true, records: changed, before: base, after, charges }
}

function frozen(records: FundRecords, change: FundChange): FundRefusal | undefined {
  const { closedUntil } = records
  const day = effectiveDay(records, change)
  if (closedUntil === undefined || day === undefined || day > closedUntil) return undefined
  return { name: 'period-closed', closedUntil, firstOpenDay: addCalendarDays(closedUntil, 1) }
}

interface FindBrokenOptions {
  readonly today: MarketDay
  readonly before: FundReplay
  readonly after: FundReplay
}

function findBroken(
  records: FundRecords,
  change: FundChange,
  { today, before, after }: FindBrokenOptions,
): FundRefusal | undefined {
  const breach = firstNewBreach(before, after)
  if (breach) return refusalFor(records, change, before, breach)
  const growth = firstUnexplainedGrowth(before, after)
  if (growth) return { name: 'unexplained-withdrawal', ...growth }
  const day = effectiveDay(records, change)
  // Unallocated seems to have left when the contents of the old account have gone, which a move puts right.
  const spared = change.kind === 'move-account' ? unallocatedHolderId : undefined
  const isPast = day !== undefined && (day < today || change.kind === 'reverse-charge')
  const leaver = isPast ? firstChangedFormerHolder(before, after, day, spared) : undefined
  return leaver ? { name: 'holder-has-left', ...leaver } : undefined
}

function refusalFor(records: FundRecords, change: FundChange, before: FundReplay, breach: ComparedBreach): FundRefusal {
  switch (breach.kind) {
    case 'not-covered':
    case 'fee-not-covered':
    case 'transfer-not-covered':
      return uncovered(records, change, before, breach)
    case 'opening-exceeded':
      return { name: 'opening-exceeded', missingCents: breach.missingCents, unallocatedCents: freeAtOpening(before) }
    case 'not-dealable':
      return { name: 'not-dealable', holderId: breach.holderId, day: breach.day, reason: breach.reason }
    case 'zero-units':
      return { name: 'zero-units', holderId: breach.holderId, day: breach.day }
    case 'expense-without-holder':
      return { name: 'expense-without-holder', day: breach.day }
    case 'before-opening':
      return { name: 'before-opening', day: breach.day, openingDay: records.opening.day }
    case 'match-across-opening':
      return { name: 'match-across-opening', openingDay: records.opening.day }
  }
}

function uncovered(
  records: FundRecords,
  change: FundChange,
  before: FundReplay,
  breach: Extract<ComparedBreach, { kind: 'not-covered' | 'fee-not-covered' | 'transfer-not-covered' }>,
): FundRefusal {
  const { holderId, day, missingCents, recordId } = breach
  if (
    change.kind === 'add-distribution' &&
    change.entries.some((entry) => entry.holderId === holderId && entry.day === day)
  )
    return { name: 'distribution-not-covered', holderId, day, missingCents, maximumCents: breach.maximumCents }
  const wanted = takenOutBy(change)
  const maximumCents = wanted && findMaximum(records, wanted, before, breach.maximumCents)
  if (maximumCents !== undefined && wanted?.holderId === holderId) {
    const shown = { name: 'overdrawn', holderId, day: wanted.day, maximumCents } as const
    const isNet = isBoundByNet(records, wanted.day)
    return { ...shown, missingCents: toCents(wanted.amountCents - maximumCents), ...(isNet ? { isNet } : {}) }
  }
  return { name: 'below-zero', holderId, day, missingCents, recordId, maximumCents }
}

/** Returns what unallocated still holds of the opening value. */
function freeAtOpening(before: FundReplay): Cents {
  let free = 0n
  for (const dealing of before.dealings) {
    if (dealing.holderId === unallocatedHolderId && (dealing.cause === 'opening' || dealing.cause === 'funding'))
      free += dealing.amountCents
  }
  return toCents(free)
}
