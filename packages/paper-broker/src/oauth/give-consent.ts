// Records that a login allows an application to access some of its accounts, and creates the code for the browser to
// carry back.

import { randomUUID } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidV7 } from '../kernel/id.ts'
import type { Wire } from '../kind/wire.ts'
import { digestOf, randomSecret } from '../kernel/secret.ts'
import type { AuthoriseRequest } from './authorise-request.ts'
import type { Lifetimes } from './lifetime.ts'

interface ConsentParts {
  readonly database: Database
  readonly clock: Clock
  readonly lifetimes: Lifetimes
}

/** Returns a new code in the form of a wire. */
const NEW_CODE: Readonly<Record<Wire, () => string>> = {
  schwab: () => `C0.${randomSecret()}@`,
  alpaca: () => randomUUID(),
}

/**
 * Returns the code, or null when one of the accounts is not this login's or none was chosen. One consent over the
 * Alpaca wire is for one account.
 */
export async function giveConsent(
  { database, clock, lifetimes }: ConsentParts,
  loginId: string,
  accountIds: readonly string[],
  request: AuthoriseRequest,
): Promise<string | null> {
  const now = clock.now()
  const chosen = [...new Set(accountIds)]
  const code = NEW_CODE[request.wire]()
  return inTransaction(database, async (transaction) => {
    if (chosen.length === 0 || (request.wire === 'alpaca' && chosen.length > 1)) return null
    const own = await transaction
      .selectFrom('paper.account')
      .select('account_id')
      .where('login_id', '=', loginId)
      .where('account_id', 'in', chosen)
      .execute()
    if (own.length !== chosen.length) return null
    const consentId = uuidV7(now)
    await transaction
      .insertInto('paper.consent')
      .values({
        consent_id: consentId,
        login_id: loginId,
        client_id: request.client.clientId,
        given_at: new Date(now),
        // Access over the Alpaca wire ends only when its owner ends it.
        lapses_at: request.wire === 'alpaca' ? null : new Date(now + lifetimes.consentMs),
        wire: request.wire,
        scopes: [...request.scopes],
      })
      .execute()
    await transaction
      .insertInto('paper.consent_account')
      .values(own.map((row) => ({ ...row, consent_id: consentId })))
      .execute()
    await transaction
      .insertInto('paper.authorisation_code')
      .values({
        code_digest: digestOf(code),
        consent_id: consentId,
        redirect_uri: request.redirectUri,
        code_challenge: request.codeChallenge?.value ?? null,
        code_challenge_method: request.codeChallenge?.method ?? null,
        expires_at: new Date(now + lifetimes.codeMs),
        used_at: null,
      })
      .execute()
    return code
  })
}
