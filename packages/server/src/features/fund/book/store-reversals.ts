// Stores the reversals that a judged change has added, of the named record and of those bound to it, and records those
// of entries for webhooks.
import type { FundRecords } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { hasListener } from '../../webhook/record-event.ts'
import type { Author } from './change-books.ts'
import { recordEntryEvent } from './entry-event.ts'
import type { Fund } from './load-fund.ts'

/** Returns the ids of the reversed records; each keeps the reason. */
export async function storeReversals(
  { services, trx, session }: { readonly services: Services; readonly trx: Trx; readonly session: Author },
  { account, records: before }: Fund,
  after: FundRecords,
  reason?: string | null,
): Promise<string[]> {
  const known = new Set(before.reversals.map((reversal) => reversal.recordId))
  const ids = after.reversals.map((reversal) => reversal.recordId).filter((id) => !known.has(id))
  const recorded = { recorded_at: new Date(services.clock.nowMs()), recorded_by: session.userId }
  await trx
    .insertInto('fund_reversal')
    .values(ids.map((id) => ({ account_id: account.id, record_id: id, ...recorded, reason: reason ?? null })))
    .execute()
  // A reversed distribution has a line for each member, and most installations have no webhook for them.
  const entries = (await hasListener(trx, 'entry.reversed')) ? after.entries.filter(({ id }) => ids.includes(id)) : []
  for (const entry of entries)
    await recordEntryEvent(services, trx, {
      type: 'entry.reversed',
      occasion: 'reversed',
      entry,
      account,
      isActive: false,
    })
  return ids
}
