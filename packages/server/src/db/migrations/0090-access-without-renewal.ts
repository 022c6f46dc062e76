// Access that lasts until it is revoked: its token does not expire, and nothing renews it. Which worker listens to the
// news of a login's orders.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table broker_login
      alter column access_expires_at drop not null,
      alter column refresh_token drop not null,
      add column news_holder uuid,
      add column news_until timestamptz;
  `.execute(db)
}
