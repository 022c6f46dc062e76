// Lets an entry count or not, or takes it out for good. Both only add a record; both are replayed before they are accepted.
import { Refusal } from '@clubfolio/contract'
import { judgeChange, type Entry, type FundChange, type FundRecords } from '@clubfolio/domain'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { storeReversals } from '../fund/store-reversals.ts'
import { lockFund, type Fund } from './load-fund.ts'
import { matchMovements } from './match-movements.ts'
import { throwRefusal } from './refuse.ts'

export interface EntryChange {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
  readonly entryId: string
}

/** Sets whether the entry counts; setting what it already is changes nothing. */
export async function setEntryStatus(change: EntryChange, isActive: boolean): Promise<void> {
  const { services, trx, session, entryId } = change
  const { fund } = await lockEntry(change)
  const own = fund.records.statusChanges.filter((status) => status.entryId === entryId)
  const latest = own.toSorted((a, b) => b.sequence - a.sequence)[0]
  const before = latest?.isActive ?? fund.records.entries.find((entry) => entry.id === entryId)!.isActive
  if (before === isActive) return
  const sequence = (latest?.sequence ?? 0) + 1
  const records = await judge(change, fund, { kind: 'set-entry-status', change: { entryId, isActive, sequence } })
  const now = new Date(services.clock.nowMs())
  await trx
    .insertInto('fund_status_change')
    .values({ account_id: fund.account.id, entry_id: entryId, sequence, is_active: isActive, recorded_at: now, recorded_by: session.userId })
    .execute()
  await matchMovements(services, trx, fund.account, records)
  await audit(change, 'entry.status', { isActive: before }, { isActive })
}

/** Takes the entry out by a reversing record, with the expense that it paid. An entry of the other kind is answered like a missing one. */
export async function deleteEntry(change: EntryChange, kind: Entry['kind']): Promise<void> {
  const { services, trx, entryId } = change
  const { fund, entryKind } = await lockEntry(change)
  if (entryKind !== kind) throw new Refusal('notFound')
  const records = await judge(change, fund, { kind: 'reverse', recordId: entryId })
  const reversed = await storeReversals(change, fund, records)
  // A movement that was left because two entries claimed it may be plain now.
  await matchMovements(services, trx, fund.account, records)
  await audit(change, 'entry.reverse', { kind }, { isReversed: true, reversed })
}

/** The entry's fund, locked; `notFound` for entries of somebody else's accounts and for reversed ones. */
async function lockEntry({ services, trx, session, entryId }: EntryChange): Promise<{ fund: Fund; entryKind: Entry['kind'] }> {
  const entry = await trx
    .selectFrom('fund_entry as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['e.account_id', 'e.kind'])
    .where('e.id', '=', entryId)
    .where('a.owner_id', '=', session.userId)
    .executeTakeFirst()
  if (!entry) throw new Refusal('notFound')
  const fund = await lockFund(services, trx, session.userId, entry.account_id)
  if (fund.records.reversals.some((reversal) => reversal.recordId === entryId)) throw new Refusal('notFound')
  return { fund, entryKind: entry.kind }
}

async function judge({ services, trx }: EntryChange, fund: Fund, change: FundChange): Promise<FundRecords> {
  const { day } = await accountMarketTime(trx, services.clock, fund.account.marketSource)
  const judgement = judgeChange(fund.records, change, day)
  return judgement.isAllowed ? judgement.records : throwRefusal(trx, judgement.refusal)
}

async function audit({ services, trx, session, caller, entryId }: EntryChange, action: string, before: unknown, after: unknown): Promise<void> {
  await writeAudit(trx, services.clock, {
    actorId: session.userId, action, objectType: 'entry', objectId: entryId, before, after, requestId: caller.requestId, address: caller.address,
  })
}
