// Stores an authorisation: inserts a login row with the tokens, schedules readings of the covered accounts, and removes
// logins without accounts together with their tokens.
import { sql } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import type { Authorisation } from './authorise.ts'
import { authorisationEnd, sealTokens } from './broker-access.ts'

export async function insertLogin(
  services: Services,
  trx: Trx,
  ownerId: string,
  authorisation: Authorisation,
): Promise<void> {
  const { broker, loginId, tokens, authorisedMs } = authorisation
  await trx
    .insertInto('broker_login')
    .values({
      id: loginId,
      owner_id: ownerId,
      broker,
      ...sealTokens(services, loginId, tokens),
      refresh_expires_at: authorisationEnd(authorisedMs, tokens),
      authorised_at: new Date(authorisedMs),
      lapsed_at: null,
    })
    .execute()
}

/** Schedules an immediate reading of an account and clears its earlier failure. */
export async function scheduleSync(trx: Trx, accountId: string, nowMs: number): Promise<void> {
  const values = { next_at: new Date(nowMs), failures: 0, failure: null, failure_reason: null, failed_at: null }
  await trx
    .insertInto('account_sync')
    .values({
      account_id: accountId,
      ...values,
      transactions_through: null,
      orders_through: null,
      unexplained_cents: null,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}

export async function removeOrphanedLogins(trx: Trx, ownerId: string): Promise<void> {
  await sql`
    delete from broker_login l where l.owner_id = ${ownerId} and not exists (select from account a
      where a.broker_login_id = l.id)
  `.execute(trx)
}
