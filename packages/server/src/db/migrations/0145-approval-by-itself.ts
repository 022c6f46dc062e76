// A charge whose policy charges by itself is asked for by nobody in person. Its author is who has set the terms, so
// that somebody else has to approve it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund_approval add column is_by_itself boolean not null default false`.execute(db)
}
