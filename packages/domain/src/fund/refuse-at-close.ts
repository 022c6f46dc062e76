// Handles entries that waited for a close and cannot be dealt when it arrives: they are refused at that point, with a
// reversing record and a message (docs/rules/fund.md, "No holder below zero"). Entries that have already been dealt are
// never touched.
import { reversedWith } from './bound-record.ts'
import type { Breach } from './breach.ts'
import { isBoundByNet } from './fee/policy.ts'
import type { FundRecords } from './record.ts'
import { replayOf, type FundReplay } from './replay-fund.ts'

export interface RefusedAtClose {
  readonly recordId: string
  /** Why it could not be dealt. Its text is the same as for an immediate refusal. */
  readonly because: Breach
  /** Whether the net value is the bound that it exceeds, and not the value. */
  readonly isNet: boolean
  /** The record and all records bound to it. */
  readonly reversedIds: readonly string[]
}

/**
 * Returns the entries and transfers that were pending before the new closes and cannot be dealt now, in the order in
 * which they have to be refused. Store their reversals in the transaction of the close.
 * Example: A has 100.00 and requested 60.00 twice; at the close the first is dealt, the second refused.
 */
export function refuseAtClose(before: FundReplay, records: FundRecords): RefusedAtClose[] {
  const waited = new Set(before.pending.map((record) => record.recordId))
  const refused: RefusedAtClose[] = []
  let current = records
  // Refusing a contribution can leave a retribution of the same day uncovered, so repeat until nothing is left.
  for (;;) {
    const because = replayOf(current)
      .breaches.filter((breach) => 'recordId' in breach)
      .find((breach) => waited.has(breach.recordId))
    if (!because) return refused
    const reversedIds = reversedWith(current, because.recordId)
    const isNet = isBoundByNet(records, because.day)
    refused.push({ recordId: because.recordId, because, isNet, reversedIds })
    waited.delete(because.recordId)
    current = { ...current, reversals: [...current.reversals, ...reversedIds.map((recordId) => ({ recordId }))] }
  }
}
