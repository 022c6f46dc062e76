// Switches an entry on or off, or deletes it. Both only add a record; both are replayed before they are accepted.
import { Refusal } from '@clubfolio/contract'
import { formatMoney, judgeChange, liveness, type Entry, type FundChange, type FundRecords } from '@clubfolio/domain'
import { writeAudit } from '../../../kernel/audit.ts'
import type { AfterCommit, Caller } from '../../../kernel/handler.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { requireDueUnpaid } from '../due/due-plan.ts'
import { orderReturn } from '../funding/order-return.ts'
import { storeReversals } from '../book/store-reversals.ts'
import { entryMoney, describeEntryMoney } from '../funding/entry-money.ts'
import type { Author } from '../book/change-books.ts'
import { recordEntryEvent } from '../book/entry-event.ts'
import { lockFund, type Fund } from '../book/load-fund.ts'
import { matchMovements } from '../book/match-movements.ts'
import { storeCharge } from '../book/store-charge.ts'
import { throwRefusal } from '../book/refuse.ts'
import { mayInFund, personAt } from '../right/fund-right.ts'

export interface EntryChange {
  readonly services: Services
  readonly trx: Trx
  readonly session: Author
  readonly caller: Caller
  readonly entryId: string
}

/** The kind the caller states the entry has and, if its money is to go back, how to start that after the commit. */
export interface EntryDeletion {
  readonly kind: Entry['kind']
  readonly returns?: AfterCommit | undefined
  /** Why it is deleted. */
  readonly reason?: string | null | undefined
}

/**
 * Sets whether the entry counts; setting its current state changes nothing. Returns the words about its money, or null.
 */
export async function setEntryStatus(change: EntryChange, isActive: boolean): Promise<string | null> {
  const { services, trx, session, entryId } = change
  const { fund, entryKind } = await lockEntry(change)
  const own = fund.records.statusChanges.filter((status) => status.entryId === entryId)
  const latest = own.toSorted((a, b) => b.sequence - a.sequence)[0]
  const entry = fund.records.entries.find(({ id }) => id === entryId)!
  const before = latest?.isActive ?? entry.isActive
  if (before === isActive) return null
  if (isActive) await requireDueUnpaid(trx, fund, entry)
  const sequence = (latest?.sequence ?? 0) + 1
  const records = await judge(change, fund, { kind: 'set-entry-status', change: { entryId, isActive, sequence } })
  const now = new Date(services.clock.nowMs())
  await trx
    .insertInto('fund_status_change')
    .values({
      account_id: fund.account.id,
      entry_id: entryId,
      sequence,
      is_active: isActive,
      recorded_at: now,
      recorded_by: session.userId,
    })
    .execute()
  await recordEntryEvent(services, trx, {
    type: 'entry.switched',
    occasion: `switched ${sequence}`,
    entry,
    account: fund.account,
    isActive,
  })
  await matchMovements(services, trx, fund.account, records)
  await audit(change, 'entry.status', { isActive: before }, { isActive })
  const money = entryMoney(records, entryId)
  return money && !isActive ? describeEntryMoney(entryKind, sizeOf(fund, money.amountCents), 'kept-while-off') : null
}

/**
 * Deletes the entry by a reversing record, together with the expense that it paid. An entry of the other kind is
 * answered like a missing one. Returns the words about its money, or null.
 */
export async function deleteEntry(
  change: EntryChange,
  { kind, returns, reason }: EntryDeletion,
): Promise<string | null> {
  const { services, trx, session, entryId } = change
  const { fund, entryKind } = await lockEntry(change)
  if (entryKind !== kind) throw new Refusal('notFound')
  if (returns && fund.account.ownerId !== session.userId) throw new Refusal('moneyOfOwner')
  const line = fund.records.entries.find(({ id }) => id === entryId)
  if (line?.distributionId !== undefined) throw new Refusal('distributionLine', { day: line.day })
  const money = entryMoney(fund.records, entryId)
  const without = await judge(change, fund, { kind: 'reverse', recordId: entryId })
  const reversed = await storeReversals(change, fund, without, reason)
  const records = returns
    ? await orderReturn({
        services,
        trx,
        session,
        afterCommit: returns,
        account: fund.account,
        entryId,
        money,
        records: without,
      })
    : without
  // A movement that stayed unmatched because two entries claimed it may be unambiguous now.
  const after = await matchMovements(services, trx, fund.account, records)
  await audit(change, 'entry.reverse', { kind }, { isReversed: true, reversed, isMoneyReturned: returns !== undefined })
  if (returns && money) return describeEntryMoney(kind, sizeOf(fund, money.amountCents), 'returned')
  if (money)
    return describeEntryMoney(
      kind,
      sizeOf(fund, money.amountCents),
      after.matches.length > records.matches.length && isTaken(after, money.movementIds) ? 'matched-elsewhere' : 'kept',
    )
  return (await isOrdered(trx, entryId))
    ? describeEntryMoney(
        kind,
        sizeOf(fund, fund.records.entries.find((entry) => entry.id === entryId)!.amountCents),
        'not-sent',
      )
    : null
}

/** Formats an amount without its sign, in the currency of the fund. */
const sizeOf = ({ account: { currency } }: Fund, cents: bigint): string =>
  formatMoney(cents < 0n ? -cents : cents, { currency })

/** A transfer that has not been confirmed may still turn out to have moved the money. */
async function isOrdered(trx: Trx, entryId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('fund_funding')
    .select('entry_id')
    .where('entry_id', '=', entryId)
    .where('purpose', '=', 'ENTRY')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row !== undefined
}

function isTaken(records: FundRecords, movementIds: readonly string[]): boolean {
  const isLive = liveness({ reversals: records.reversals, statusChanges: [] })
  return records.matches.some((match) => isLive(match.id) && match.movementIds.some((id) => movementIds.includes(id)))
}

/** Returns the entry's fund, locked; `notFound` for entries of other owners' accounts and for reversed ones. */
async function lockEntry({
  services,
  trx,
  session,
  entryId,
}: EntryChange): Promise<{ fund: Fund; entryKind: Entry['kind'] }> {
  const entry = await trx
    .selectFrom('fund_entry as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select(['e.account_id', 'e.kind'])
    .where('e.id', '=', entryId)
    .where(mayInFund('RECORD', personAt(services.clock, session.userId), 'a'))
    .executeTakeFirst()
  if (!entry) throw new Refusal('notFound')
  const fund = await lockFund(services, trx, {
    userId: session.userId,
    accountId: entry.account_id,
    right: 'RECORD',
  })
  if (fund.records.reversals.some((reversal) => reversal.recordId === entryId)) throw new Refusal('notFound')
  return { fund, entryKind: entry.kind }
}

async function judge({ services, trx, session }: EntryChange, fund: Fund, change: FundChange): Promise<FundRecords> {
  const { day } = await accountMarketTime(trx, services.clock, fund.account.marketSource)
  const judgement = judgeChange(fund.records, change, day)
  if (!judgement.isAllowed) return throwRefusal(trx, judgement.refusal, fund.account)
  for (const charge of judgement.charges)
    await storeCharge({ services, trx, session, accountId: fund.account.id }, charge)
  return judgement.records
}

async function audit(
  { services, trx, session, caller, entryId }: EntryChange,
  action: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await writeAudit(trx, services.clock, {
    actorId: session.userId,
    action,
    objectType: 'entry',
    objectId: entryId,
    before,
    after,
    requestId: caller.requestId,
    address: caller.address,
  })
}
