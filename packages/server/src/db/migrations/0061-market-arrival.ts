// How far the prices of each instrument and of each source reach: a day that arrives symbol by symbol is not complete
// with its first one.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_source add column complete_through date;
    comment on column market_source.complete_through
      is 'The last day of which nothing more is awaited, whichever instruments have a bar of it.';
    update market_source set complete_through = market_day;

    create or replace view market.source as
      select s.source, s.market_day, s.complete_through, s.updated_at from market_source s;

    create view market.instrument_day as
      select t.instrument_id, t.last_day from instrument_stat t;
  `.execute(db)
}
