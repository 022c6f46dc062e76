// The schema `market` with the columns that the server's migrations define for the brokerage, filled with a few
// recorded bars.

import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

const ACME = '01890000-0000-7000-8000-000000000001'

/** Creates tables in place of the views; the brokerage reads them by the same names and columns. */
export async function makeRecordedViews(database: Database): Promise<void> {
  await sql
    .raw(
      `create schema if not exists market;
      create table if not exists market.clock (source text, mode text, market_time timestamptz, wall_time timestamptz, speed numeric);
      create table market.replay (replay_id uuid primary key, stood_at timestamptz);
      create table market.instrument (id uuid, code text, name text, asset_type text, exchange text, cusip text, source text not null default 'import',
        code_key text generated always as (translate(code, '-/', '..')) stored);
      create table market.daily_bar (instrument_id uuid, day date, open float8, high float8, low float8, close float8, volume float8);
      create table market.minute_bar (instrument_id uuid, at timestamptz, open float8, high float8, low float8, close float8, volume float8);
      create table market.corporate_action (instrument_id uuid, day date, kind text, value numeric);
      create table market.stand (source text primary key, complete_through date, updated_at timestamptz not null default '2020-01-01');
      create view market.source as select i.source, max(b.day) as market_day, max(s.complete_through) as complete_through, coalesce(max(s.updated_at), '2020-01-01') as updated_at
        from market.instrument i join market.daily_bar b on b.instrument_id = i.id left join market.stand s on s.source = i.source group by i.source;
      create view market.instrument_day as select b.instrument_id, max(b.day) as last_day from market.daily_bar b group by b.instrument_id;
      insert into market.instrument values ('${ACME}', 'ACME', 'Acme Works 100%', 'EQUITY', 'NYSE', '000111222');
      insert into market.daily_bar values
        ('${ACME}', '2021-04-19', 400, 410, 395, 404, 1000),
        ('${ACME}', '2021-04-20', 101, 104, 99, 103, 4000),
        ('${ACME}', '2021-04-21', 103, 106, 102, 105.5, 5000);
      insert into market.minute_bar values ('${ACME}', '2021-04-21T14:00:00Z', 103, 103.5, 102.9, 103.2, 50), ('${ACME}', '2021-04-21T14:01:00Z', 103.2, 103.3, 103.1, 103.3, 60);
      insert into market.corporate_action values ('${ACME}', '2021-04-20', 'SPLIT', 4);`,
    )
    .execute(database)
}

/** Sets the single row of the market clock. */
export async function setMarketClock(
  database: Database,
  row: { source: string; mode: string; marketTime: string; wallTime: string; speed: number },
): Promise<void> {
  await sql`create schema if not exists market`.execute(database)
  await sql`create table if not exists market.clock (source text, mode text, market_time timestamptz, wall_time timestamptz, speed numeric)`.execute(
    database,
  )
  await sql`delete from market.clock`.execute(database)
  await sql`insert into market.clock values (${row.source}, ${row.mode}, ${row.marketTime}, ${row.wallTime}, ${row.speed})`.execute(
    database,
  )
}
