// What a provider proved in place of the password, from its return until the second step: a row bound to the browser by
// its cookie. The first link of a user is stored only here, once their own second step was right, so that an address
// that somebody else registered links nobody.
import { Refusal } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export interface OidcSubject {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
}

export interface ProvedByProvider {
  /** The provider's name. */
  readonly provider: string
  /** The sign-in was linked just now. */
  readonly isNewLink: boolean
}

/** Uses up what a provider proved about the user in this browser; undefined when a password came first. */
export async function takeOidcFirstStep(
  trx: Trx,
  clock: Clock,
  userId: string,
  caller: Caller,
): Promise<ProvedByProvider | undefined> {
  if (caller.signInToken === undefined) return undefined
  const proved = await trx
    .deleteFrom('oidc_attempt')
    .where('attempt_hash', '=', hashToken(caller.signInToken))
    .where('user_id', '=', userId)
    .where('session_id', 'is', null)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .returning(['provider', 'issuer', 'subject', 'email'])
    .executeTakeFirst()
  if (!proved) return undefined
  const { provider, issuer, subject, email } = proved
  if (subject === null) return { provider, isNewLink: false }
  const isNewLink = await linkSubject(trx, clock, {
    userId,
    issuer,
    subject,
    email: email ?? undefined,
    caller,
    provider,
  })
  return { provider, isNewLink }
}

export interface LinkSubjectOptions extends OidcSubject {
  readonly userId: string
  readonly provider: string
  readonly caller: Caller
}

/**
 * Links the sign-in to the user; returns false when it is linked to them already. Throws `oidcLinkedToOther` or
 * `oidcLinkedOtherwise`.
 */
export async function linkSubject(
  trx: Trx,
  clock: Clock,
  { userId, provider, issuer, subject, email, caller }: LinkSubjectOptions,
): Promise<boolean> {
  const now = new Date(clock.nowMs())
  const id = newId(clock)
  const linked = await trx
    .insertInto('oidc_link')
    .values({ id, user_id: userId, issuer, subject, email: email ?? null, created_at: now, last_used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!linked) {
    const holder = await trx
      .selectFrom('oidc_link')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
    if (holder?.user_id === userId) return false
    throw new Refusal(holder ? 'oidcLinkedToOther' : 'oidcLinkedOtherwise', { name: provider })
  }
  await writeAudit(trx, clock, {
    actorId: userId,
    action: 'sign-in-link.add',
    objectType: 'sign-in link',
    objectId: id,
    after: { issuer },
    requestId: caller.requestId,
    address: caller.address,
  })
  return true
}
