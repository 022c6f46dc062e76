// Identifies the caller of a call on the Alpaca wire: the account behind a Bearer token or a key pair. One credential
// is for one account.

import type { IncomingHttpHeaders } from 'node:http'
import type { Database } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { digestOf } from '../../kernel/secret.ts'
import type { AccountSummary } from '../../ledger/list-accounts.ts'
import { readAccountSummary } from '../../ledger/list-accounts.ts'

/** What a credential allows beyond reading. */
export type AlpacaScope = 'account:write' | 'trading' | 'data'

export interface AlpacaCaller {
  readonly account: AccountSummary
  /** Identifies the credential; calls are counted for each. */
  readonly credential: string
  mayUse(scope: AlpacaScope): boolean
}

interface CredentialParts {
  readonly database: Database
  readonly clock: Clock
}

/** Returns the caller of an access token; null when it is unknown or its consent has ended. */
export async function callerOfToken({ database, clock }: CredentialParts, token: string): Promise<AlpacaCaller | null> {
  const found = await database
    .selectFrom('paper.lasting_token as t')
    .innerJoin('paper.consent as c', 'c.consent_id', 't.consent_id')
    .innerJoin('paper.consent_account as a', 'a.consent_id', 'c.consent_id')
    .select(['c.consent_id', 'c.scopes', 'a.account_id'])
    .where('t.token_digest', '=', digestOf(token))
    .where('c.wire', '=', 'alpaca')
    .where((eb) => eb.or([eb('c.lapses_at', 'is', null), eb('c.lapses_at', '>', new Date(clock.now()))]))
    .executeTakeFirst()
  if (found === undefined) return null
  return {
    account: await readAccountSummary(database, found.account_id),
    credential: found.consent_id,
    mayUse: (scope) => found.scopes.includes(scope),
  }
}

/** Returns the caller of a key pair; null when it is unknown or revoked. A key pair may do everything. */
export async function callerOfKeyPair(
  { database }: Pick<CredentialParts, 'database'>,
  keyId: string,
  secret: string,
): Promise<AlpacaCaller | null> {
  const found = await database
    .selectFrom('paper.key_pair')
    .select('account_id')
    .where('key_id', '=', keyId)
    .where('secret_digest', '=', digestOf(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return null
  return { account: await readAccountSummary(database, found.account_id), credential: keyId, mayUse: () => true }
}

/** Returns the caller of a request's headers, or null. */
export async function readCredential(
  parts: CredentialParts,
  headers: IncomingHttpHeaders,
): Promise<AlpacaCaller | null> {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined) return callerOfToken(parts, token)
  const { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret } = headers
  return typeof keyId === 'string' && typeof secret === 'string' ? callerOfKeyPair(parts, keyId, secret) : null
}
