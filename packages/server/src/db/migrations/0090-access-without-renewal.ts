// Access that lasts until it is revoked: its token does not expire, and nothing renews it. Which worker listens to the
// news of a login's orders. Alpaca as a source of prices.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table broker_login
      alter column access_expires_at drop not null,
      alter column refresh_token drop not null,
      add column news_holder uuid,
      add column news_until timestamptz;
    alter table market_source drop constraint market_source_source_check;
    alter table market_source add check (source in ('simulated', 'import', 'yahoo', 'alpaca'));
    insert into market_source (source, is_active, updated_at) values ('alpaca', false, now());
    alter table market.clock drop constraint clock_source_check;
    alter table market.clock add check (source in ('simulated', 'import', 'yahoo', 'alpaca'));
  `.execute(db)
}
