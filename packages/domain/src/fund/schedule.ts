// Items to be dealt, grouped by day. A schedule is filled during the replay and passed to `deal-batch.ts` as a batch.
import { addCalendarDays } from '../calendar/market-day.ts'
import type { MarketDay } from '../kind.ts'
import type { CurrentRecords } from './current-record.ts'
import type { ChargeDraft } from './fee/charge-draft.ts'
import type { DealingRule, Entry, FeeCharge, Transfer } from './record.ts'
import type { UnallocatedFlow } from './unallocated-flow.ts'

export interface Schedule {
  readonly entries: Entry[]
  readonly transfers: Transfer[]
  /** The unexplained movements; they are netted before they are dealt (docs/rules/fund.md, "Matching"). */
  readonly flows: UnallocatedFlow[]
  /** Charges of fees, and drafts to be calculated in their place. */
  readonly charges: Array<FeeCharge | ChargeDraft>
}

export function emptySchedule(): Schedule {
  return { entries: [], transfers: [], flows: [], charges: [] }
}

/** Returns a schedule without its charges; the same one when it has none. */
export const withoutCharges = (schedule: Schedule): Schedule =>
  schedule.charges.length === 0 ? schedule : { ...schedule, charges: [] }

export function addToSchedule(target: Schedule, more: Schedule): void {
  target.entries.push(...more.entries)
  target.transfers.push(...more.transfers)
  target.flows.push(...more.flows)
  target.charges.push(...more.charges)
}

/** Returns the day on which the charge of a period end is dealt: of the day on it, before the day on the next one. */
export const dealingDayOf = (endDay: MarketDay, dealing: DealingRule): MarketDay =>
  dealing === 'of-the-day' ? endDay : addCalendarDays(endDay, 1)

export interface ScheduledFees {
  readonly dealing: DealingRule
  readonly charges: ReadonlyArray<FeeCharge | ChargeDraft>
}

/**
 * Groups entries, transfers, unexplained flows and charges by day; each list keeps the order of its source, which is by
 * id.
 */
export function scheduleByDay(
  current: CurrentRecords,
  flows: readonly UnallocatedFlow[],
  fees: ScheduledFees,
): Map<string, Schedule> {
  const byDay = new Map<string, Schedule>()
  const on = (day: string): Schedule => {
    const known = byDay.get(day)
    if (known) return known
    const fresh = emptySchedule()
    byDay.set(day, fresh)
    return fresh
  }
  for (const entry of current.entries) on(entry.day).entries.push(entry)
  for (const transfer of current.transfers) on(transfer.day).transfers.push(transfer)
  for (const flow of flows) on(flow.day).flows.push(flow)
  for (const charge of fees.charges) on(dealingDayOf(charge.endDay, fees.dealing)).charges.push(charge)
  return byDay
}
