// Stores the reversals that a judged change has added: of the named record and of those bound to it.
import type { FundRecords } from '@clubfolio/domain'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import type { Author } from './change-books.ts'
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
  return ids
}
