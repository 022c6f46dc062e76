// Research: levels of instruments with their proof, what the seeker and the screener read, and what users save:
// analyses of the calculator, watchlists and saved screens.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Instruments whose bars changed since their levels were computed; written with the bars, taken by the job.
    create table level_due (
      instrument_id uuid primary key references instrument on delete cascade,
      -- Earlier bars may have changed too, so that the last days are computed anew and not only the new ones.
      rewrites boolean not null default false
    );
    insert into level_due (instrument_id) select instrument_id from instrument_stat;

    -- The levels of each ingested day in the dollars of that day, with the days that prove them. Never rescaled.
    create table level_day (
      instrument_id uuid not null references instrument on delete cascade,
      day date not null,
      levels jsonb not null,
      primary key (instrument_id, day)
    );

    -- The newest day of each instrument, two rows: what a page of the seeker reads.
    create table opportunity (
      instrument_id uuid not null references instrument on delete cascade,
      direction text not null check (direction in ('long', 'short')),
      source text not null,
      code text collate "C" not null,
      day date not null,
      resistance_cents bigint not null,
      support_cents bigint not null,
      entry_cents bigint not null,
      -- |entry - last close| / last close, a fraction.
      distance float8 not null,
      average_volume bigint not null,
      -- The first reason against; null makes it an opportunity.
      fault text,
      primary key (instrument_id, direction)
    );
    create index opportunity_nearest on opportunity (source, direction, day, distance, code) where fault is null;

    create table instrument_indicator (
      instrument_id uuid primary key references instrument on delete cascade,
      day date not null,
      rsi14 float8,
      sma20 float8,
      sma50 float8,
      sma200 float8
    );

    create table saved_analysis (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      content jsonb not null,
      saved_at timestamptz not null,
      unique (owner_id, name)
    );

    create table watchlist (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      position integer not null,
      created_at timestamptz not null,
      unique (owner_id, name)
    );
    -- By ticker, not by instrument: a list outlives a change of the market's source.
    create table watchlist_item (
      watchlist_id uuid not null references watchlist on delete cascade,
      code_key text collate "C" not null,
      code text not null,
      note text not null default '',
      position integer not null,
      added_at timestamptz not null,
      primary key (watchlist_id, code_key)
    );

    create table saved_screen (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      criteria jsonb not null,
      -- Run after each market day, telling its owner what is new in it.
      is_daily boolean not null,
      last_run_day date,
      last_codes text[],
      saved_at timestamptz not null,
      unique (owner_id, name)
    );
    create index saved_screen_daily on saved_screen (last_run_day) where is_daily;
  `.execute(db)
}
