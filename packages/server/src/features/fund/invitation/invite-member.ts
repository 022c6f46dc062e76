// Invites a member by mail: a link that works once, for 7 days, and makes the user who follows it the member's user.
// Withdrawing it is here too.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import { dayMs } from '@clubfolio/domain'
import type { Mail } from '../../../adapters/message/port.ts'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { hashToken, newId, newToken } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { lockBooks } from '../book/change-books.ts'
import { readAccountsIssuer, signMail } from '../book/read-issuer.ts'
import { endOpenInvitation } from '../member/end-open-invitation.ts'
import { requireMember } from '../member/store.ts'

const linkLifeDays = 7
const mostAnHour = 20

export interface InvitationCall {
  readonly services: Services
  readonly trx: Trx
  readonly session: Session
  readonly caller: Caller
}

/** Records the invitation, which replaces an earlier one, and returns its mail, to be sent after the commit. */
export async function inviteMember(
  { services, trx, session, caller }: InvitationCall,
  { id: memberId, accountId, ...rest }: BodyOf<'member', 'inviteMember'>,
): Promise<Mail> {
  noFieldLeft(rest)
  const { clock, config } = services
  // A fund that nothing was recorded in yet begins here, as with its first role.
  await lockBooks({ services, trx, session, caller, accountId })
  const member = await lockInvited(trx, session.userId, memberId)
  if (member.user_id !== null) throw new Refusal('memberHasUser', { name: member.name })
  if (member.email === '') throw new Refusal('memberWithoutEmail', { name: member.name })
  const nowMs = clock.nowMs()
  await requireFew(trx, session.userId, nowMs)
  await endOpenInvitation(services, trx, memberId)
  const token = newToken()
  const id = newId(clock)
  await trx
    .insertInto('member_invitation')
    .values({
      id,
      member_id: memberId,
      account_id: accountId,
      email: member.email,
      token_hash: hashToken(token),
      invited_at: new Date(nowMs),
      invited_by: session.userId,
      link_expires_at: new Date(nowMs + linkLifeDays * dayMs),
      user_id: null,
      accepted_at: null,
      ended_at: null,
    })
    .execute()
  await writeAudit(trx, clock, {
    actorId: session.userId,
    action: 'member.invite',
    objectType: 'member',
    objectId: memberId,
    after: { id, accountId, email: member.email },
    requestId: caller.requestId,
    address: caller.address,
  })
  const fund = await trx
    .selectFrom('fund')
    .select('club_name')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return invitationMail({
    to: member.email,
    member: member.name,
    from: `${session.firstName} ${session.lastName}`,
    club: fund.club_name,
    signature: signMail(await readAccountsIssuer(trx, accountId)),
    link: `${config.origin}/member-invitation#${token}`,
  })
}

/** Takes the open invitation back. Throws `notFound` where none is open. */
export async function withdrawMemberInvitation(
  { services, trx, session, caller }: InvitationCall,
  memberId: string,
): Promise<void> {
  await lockInvited(trx, session.userId, memberId)
  if (!(await endOpenInvitation(services, trx, memberId))) throw new Refusal('notFound')
  await writeAudit(trx, services.clock, {
    actorId: session.userId,
    action: 'member.uninvite',
    objectType: 'member',
    objectId: memberId,
    requestId: caller.requestId,
    address: caller.address,
  })
}

/** Invitations of one member are sent, withdrawn and accepted one after the other, under its row. */
async function lockInvited(trx: Trx, ownerId: string, memberId: string) {
  const row = await trx
    .selectFrom('member')
    .select(['email', 'user_id'])
    .where('id', '=', memberId)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return { ...row, ...(await requireMember(trx, ownerId, memberId)) }
}

async function requireFew(trx: Trx, userId: string, nowMs: number): Promise<void> {
  const { sent } = await trx
    .selectFrom('member_invitation')
    .select((eb) => eb.fn.countAll<bigint>().as('sent'))
    .where('invited_by', '=', userId)
    .where('invited_at', '>', new Date(nowMs - dayMs / 24))
    .executeTakeFirstOrThrow()
  if (Number(sent) >= mostAnHour) throw new Refusal('manyInvitations')
}

interface MemberMail {
  readonly to: string
  readonly member: string
  readonly from: string
  readonly club: string | null
  readonly signature: string
  readonly link: string
}

const invitationMail = ({ to, member, from, club, signature, link }: MemberMail): Mail => ({
  to,
  subject: `Your part in ${club ?? `the fund of ${from}`}`,
  text:
    `${from} invites you to follow your part in ${club === null ? 'the fund' : `the fund ${club}`} in Clubfolio, as ` +
    `the member ${member}: your value, profit and statements, and a place to ask to pay in or take out. Open this ` +
    `link within ${linkLifeDays} days and sign in, or register first and open it again:\n\n${link}\n\n` +
    'It works once, and links the user who opens it to your part. Do not pass it on. If you did not expect this, do ' +
    `nothing.${signature}\n\nClubfolio`,
})
