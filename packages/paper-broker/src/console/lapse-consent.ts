// Ends an application's access immediately, as if its seven days were over, so that renewal can be tried.

import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'

/** Lapses a consent of this login; returns false when the login has no such active consent. */
export async function lapseConsent(
  database: Database,
  loginId: string,
  consentId: string,
  nowMs: number,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const lapsed = await transaction
      .updateTable('paper.consent')
      .set({ lapses_at: new Date(nowMs) })
      .where('consent_id', '=', consentId)
      .where('login_id', '=', loginId)
      .where((eb) => eb.or([eb('lapses_at', 'is', null), eb('lapses_at', '>', new Date(nowMs))]))
      .executeTakeFirst()
    if (lapsed.numUpdatedRows !== 1n) return false
    await transaction.deleteFrom('paper.access_token').where('consent_id', '=', consentId).execute()
    await transaction.deleteFrom('paper.lasting_token').where('consent_id', '=', consentId).execute()
    return true
  })
}
