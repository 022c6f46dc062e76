// A schedule whose statements wait is looked at every quarter of an hour. What was found is kept with the version of
// the books and the market day it was found on, so that the books are not read again until one of them changes.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund_statement_schedule add column held_under text`.execute(db)
}
