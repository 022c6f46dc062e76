// Records that a login allows an application to access some of its accounts, and creates the code for the browser to
// carry back.

import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidV7 } from '../kernel/id.ts'
import { digestOf, randomSecret } from '../kernel/secret.ts'
import type { AuthoriseRequest } from './authorise-request.ts'
import type { Lifetimes } from './lifetime.ts'

interface ConsentParts {
  readonly database: Database
  readonly clock: Clock
  readonly lifetimes: Lifetimes
}

/** Returns the code (it ends in `@`), or null when one of the accounts is not this login's or none was chosen. */
export async function giveConsent(
  { database, clock, lifetimes }: ConsentParts,
  loginId: string,
  accountIds: readonly string[],
  request: AuthoriseRequest,
): Promise<string | null> {
  const now = clock.now()
  const chosen = [...new Set(accountIds)]
  const code = `C0.${randomSecret()}@`
  return inTransaction(database, async (transaction) => {
    if (chosen.length === 0) return null
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
        lapses_at: new Date(now + lifetimes.consentMs),
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
