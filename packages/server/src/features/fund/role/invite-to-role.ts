// Invites somebody to a role in a fund: a mail with a link that works once, for 7 days, for the user of that address.
import { fundRoleNames, Refusal, type BodyOf } from '@clubfolio/contract'
import { dayMs, newYorkDateAt } from '@clubfolio/domain'
import type { Mail } from '../../../adapters/message/port.ts'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { hashToken, newId, newToken } from '../../../kernel/id.ts'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'
import { readAccountsIssuer, signMail } from '../book/read-issuer.ts'
import { requireNotLapsed } from './last-day.ts'

const linkLifeDays = 7
const mostAnHour = 20

export type InvitationFields = Omit<BodyOf<'fund', 'inviteToRole'>, 'accountId'>

/** Records the invitation and returns its mail, to be sent after the commit. */
export async function inviteToRole(
  call: BooksCall,
  { email, role, lastDay, ...rest }: InvitationFields,
): Promise<Mail> {
  noFieldLeft(rest)
  const { trx, session, accountId } = call
  const { clock, config } = call.services
  const fund = await lockBooks(call)
  const nowMs = clock.nowMs()
  requireNotLapsed(clock, lastDay)
  const owner = await trx
    .selectFrom('app_user')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', fund.account.ownerId)
    .executeTakeFirstOrThrow()
  if (owner.email === email) throw new Refusal('roleOfOwner')
  const { sent } = await trx
    .selectFrom('fund_role')
    .select((eb) => eb.fn.countAll<bigint>().as('sent'))
    .where('invited_by', '=', session.userId)
    .where('invited_at', '>', new Date(nowMs - dayMs / 24))
    .executeTakeFirstOrThrow()
  if (Number(sent) >= mostAnHour) throw new Refusal('manyInvitations')
  await endReplaceable(call, email)
  const token = newToken()
  const id = newId(clock)
  await trx
    .insertInto('fund_role')
    .values({
      id,
      account_id: accountId,
      role,
      email,
      user_id: null,
      last_day: lastDay ?? null,
      token_hash: hashToken(token),
      invited_at: new Date(nowMs),
      invited_by: session.userId,
      link_expires_at: new Date(nowMs + linkLifeDays * dayMs),
      accepted_at: null,
      ended_at: null,
      ended_by: null,
    })
    .execute()
  await finishChange(call, fund, { action: 'role.invite', objectId: accountId, after: { id, email, role, lastDay } })
  const club = await trx.selectFrom('fund').select('club_name').where('account_id', '=', accountId).executeTakeFirst()
  return invitationMail({
    to: email,
    from: `${owner.first_name} ${owner.last_name}`,
    club: club?.club_name ?? null,
    role: fundRoleNames[role],
    signature: signMail(await readAccountsIssuer(trx, accountId)),
    link: `${config.origin}/fund-invitation#${token}`,
  })
}

/**
 * An invitation that nobody has accepted is replaced by a new one, and so is a role whose last day is over. Throws
 * `roleGiven` for a role in force.
 */
async function endReplaceable({ trx, session, services, accountId }: BooksCall, email: string): Promise<void> {
  const known = await trx
    .selectFrom('fund_role as r')
    .leftJoin('app_user as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.user_id', 'r.last_day'])
    .where('r.account_id', '=', accountId)
    .where('r.ended_at', 'is', null)
    // Somebody may have changed their address since they accepted.
    .where((eb) => eb.or([eb('r.email', '=', email), eb('u.email', '=', email)]))
    .execute()
  const today = newYorkDateAt(services.clock.nowMs())
  if (known.some((one) => one.user_id !== null && (one.last_day === null || one.last_day >= today)))
    throw new Refusal('roleGiven', { email })
  if (known.length === 0) return
  await trx
    .updateTable('fund_role')
    .set({ ended_at: new Date(services.clock.nowMs()), ended_by: session.userId, token_hash: null })
    .where(
      'id',
      'in',
      known.map(({ id }) => id),
    )
    .execute()
}

interface InvitationMail {
  readonly to: string
  readonly from: string
  readonly club: string | null
  readonly role: string
  readonly signature: string
  readonly link: string
}

const invitationMail = ({ to, from, club, role, signature, link }: InvitationMail): Mail => ({
  to,
  subject: `${role} of ${club ?? `a fund of ${from}`}`,
  text:
    `${from} invites you to be ${role.toLowerCase()} of ${club ? `the fund ${club}` : 'a fund'} in Clubfolio. Open ` +
    `this link within ${linkLifeDays} days. It works once, for the user of this e-mail address; sign in with it, or ` +
    `register first:\n\n${link}\n\nIf you did not expect this, do nothing.${signature}\n\n` +
    'Clubfolio',
})
