// Accepts an invitation to a role. Only the user of the address that it was sent to can, so a mail that was passed on
// gives nobody else a right.
import { Refusal, type FundInvitation } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { hashToken } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { lockSecondPerson } from '../book/second-person.ts'
import { updateApprovalAlerts } from './tell-approval.ts'

/** Returns what the link offers. Throws `invitationDead`, and `invitationOfAnother` for another user. */
export async function findRoleInvitation(
  { db, clock }: Services,
  session: Session,
  token: string,
): Promise<FundInvitation> {
  const { first_name, last_name, club_name, role, last_day } = await requireInvitation(db, clock, { session, token })
  return { owner: `${first_name} ${last_name}`, club: club_name, role, lastDay: last_day }
}

export interface AcceptanceCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
}

/** Returns the account whose fund the role is in. Of two uses of one link the second finds it dead. */
export async function acceptRoleInvitation(
  { services, trx, session, caller }: AcceptanceCall,
  token: string,
): Promise<{ readonly accountId: string }> {
  const { clock } = services
  // The fund is locked before the invitation is read, so that of two uses the second sees the first.
  const found = await trx
    .selectFrom('fund_role')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (found) await lockSecondPerson(trx, found.account_id)
  const invitation = await requireInvitation(trx, clock, { session, token })
  const { id, account_id: accountId, owner_id: ownerId, role } = invitation
  if (ownerId === session.userId) throw new Refusal('roleOfOwner')
  const other = await trx
    .selectFrom('fund_role')
    .select('id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (other) throw new Refusal('roleGiven', { email: session.email })
  await trx
    .updateTable('fund_role')
    .set({ user_id: session.userId, accepted_at: new Date(clock.nowMs()), token_hash: null })
    .where('id', '=', id)
    .execute()
  await updateApprovalAlerts(services, trx, accountId)
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'role.accept',
    objectType: 'fund',
    objectId: accountId,
    after: { id, role },
    requestId: caller.requestId,
    address: caller.address,
  })
  return { accountId }
}

interface InvitedSession {
  readonly session: Session
  readonly token: string
}

async function requireInvitation(db: Db | Trx, clock: Clock, { session, token }: InvitedSession) {
  const row = await db
    .selectFrom('fund_role as r')
    .innerJoin('fund as f', 'f.account_id', 'r.account_id')
    .innerJoin('account as a', 'a.id', 'r.account_id')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .select([
      'r.id',
      'r.account_id',
      'r.email',
      'r.role',
      'r.last_day',
      'f.club_name',
      'a.owner_id',
      'u.first_name',
      'u.last_name',
    ])
    .where('r.token_hash', '=', hashToken(token))
    .where('r.ended_at', 'is', null)
    .where('r.link_expires_at', '>', new Date(clock.nowMs()))
    .where((eb) => eb.or([eb('r.last_day', 'is', null), eb('r.last_day', '>=', newYorkDateAt(clock.nowMs()))]))
    .executeTakeFirst()
  if (!row) throw new Refusal('invitationDead')
  if (row.email !== session.email.toLowerCase()) throw new Refusal('invitationOfAnother', { email: hintOf(row.email) })
  return row
}

/** `ann.keller@example.test` is `a•••@example.test`: enough for its owner to recognise it. */
const hintOf = (email: string): string => email.replace(/^(.).*@/, '$1•••@')
