// A user's own links to sign-ins at a provider: listed, started from the profile, and removed. Starting and removing
// ask for the password, which thereby is a way in that remains.
import { Refusal, type BodyOf, type LinkedSignIn } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { recheckPassword } from '../security/recheck-password.ts'
import { tellOfLink } from '../sign-in-method/link-notice.ts'
import { requireOidc, startOidcAttempt } from './oidc-attempt.ts'

/** Another provider may be configured since the link was made; its address then tells which one it was. */
const providerName = ({ oidc }: Pick<Services, 'oidc'>, issuer: string): string =>
  oidc?.issuer === issuer ? oidc.name : issuer

export async function findLinkedSignIns(services: Services, { userId }: Session): Promise<LinkedSignIn[]> {
  const rows = await services.db
    .selectFrom('oidc_link')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, issuer, email, created_at, last_used_at }) => ({
    id,
    provider: providerName(services, issuer),
    email,
    linkedAt: created_at.getTime(),
    lastUsedAt: last_used_at?.getTime() ?? null,
  }))
}

/** Returns the address at the provider. Throws `oidcLinkedOtherwise` when the user has a link there. */
export async function startOidcLink(
  services: Services,
  caller: Caller,
  session: Session,
  password: string,
): Promise<{ authoriseUrl: string }> {
  const { issuer, name } = requireOidc(services)
  await recheckPassword(services, caller, session.userId, password)
  const existing = await services.db
    .selectFrom('oidc_link')
    .select('id')
    .where('user_id', '=', session.userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (existing) throw new Refusal('oidcLinkedOtherwise', { name })
  return startOidcAttempt(services, caller, { session })
}

export async function removeLinkedSignIn(
  services: Services,
  caller: Caller,
  { userId }: Session,
  { id, password }: BodyOf<'oidcSignIn', 'removeLink'>,
): Promise<void> {
  const { db, clock } = services
  const own = await db
    .selectFrom('oidc_link')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) throw new Refusal('notFound')
  await recheckPassword(services, caller, userId, password)
  await inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('oidc_link')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('issuer')
      .executeTakeFirst()
    if (!removed) throw new Refusal('notFound')
    const { issuer } = removed
    // A sign-in that waits for its second step was proved by this link.
    await trx.deleteFrom('oidc_attempt').where('user_id', '=', userId).execute()
    await trx.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute()
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'sign-in-link.remove',
      objectType: 'sign-in link',
      objectId: id,
      before: { issuer },
      requestId: caller.requestId,
      address: caller.address,
    })
    await tellOfLink(trx, clock, { userId, provider: providerName(services, issuer), what: 'REMOVED', caller })
  })
}
