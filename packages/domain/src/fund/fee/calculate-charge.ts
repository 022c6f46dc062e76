// Calculates charges by replaying their drafts: the proposal of a period end, and the single lines of a holder who
// takes money out before the charge of the others is confirmed (docs/rules/fund-fees.md, "Charges").
import type { MarketDay } from '../../kind.ts'
import { compareIds } from '../../money/largest-remainder.ts'
import type { FundChange } from '../change.ts'
import type { FundRecords, HolderId } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { dealingDayOf } from '../schedule.ts'
import type { CalculatedCharge } from './charge-draft.ts'
import { chargeDraftOf, type DraftOptions, type FeeEnd, openFeeEnds } from './period-end.ts'

/**
 * Returns the charge of an end with its figures, or undefined while its close cannot be dealt at.
 * Example: 100,000.00 held for 31 days at 2 %: one line of 169.86.
 */
export function calculateCharge(replay: FundReplay, end: FeeEnd, options: DraftOptions): CalculatedCharge | undefined {
  const { records } = replay
  const until = dealingDayOf(end.endDay, records.dealing)
  return replayFund(records, until, [chargeDraftOf(replay, end, options)]).calculatedCharges[0]
}

/**
 * Returns the period ends that wait for a charge, by day: the open ones from the first that charges somebody on. An end
 * with nobody to charge needs no yes; like one that is charged, it is settled as soon as a later one is.
 * Example: nobody has gained by March, and A owes 20.00 at the end of June: June waits, and March does not.
 */
export function endsToCharge(replay: FundReplay): FeeEnd[] {
  const ends = openFeeEnds(replay)
  return ends.slice(emptyEnds(replay, ends))
}

/** Returns how many open ends come before the first that charges somebody; one that has to wait counts as such. */
function emptyEnds(replay: FundReplay, ends: readonly FeeEnd[]): number {
  const last = ends.at(-1)
  if (!last) return 0
  const { records } = replay
  const drafts = ends.map((end) => chargeDraftOf(replay, end, { id: `draft ${end.endDay}` }))
  const charges = replayFund(records, dealingDayOf(last.endDay, records.dealing), drafts).calculatedCharges
  const isEmpty = new Set(charges.filter(chargesNobody).map(({ draft }) => draft.endDay))
  const first = ends.findIndex(({ endDay }) => !isEmpty.has(endDay))
  return first < 0 ? ends.length : first
}

/** Whether a charge changes nothing: no line has an amount, and none settles a fee that lapses. */
const chargesNobody = ({ lines }: CalculatedCharge): boolean =>
  lines.every(({ amountCents, settledAtto }) => amountCents === 0n && settledAtto === 0n)

/** Whether a charge of this end can be made now: the next one that charges somebody, or one with nobody before it. */
export function canCharge(replay: FundReplay, endDay: MarketDay): boolean {
  const ends = openFeeEnds(replay)
  const index = ends.findIndex((end) => end.endDay === endDay)
  return index === 0 || (index > 0 && index <= emptyEnds(replay, ends))
}

/** Returns the lines of period ends that holders settle by taking money out or giving it away after them. */
export function chargesBefore(records: FundRecords, change: FundChange, replay: FundReplay): CalculatedCharge[] {
  const leaving = leavingBy(records, change)
  if (leaving.length === 0 || records.feePolicies.length === 0) return []
  const ends = openFeeEnds(replay)
  const drafts = leaving.flatMap(({ holderId, day }) =>
    ends
      .filter((end) => end.endDay < day)
      // An id of its own also after a reversal of the same line.
      .map((end) => ({ end, id: `${end.endDay} ${holderId} ${records.feeCharges.length}`, holderId }))
      .map(({ end, ...options }) => chargeDraftOf(replay, end, options))
      .filter((draft) => !draft.exceptIds.has(holderId)),
  )
  const endDay = drafts
    .map((draft) => draft.endDay)
    .sort()
    .at(-1)
  if (endDay === undefined) return []
  return replayFund(records, dealingDayOf(endDay, records.dealing), drafts).calculatedCharges.filter(
    (charge) => charge.lines.length > 0,
  )
}

interface Leaving {
  readonly holderId: HolderId
  readonly day: MarketDay
}

/** Who takes money out, each holder once and in the order of holder ids. */
function leavingBy(records: FundRecords, change: FundChange): readonly Leaving[] {
  switch (change.kind) {
    case 'add-entry':
      return change.entry.kind === 'retribution' ? [change.entry] : []
    case 'add-distribution':
      return [...new Map(change.entries.map((entry) => [entry.holderId, entry])).values()].sort((a, b) =>
        compareIds(a.holderId, b.holderId),
      )
    case 'add-transfer':
      return [{ holderId: change.transfer.fromHolderId, day: change.transfer.day }]
    case 'set-entry-status': {
      const entry = records.entries.find(({ id }) => id === change.change.entryId)
      return change.change.isActive && entry?.kind === 'retribution' ? [entry] : []
    }
    default:
      return []
  }
}
