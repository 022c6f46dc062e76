// Links that work once and for 30 minutes (invitations of users whom an administrator created: 7 days): 256 random
// bits behind the # of one of our addresses, stored only as a hash.
import { Refusal } from '@clubfolio/contract'
import type { SecurityTables } from '../../db/tables/security-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, newId, newToken } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export const linkLifeMs = 30 * 60 * 1000

export type LinkPurpose = SecurityTables['one_use_link']['purpose']

export interface LinkSubject {
  readonly userId: string | null
  readonly email: string
}

/** Links that a person answers with a first password or a sign-in at a provider. */
export const invitationPurposes = ['INVITATION', 'USER_INVITATION'] as const satisfies readonly LinkPurpose[]

/** Links that set a password and nothing else. */
export const passwordPurposes = ['PASSWORD_RESET', 'USER_INVITATION'] as const satisfies readonly LinkPurpose[]

const word = {
  PASSWORD_RESET: 'reset',
  EMAIL_CHANGE: 'email',
  INVITATION: 'invite',
  USER_INVITATION: 'invite',
} as const satisfies Record<LinkPurpose, string>

/** `linkAddress('https://club.example', 'PASSWORD_RESET', token)` is `https://club.example/auth#reset=...`. */
export const linkAddress = (origin: string, purpose: LinkPurpose, token: string): string =>
  `${origin}/auth#${word[purpose]}=${token}`

export interface MakeLinkOptions {
  readonly purpose: LinkPurpose
  readonly subject: LinkSubject
  readonly lifeMs?: typeof linkLifeMs | undefined
}

/** Creates a link and returns its token; invalidates an older one of the same purpose and person. */
export async function makeLink(
  trx: Trx,
  clock: Clock,
  { purpose, subject, lifeMs = linkLifeMs }: MakeLinkOptions,
): Promise<string> {
  const now = new Date(clock.nowMs())
  const token = newToken()
  await trx
    .deleteFrom('one_use_link')
    .where('purpose', '=', purpose)
    .where((eb) => (subject.userId === null ? eb('email', '=', subject.email) : eb('user_id', '=', subject.userId)))
    .where('used_at', 'is', null)
    .execute()
  await trx
    .insertInto('one_use_link')
    .values({
      id: newId(clock),
      purpose,
      token_hash: hashToken(token),
      user_id: subject.userId,
      email: subject.email,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
      used_at: null,
    })
    .execute()
  return token
}

export interface SpentLink extends LinkSubject {
  readonly purpose: LinkPurpose
}

/** Uses the link up; of two parallel uses one wins. Throws `linkDead`. */
export async function spendLink(
  trx: Trx,
  clock: Clock,
  purposes: readonly LinkPurpose[],
  tokenHash: Buffer,
): Promise<SpentLink> {
  const now = new Date(clock.nowMs())
  const link = await trx
    .updateTable('one_use_link')
    .set({ used_at: now })
    .where('purpose', 'in', purposes)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['purpose', 'user_id', 'email'])
    .executeTakeFirst()
  if (!link) throw new Refusal('linkDead')
  return { purpose: link.purpose, userId: link.user_id, email: link.email }
}

/**
 * Returns the user of a spent link with their present e-mail, and locks their row. Throws `linkDead` for a user who is
 * gone or inactive.
 */
export async function findLinkHolder(trx: Trx, { userId }: Pick<LinkSubject, 'userId'>): Promise<LinkHolder> {
  const user =
    userId === null
      ? undefined
      : await trx
          .selectFrom('app_user')
          .select(['id as userId', 'email'])
          .where('id', '=', userId)
          .where('status', '!=', 'INACTIVE')
          .forUpdate()
          .executeTakeFirst()
  if (!user) throw new Refusal('linkDead')
  return user
}

export interface LinkHolder {
  readonly userId: string
  readonly email: string
}
