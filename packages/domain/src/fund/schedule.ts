// Items to be dealt, grouped by day. A schedule is filled during the replay and passed to `deal-batch.ts` as a batch.
import type { CurrentRecords } from './current-record.ts'
import type { Entry, Transfer } from './record.ts'
import type { UnallocatedFlow } from './unallocated-flow.ts'

export interface Schedule {
  readonly entries: Entry[]
  readonly transfers: Transfer[]
  /** The unexplained movements; they are netted before they are dealt (docs/rules/fund.md, "Matching"). */
  readonly flows: UnallocatedFlow[]
}

export function emptySchedule(): Schedule {
  return { entries: [], transfers: [], flows: [] }
}

export function addToSchedule(target: Schedule, more: Schedule): void {
  target.entries.push(...more.entries)
  target.transfers.push(...more.transfers)
  target.flows.push(...more.flows)
}

/** Groups entries, transfers and unexplained flows by day; each list keeps the order of its source, which is by id. */
export function scheduleByDay(current: CurrentRecords, flows: readonly UnallocatedFlow[]): Map<string, Schedule> {
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
  return byDay
}
