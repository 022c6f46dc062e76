// Who recorded a ballot that a member gave on paper or at a meeting; null for one that the member cast.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund_ballot add column recorded_by uuid references app_user`.execute(db)
}
