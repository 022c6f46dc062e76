// Issues a new access token for a refresh token, as long as the consent behind it has not lapsed. Nothing extends a
// consent.

import { inTransaction } from '../db/in-transaction.ts'
import { digestOf } from '../kernel/secret.ts'
import type { OAuthClient } from './client.ts'
import type { TokenParts } from './exchange-code.ts'
import { answerWithTokens } from './token-answer.ts'
import type { TokenAnswer } from './token-answer.ts'

/** Returns a new access token, or null when the refresh token is unknown, another client's, or lapsed. */
export async function refreshAccess(
  parts: TokenParts,
  client: OAuthClient,
  refreshToken: string,
): Promise<TokenAnswer | null> {
  const nowMs = parts.clock.now()
  return inTransaction(parts.database, async (transaction) => {
    const consent = await transaction
      .selectFrom('paper.refresh_token as r')
      .innerJoin('paper.consent as c', 'c.consent_id', 'r.consent_id')
      .select(['c.consent_id', 'c.login_id'])
      .where('r.token_digest', '=', digestOf(refreshToken))
      .where('c.client_id', '=', client.clientId)
      .where('c.lapses_at', '>', new Date(nowMs))
      .executeTakeFirst()
    if (consent === undefined) return null
    await transaction.deleteFrom('paper.access_token').where('expires_at', '<=', new Date(nowMs)).execute()
    const subject = { ...parts, consentId: consent.consent_id, loginId: consent.login_id, client, nowMs }
    return answerWithTokens(transaction, subject, refreshToken)
  })
}
