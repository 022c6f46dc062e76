// Yahoo Finance as a third source of prices, and the index that finds any part of a code or name in the company search.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_source drop constraint market_source_source_check;
    alter table market_source add check (source in ('simulated', 'import', 'yahoo'));
    insert into market_source (source, is_active, updated_at) values ('yahoo', false, now());
    alter table market.clock drop constraint clock_source_check;
    alter table market.clock add check (source in ('simulated', 'import', 'yahoo'));
  `.execute(db)
  await searchIndex(db)
}

/** Trigrams come with every ordinary installation; a server without them searches by reading all instruments. */
async function searchIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    begin
      if exists (select from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
        create index instrument_by_part on instrument using gin (code_key gin_trgm_ops, name_key gin_trgm_ops);
      end if;
    end $$;
  `.execute(db)
}
