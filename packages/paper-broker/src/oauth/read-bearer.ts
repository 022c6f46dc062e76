// Identifies the caller of an API call: the consent behind the Bearer token.

import type { Database } from '../db/connect.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf } from '../kernel/secret.ts'

/** The caller: a login through a consent, which names the accounts it may see. */
export interface Caller {
  readonly loginId: string
  readonly consentId: string
}

/**
 * Returns the caller of an Authorization header, or null when the token is absent, unknown or expired, or its consent
 * has lapsed.
 */
export async function readBearer(
  { database, clock }: { database: Database; clock: Clock },
  header: string | undefined,
): Promise<Caller | null> {
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  if (token === undefined) return null
  const now = new Date(clock.now())
  const found = await database
    .selectFrom('paper.access_token as t')
    .innerJoin('paper.consent as c', 'c.consent_id', 't.consent_id')
    .select(['c.login_id', 'c.consent_id'])
    .where('t.token_digest', '=', digestOf(token))
    .where('t.expires_at', '>', now)
    .where('c.lapses_at', '>', now)
    .executeTakeFirst()
  return found === undefined ? null : { loginId: found.login_id, consentId: found.consent_id }
}
