// A schedule mails on after the session that saved it, so it keeps the factor of that session; null, of one that was
// saved before, counts as a text message. Beside it, why it was paused by something else than its owner
// (docs/rules/access.md, "Scheduled reports").
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_schedule add column factor text, add column paused_because text`.execute(db)
}
