// Accepts the invitation of a member: the link itself is the right, because a member may register with another address
// than the one that their manager knows. It works once, never for the manager, and only while nobody is linked
// (docs/decisions/0086-link-of-a-member-invitation.md).
import { Refusal, type MemberInvitation } from '@clubfolio/contract'
import type { Db } from '../../../db/connect.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { hashToken } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import type { InvitationCall } from './invite-member.ts'
import { memberNameSql } from '../member/member-name.ts'

/** Returns what the link offers. Throws what would refuse its acceptance. */
export async function findMemberInvitation(
  { db, clock }: Services,
  session: Session,
  token: string,
): Promise<MemberInvitation> {
  const { manager, club_name: club, name } = await requireUsable(db, clock, { session, token })
  return { owner: manager, club, name }
}

/** Links the session's user to the member and notifies the manager. Returns the name of the member. */
export async function acceptMemberInvitation(
  { services, trx, session, caller }: InvitationCall,
  token: string,
): Promise<string> {
  const { clock } = services
  const found = await trx
    .selectFrom('member_invitation')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  // The user is locked first: of two links to members of one manager, the second sees the first.
  await trx.selectFrom('app_user').select('id').where('id', '=', session.userId).forNoKeyUpdate().execute()
  if (found) await trx.selectFrom('member').select('id').where('id', '=', found.member_id).forNoKeyUpdate().execute()
  const invitation = await requireUsable(trx, clock, { session, token })
  const { id, member_id: memberId, owner_id: ownerId, name } = invitation
  const now = new Date(clock.nowMs())
  await trx.updateTable('member').set({ user_id: session.userId, updated_at: now }).where('id', '=', memberId).execute()
  await trx
    .updateTable('member_invitation')
    .set({ user_id: session.userId, accepted_at: now })
    .where('id', '=', id)
    .execute()
  await recordNotification(trx, clock, {
    userId: ownerId,
    kind: 'MEMBER_JOINED',
    key: `member invitation ${id}`,
    title: 'Invitation accepted',
    text: `${session.firstName} ${session.lastName} (${session.email}) accepted the invitation of the member ${name}.`,
    link: '/member',
  })
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.join',
    objectType: 'member',
    objectId: memberId,
    after: { id, userId: session.userId },
    requestId: caller.requestId,
    address: caller.address,
  })
  return name
}

interface FollowedLink {
  readonly session: Session
  readonly token: string
}

/** Somebody without the link learns nothing: every other answer needs its 256 random bits. */
async function requireUsable(db: Db | Trx, clock: Clock, { session, token }: FollowedLink) {
  const row = await db
    .selectFrom('member_invitation as i')
    .innerJoin('member as m', 'm.id', 'i.member_id')
    .innerJoin('app_user as o', 'o.id', 'm.owner_id')
    .innerJoin('fund as f', 'f.account_id', 'i.account_id')
    .select((eb) => [
      'i.id',
      'i.member_id',
      'i.accepted_at',
      'i.ended_at',
      'i.link_expires_at',
      'm.owner_id',
      'm.user_id as linked_id',
      'f.club_name',
      memberNameSql('m').as('name'),
      eb.fn<string>('concat_ws', [eb.val(' '), 'o.first_name', 'o.last_name']).as('manager'),
    ])
    .where('i.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row) throw new Refusal('invitationUnknown')
  if (row.accepted_at !== null) throw new Refusal('memberInvitationUsed')
  if (row.ended_at !== null) throw new Refusal('memberInvitationWithdrawn')
  if (row.link_expires_at.getTime() <= clock.nowMs()) throw new Refusal('memberInvitationOver')
  if (row.linked_id !== null) throw new Refusal('memberHasUser', { name: row.name })
  if (row.owner_id === session.userId) throw new Refusal('memberOfOwn')
  const other = await db
    .selectFrom('member')
    .select(memberNameSql().as('name'))
    .where('owner_id', '=', row.owner_id)
    .where('user_id', '=', session.userId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (other) throw new Refusal('memberLinkedBefore', { name: other.name })
  return row
}
