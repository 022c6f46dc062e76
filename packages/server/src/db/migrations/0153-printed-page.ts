// What an issued statement says of what earned the money, so that the next one can name what has changed since.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund_statement_mail add column printed jsonb`.execute(db)
}
