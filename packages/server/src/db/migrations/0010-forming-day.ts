// Long work as tasks, tickets of WebSockets, and the day that is still forming: the same list figures as
// instrument_stat, kept separately so that nothing that counts finished sessions can read them by mistake, and what
// each instrument carries into the day from its finished sessions.
import { sql, type Kysely } from 'kysely'

const timings = ['daily', 'week', 'month', 'year'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  const base = timings.flatMap((timing) => [
    ...(timing === 'daily'
      ? []
      : [
          `${timing}_open float8`,
          `${timing}_high float8`,
          `${timing}_high_day date`,
          `${timing}_low float8`,
          `${timing}_low_day date`,
        ]),
    `${timing}_high_before float8`,
    `${timing}_low_before float8`,
    `${timing}_sessions_before integer not null`,
  ])
  await sql
    .raw(
      `alter table market_source add column forming_day date;
      create table forming_stat (like instrument_stat including all);
      create table forming_base (
        instrument_id uuid primary key,
        source text not null,
        day date not null,
        last_close float8 not null,
        ${base.join(', ')},
        year_range_high float8 not null,
        year_range_low float8 not null
      );
      create table task (
        id uuid primary key,
        owner_id uuid references app_user on delete cascade,
        name text not null,
        position integer not null check (position >= 0),
        total integer not null check (total >= 0),
        status text not null check (status in ('RUNNING', 'COMPLETED', 'FAILED')),
        started_at timestamptz not null,
        updated_at timestamptz not null,
        ended_at timestamptz,
        check ((status = 'RUNNING') = (ended_at is null))
      );
      create index task_by_age on task (started_at desc);
      create table socket_ticket (
        ticket_hash bytea primary key,
        session_id uuid not null references session on delete cascade,
        expires_at timestamptz not null
      );`,
    )
    .execute(db)
}
