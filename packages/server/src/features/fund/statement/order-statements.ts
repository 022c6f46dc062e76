// Orders the statements of a period: one row per member, in the transaction of the request or of the schedule that asks
// for them. A statement that was mailed, or is waiting to be, is ordered again only on explicit request.
import type { StatementMailing } from '@clubfolio/contract'
import { unallocatedHolderId, type FundReplay, type HolderId } from '@clubfolio/domain'
import { sql } from 'kysely'
import { writeAudit, type AuditRecord } from '../../../kernel/audit.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/id.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { memberNameSql } from '../member/member-name.ts'
import { isMemberOfFund } from '../right/fund-right.ts'

export interface StatementOrder {
  readonly accountId: string
  readonly ownerId: string
  /** Who asks for them; the owner where it is absent. Somebody with a role has the members of this fund only. */
  readonly requestedBy?: string
  readonly memberIds: readonly string[]
  readonly from: string
  readonly to: string
  /** Also orders statements that were mailed before. */
  readonly isAgain?: boolean
  readonly audit: Pick<AuditRecord, 'actorId' | 'requestId' | 'address'>
}

export interface OrderedStatement {
  readonly id: string
  readonly memberId: string
  readonly recipient: string
}

/**
 * Orders the statements of those of the members who belong to the owner. Every such member is in one of the two lists.
 * The caller has locked the fund, so that of two simultaneous orders the second sees the first.
 */
export async function orderStatements(
  trx: Trx,
  clock: Clock,
  { accountId, ownerId, requestedBy = ownerId, memberIds, from, to, isAgain = false, audit }: StatementOrder,
): Promise<{ ordered: OrderedStatement[]; skipped: StatementMailing['skipped'] }> {
  const members = await findRecipients(trx, { accountId, ownerId, requestedBy }, memberIds)
  const before = isAgain ? new Set<string>() : await mailedBefore(trx, accountId, from, to)
  const skipped: StatementMailing['skipped'] = []
  const ordered: OrderedStatement[] = []
  for (const { id: memberId, name, email } of members) {
    if (before.has(memberId)) skipped.push({ memberId, name, because: 'sent-before' })
    else if (email === '') skipped.push({ memberId, name, because: 'no-email' })
    else ordered.push({ id: newId(clock), memberId, recipient: email })
  }
  if (ordered.length === 0) return { ordered, skipped }
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('fund_statement_mail')
    .values(
      ordered.map(({ id, memberId, recipient }) => ({
        account_id: accountId,
        id,
        member_id: memberId,
        from_day: from,
        to_day: to,
        recipient,
        state: 'waiting' as const,
        reason: null,
        attempts: 0,
        next_at: now,
        content: null,
        allocation: null,
        printed: null,
        requested_at: now,
        requested_by: requestedBy,
        sent_at: null,
        opened_at: null,
      })),
    )
    .execute()
  await writeAudit(trx, clock, {
    ...audit,
    action: 'statement.mail',
    objectType: 'fund',
    objectId: accountId,
    after: { from, to, statements: ordered.map(({ id, memberId }) => ({ id, memberId })) },
  })
  return { ordered, skipped }
}

/** Returns the members who held units at the start of the period or dealt in it. */
export function concernedBy(replay: FundReplay, from: string, to: string): HolderId[] {
  const held = new Map<HolderId, bigint>()
  const concerned = new Set<HolderId>()
  for (const { holderId, day, units } of replay.dealings) {
    if (holderId === unallocatedHolderId || day > to) continue
    if (day >= from) concerned.add(holderId)
    else held.set(holderId, (held.get(holderId) ?? 0n) + units)
  }
  for (const [holderId, units] of held) if (units > 0n) concerned.add(holderId)
  return [...concerned]
}

/**
 * Returns the owner's members among these ids, each with an email address: their own, otherwise that of the linked
 * user.
 */
async function findRecipients(
  trx: Trx,
  { accountId, ownerId, requestedBy }: Required<Pick<StatementOrder, 'accountId' | 'ownerId' | 'requestedBy'>>,
  memberIds: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  if (memberIds.length === 0) return []
  const rows = await trx
    .selectFrom('member as m')
    .leftJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.id', memberNameSql('m').as('name'), 'm.email', 'u.email as user_email'])
    .where('m.owner_id', '=', ownerId)
    .where('m.id', 'in', [...memberIds])
    .$if(requestedBy !== ownerId, (query) => query.where(isMemberOfFund(sql`${accountId}::uuid`, 'm')))
    .orderBy('m.last_name')
    .orderBy('m.first_name')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email === '' ? (row.user_email ?? '') : row.email,
  }))
}

async function mailedBefore(trx: Trx, accountId: string, from: string, to: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('fund_statement_mail')
    .select('member_id')
    .where('account_id', '=', accountId)
    .where('from_day', '=', from)
    .where('to_day', '=', to)
    .where('state', '!=', 'failed')
    .execute()
  return new Set(rows.map((row) => row.member_id))
}
