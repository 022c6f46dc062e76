// The allocation page that is mailed beside the statement of a whole year, exactly as it was sent.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund_statement_mail add column allocation bytea`.execute(db)
}
