// Deletes what no longer grants access: expired sessions, codes and tokens, and attempts that no limit counts any more.
// Consents stay: they record what was allowed.

import type { Database } from './connect.ts'

const TRIES_KEPT_MS = 24 * 60 * 60_000

export async function purgeLapsed(database: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await database.deleteFrom('paper.web_session').where('expires_at', '<=', now).execute()
  await database.deleteFrom('paper.authorisation_code').where('expires_at', '<=', now).execute()
  await database.deleteFrom('paper.access_token').where('expires_at', '<=', now).execute()
  await database
    .deleteFrom('paper.sign_in_try')
    .where('tried_at', '<=', new Date(nowMs - TRIES_KEPT_MS))
    .execute()
}
