// Orders the mailing of a period's statements: one row per member in the transaction of the request.
// `send-statements.ts` sends the mails afterwards. A statement that was mailed, or is waiting to be, is ordered again
// only on explicit request.
import { Refusal, type BodyOf, type StatementMailing } from '@clubfolio/contract'
import { unallocatedHolderId, type FundReplay, type HolderId } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { AfterCommit, Caller } from '../../../kernel/handler.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { lockRow, readFund } from '../book/load-fund.ts'
import { sendStatementsOf } from './send-statements.ts'
import { memberNameSql } from '../member/member-name.ts'

export type MailingFields = BodyOf<'fund', 'mailStatements'>

export interface MailingCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
  readonly afterCommit: AfterCommit
}

export async function mailStatements(
  { services, trx, session, caller, afterCommit }: MailingCall,
  { accountId, memberIds, from, to, again, ...rest }: MailingFields,
): Promise<StatementMailing> {
  noFieldLeft(rest)
  if (from > to) throw new Refusal('statementPeriod', { from, to })
  const { account, replay, records } = await readFund(services, session.userId, accountId)
  if (to < records.opening.day) throw new Refusal('statementBeforeOpening', { from, to, day: records.opening.day })
  const { day } = await accountMarketTime(trx, services.clock, account.marketSource)
  if (to > day) throw new Refusal('statementAhead', { day, to })
  // Serialises simultaneous orders, so that the second sees the first.
  await lockRow(trx, accountId)
  const wanted = memberIds ?? concernedBy(replay, from, to)
  const members = await findRecipients(trx, session.userId, wanted)
  if (memberIds && members.length !== new Set(memberIds).size) throw new Refusal('notFound')
  const before = again ? new Set<string>() : await mailedBefore(trx, accountId, from, to)
  const skipped: StatementMailing['skipped'] = []
  const ordered: { id: string; memberId: string; recipient: string }[] = []
  for (const { id: memberId, name, email } of members) {
    if (email === '') skipped.push({ memberId, name, because: 'no-email' })
    else if (before.has(memberId)) skipped.push({ memberId, name, because: 'sent-before' })
    else ordered.push({ id: newId(services.clock), memberId, recipient: email })
  }
  if (ordered.length > 0) {
    const now = new Date(services.clock.nowMs())
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
          requested_at: now,
          requested_by: session.userId,
          sent_at: null,
        })),
      )
      .execute()
    await writeAudit(trx, services.clock, {
      actorId: session.userId,
      action: 'statement.mail',
      objectType: 'fund',
      objectId: accountId,
      after: { from, to, statements: ordered.map(({ id, memberId }) => ({ id, memberId })) },
      requestId: caller.requestId,
      address: caller.address,
    })
    afterCommit((services) =>
      services.background.start('statements', () =>
        sendStatementsOf(
          services,
          ordered.map(({ id }) => id),
        ),
      ),
    )
  }
  return { queued: ordered.length, skipped, message: messageFor(ordered.length, skipped.length) }
}

function messageFor(queued: number, skipped: number): string {
  const sent =
    queued === 0
      ? 'No statement was mailed.'
      : queued === 1
        ? 'The statement is on its way.'
        : `${queued} statements are on their way.`
  return skipped === 0
    ? sent
    : `${sent} ${skipped === 1 ? '1 member gets none' : `${skipped} members get none`}; see below.`
}

/** Returns the members who held units at the start of the period or dealt in it. */
function concernedBy(replay: FundReplay, from: string, to: string): HolderId[] {
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
  ownerId: string,
  memberIds: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  if (memberIds.length === 0) return []
  const rows = await trx
    .selectFrom('member as m')
    .leftJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['m.id', memberNameSql('m').as('name'), 'm.email', 'u.email as user_email'])
    .where('m.owner_id', '=', ownerId)
    .where('m.id', 'in', [...memberIds])
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
