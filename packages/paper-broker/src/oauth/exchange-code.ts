// Exchanges an authorisation code for tokens, once. The first attempt burns the code even when the request is otherwise
// invalid.

import type { Selectable } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import type { Wire } from '../kind/wire.ts'
import type { Clock } from '../kernel/clock.ts'
import { digestOf, isSameSecret, randomSecret } from '../kernel/secret.ts'
import type { OAuthClient } from './client.ts'
import type { Lifetimes } from './lifetime.ts'
import { answerWithTokens } from './token-answer.ts'
import type { TokenAnswer } from './token-answer.ts'

export interface TokenParts {
  readonly database: Database
  readonly clock: Clock
  readonly lifetimes: Lifetimes
  /** Issuer of identity tokens. */
  readonly issuer: () => string
}

export interface SentCode {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string | undefined
}

function isProven(challenge: string | null, method: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return true
  if (verifier === undefined) return false
  const shown = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return isSameSecret(challenge, shown)
}

export type OpenConsent = Selectable<Tables['paper.consent']>

/**
 * Burns a code and returns its consent; null when the code is unknown, used, expired, for another callback, client or
 * wire, or unproven (PKCE).
 */
export async function redeemCode(
  transaction: DatabaseTransaction,
  sent: SentCode,
  { client, wire, nowMs }: { readonly client: OAuthClient; readonly wire: Wire; readonly nowMs: number },
): Promise<OpenConsent | null> {
  const code = await transaction
    .updateTable('paper.authorisation_code')
    .set({ used_at: new Date(nowMs) })
    .where('code_digest', '=', digestOf(sent.code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .returningAll()
    .executeTakeFirst()
  if (code === undefined || code.redirect_uri !== sent.redirectUri) return null
  if (!isProven(code.code_challenge, code.code_challenge_method, sent.verifier)) return null
  const consent = await transaction
    .selectFrom('paper.consent')
    .selectAll()
    .where('consent_id', '=', code.consent_id)
    .where('client_id', '=', client.clientId)
    .where('wire', '=', wire)
    .where((eb) => eb.or([eb('lapses_at', 'is', null), eb('lapses_at', '>', new Date(nowMs))]))
    .executeTakeFirst()
  return consent ?? null
}

/** Returns tokens, or null when the code cannot be redeemed. */
export async function exchangeCode(
  parts: TokenParts,
  client: OAuthClient,
  sent: SentCode,
): Promise<TokenAnswer | null> {
  const nowMs = parts.clock.now()
  return inTransaction(parts.database, async (transaction) => {
    const consent = await redeemCode(transaction, sent, { client, wire: 'schwab', nowMs })
    if (consent === null) return null
    const refreshToken = `${randomSecret()}@`
    await transaction
      .insertInto('paper.refresh_token')
      .values({ token_digest: digestOf(refreshToken), consent_id: consent.consent_id })
      .execute()
    const subject = { ...parts, consentId: consent.consent_id, loginId: consent.login_id, client, nowMs }
    return answerWithTokens(transaction, subject, refreshToken)
  })
}
