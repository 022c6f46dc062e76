// Lists the applications that have access to a login, newest first.

import type { Database } from '../db/connect.ts'
import type { Wire } from '../kind/wire.ts'

export interface ConsentSummary {
  readonly consentId: string
  readonly clientId: string
  readonly wire: Wire
  readonly givenMs: number
  /** Null: it has no end of its own. */
  readonly lapsesMs: number | null
  readonly accountNumbers: readonly string[]
}

/** Returns the consents of a login that have not lapsed at `nowMs`. */
export async function listConsents(database: Database, loginId: string, nowMs: number): Promise<ConsentSummary[]> {
  const rows = await database
    .selectFrom('paper.consent as c')
    .innerJoin('paper.consent_account as ca', 'ca.consent_id', 'c.consent_id')
    .innerJoin('paper.account as a', 'a.account_id', 'ca.account_id')
    .select(['c.consent_id', 'c.client_id', 'c.wire', 'c.given_at', 'c.lapses_at', 'a.account_number'])
    .where('c.login_id', '=', loginId)
    .where((eb) => eb.or([eb('c.lapses_at', 'is', null), eb('c.lapses_at', '>', new Date(nowMs))]))
    .where((eb) =>
      // A consent whose code was never exchanged gives no access and is not shown.
      eb.or([
        eb.exists(
          eb
            .selectFrom('paper.refresh_token as r')
            .select('r.consent_id')
            .whereRef('r.consent_id', '=', 'c.consent_id'),
        ),
        eb.exists(
          eb
            .selectFrom('paper.lasting_token as l')
            .select('l.consent_id')
            .whereRef('l.consent_id', '=', 'c.consent_id'),
        ),
      ]),
    )
    .orderBy('c.given_at', 'desc')
    .orderBy('a.account_id')
    .execute()
  const byConsent = new Map<string, ConsentSummary>()
  for (const row of rows) {
    const before = byConsent.get(row.consent_id)?.accountNumbers ?? []
    byConsent.set(row.consent_id, {
      consentId: row.consent_id,
      clientId: row.client_id,
      wire: row.wire,
      givenMs: row.given_at.getTime(),
      lapsesMs: row.lapses_at?.getTime() ?? null,
      accountNumbers: [...before, row.account_number],
    })
  }
  return [...byConsent.values()]
}
