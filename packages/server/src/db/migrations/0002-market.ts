// The market: sources, instruments, bars as traded, splits and dividends, what the lists need, imports, and the
// read-only schema `market` through which the paper brokerage sees the active source.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await tables(db)
  await listIndexes(db)
  await views(db)
}

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table market_source (
      source text primary key check (source in ('simulated', 'import')),
      is_active boolean not null,
      first_day date,
      market_day date,
      updated_at timestamptz not null
    );
    create unique index market_source_active on market_source (is_active) where is_active;
    insert into market_source values ('simulated', true, null, null, now()), ('import', false, null, null, now());

    create table instrument (
      id uuid primary key,
      source text not null references market_source,
      -- Compared byte by byte, so that lists and their indexes sort alike on every server.
      code text collate "C" not null,
      -- The code with one class separator, so that BRK.B, BRK-B and BRK/B are one instrument.
      code_key text collate "C" not null,
      name text not null,
      -- The name in lower case without diacritics, for the search.
      name_key text not null,
      asset_type text not null check (asset_type in ('EQUITY', 'ETF', 'INDEX')),
      exchange text,
      country text,
      sector text,
      industry text,
      cusip text,
      ipo_date date,
      share_count numeric(20, 0),
      market_cap numeric(24, 2),
      created_at timestamptz not null,
      unique (source, code_key)
    );
    create index instrument_by_ipo on instrument (source, ipo_date desc, code) where ipo_date is not null;
    
    -- Without a foreign key: checking one for each of half a million bars costs as much as storing them. A writer
    -- of bars writes their instrument in the same transaction; an instrument is removed after its bars.
    create table daily_bar (
      instrument_id uuid not null,
      day date not null,
      open float8 not null,
      high float8 not null,
      low float8 not null,
      close float8 not null,
      volume float8 not null,
      -- Files that arrive split-adjusted contain the splits up to this day; null means as traded.
      adjusted_through date,
      primary key (instrument_id, day)
    );
    create index daily_bar_by_day on daily_bar (day, instrument_id);

    create table minute_bar (
      instrument_id uuid not null,
      at timestamptz not null,
      open float8 not null,
      high float8 not null,
      low float8 not null,
      close float8 not null,
      volume float8 not null,
      primary key (instrument_id, at)
    ) partition by range (at);

    create table corporate_action (
      instrument_id uuid not null references instrument,
      day date not null,
      kind text not null check (kind in ('SPLIT', 'DIVIDEND')),
      value numeric not null check (value > 0),
      primary key (instrument_id, day, kind)
    );
    -- Derived from the splits: by what a bar of from_day <= day < until_day is divided. Days after the last split have
    -- no row.
    create table split_segment (
      instrument_id uuid not null references instrument,
      from_day date not null,
      until_day date not null,
      factor float8 not null,
      primary key (instrument_id, from_day)
    );

    create table market_import_run (
      id uuid primary key,
      file_name text not null,
      kind text,
      status text not null check (status in ('RUNNING', 'DONE', 'FAILED')),
      started_by uuid,
      started_at timestamptz not null,
      ended_at timestamptz,
      byte_count bigint not null,
      bytes_read bigint not null default 0,
      rows_read bigint not null default 0,
      rows_added bigint not null default 0,
      rows_unchanged bigint not null default 0,
      rows_replaced bigint not null default 0,
      rows_refused bigint not null default 0,
      instruments_added bigint not null default 0,
      message text
    );
    create index market_import_run_by_age on market_import_run (started_at desc);
    create table market_import_refusal (
      run_id uuid not null references market_import_run on delete cascade,
      position integer not null,
      line bigint not null,
      reason text not null,
      content text not null,
      primary key (run_id, position)
    );
  `.execute(db)
}

const timings = ['daily', 'week', 'month', 'year'] as const

/** One row per instrument carries every dashboard list; each list has the index that sorts it. */
async function listIndexes(db: Kysely<unknown>): Promise<void> {
  const columns = timings.flatMap((timing) => [
    `${timing}_open float8 not null`,
    `${timing}_change float8 not null`,
    `${timing}_high float8 not null`,
    `${timing}_high_day date not null`,
    `${timing}_high_beyond float8`,
    `${timing}_low float8 not null`,
    `${timing}_low_day date not null`,
    `${timing}_low_beyond float8`,
  ])
  await sql
    .raw(
      `create table instrument_stat (
        instrument_id uuid primary key references instrument,
        source text not null,
        code text collate "C" not null,
        first_day date not null,
        last_day date not null,
        bar_count integer not null,
        last_close float8 not null,
        previous_close float8,
        ${columns.join(', ')},
        year_range_high float8 not null,
        year_range_low float8 not null,
        average_volume float8 not null,
        updated_at timestamptz not null
      );
      ${timings.map((timing) => indexesOf(timing)).join('\n')}`,
    )
    .execute(db)
}

function indexesOf(timing: (typeof timings)[number]): string {
  return `
    create index instrument_stat_${timing}_winner on instrument_stat (source, last_day, ${timing}_change desc, code);
    create index instrument_stat_${timing}_loser on instrument_stat (source, last_day, ${timing}_change, code);
    create index instrument_stat_${timing}_high on instrument_stat (source, last_day, ${timing}_high_beyond desc,
      ${timing}_high_day desc, code) where ${timing}_high_beyond is not null;
    create index instrument_stat_${timing}_low on instrument_stat (source, last_day, ${timing}_low_beyond desc,
      ${timing}_low_day desc, code) where ${timing}_low_beyond is not null;`
}

/** The views return bars as traded: adjustments already contained in a file are multiplied back. */
async function views(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema market;
    create table market.clock (
      is_only boolean primary key default true check (is_only),
      source text not null check (source in ('simulated', 'import')),
      mode text not null check (mode in ('live', 'closed', 'replay')),
      market_time timestamptz not null,
      wall_time timestamptz not null,
      speed numeric not null check (speed > 0)
    );
    insert into market.clock values (true, 'simulated', 'live', now(), now(), 1);

    create view market.instrument as
      select i.id, i.code, i.name, i.asset_type, i.exchange, i.cusip
      from instrument i join market_source s on s.source = i.source and s.is_active;

    create view market.daily_bar as
      select b.instrument_id, b.day, b.open * f.factor as open, b.high * f.factor as high, b.low * f.factor as low,
        b.close * f.factor as close, b.volume / f.factor as volume
      from daily_bar b
      join instrument i on i.id = b.instrument_id
      join market_source s on s.source = i.source and s.is_active
      cross join lateral (
        select case when b.adjusted_through is null then 1 else
          coalesce((select g.factor from split_segment g
            where g.instrument_id = b.instrument_id and g.from_day <= b.day and b.day < g.until_day), 1)
          / coalesce((select g.factor from split_segment g
            where g.instrument_id = b.instrument_id and g.from_day <= b.adjusted_through
            and b.adjusted_through < g.until_day), 1)
        end as factor
      ) f;

    create view market.minute_bar as
      select b.instrument_id, b.at, b.open, b.high, b.low, b.close, b.volume
      from minute_bar b
      join instrument i on i.id = b.instrument_id
      join market_source s on s.source = i.source and s.is_active;

    create view market.corporate_action as
      select a.instrument_id, a.day, a.kind, a.value
      from corporate_action a
      join instrument i on i.id = a.instrument_id
      join market_source s on s.source = i.source and s.is_active;
  `.execute(db)
}
