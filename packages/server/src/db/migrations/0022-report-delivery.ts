// Reports that are prepared, mailed or run on a schedule: each run with its files and its mails, and the schedules.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_schedule (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      report text not null,
      report_name text not null,
      -- What was chosen: filter, column, orderBy, direction.
      request jsonb not null,
      frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
      weekday integer check (weekday between 1 and 7),
      month_day integer check (month_day between 1 and 31),
      hour integer not null check (hour between 0 and 23),
      period text not null,
      formats text[] not null,
      recipients text[] not null,
      comment text not null,
      is_paused boolean not null,
      -- The next time, by the clock of New York; kept while paused and counted anew when it goes on.
      next_at timestamptz not null,
      created_at timestamptz not null,
      check (frequency <> 'WEEKLY' or weekday is not null),
      check (frequency <> 'MONTHLY' or month_day is not null)
    );
    create index report_schedule_by_owner on report_schedule (owner_id, name);
    create index report_schedule_due on report_schedule (next_at) where not is_paused;

    create table report_run (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      kind text not null check (kind in ('DOWNLOAD', 'MAIL', 'SCHEDULE')),
      schedule_id uuid references report_schedule on delete cascade,
      -- The time of the schedule that this run is for: one run each, however many workers look.
      due_at timestamptz,
      report text not null,
      name text not null,
      request jsonb not null,
      formats text[] not null,
      comment text not null,
      state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'SKIPPED', 'CANCELLED')),
      reason text,
      -- Counted with every claim: a worker that lost its claim finds another number and stops.
      attempts integer not null default 0,
      -- When it may be claimed; while it runs, when its worker counts as lost.
      next_at timestamptz not null,
      row_count integer,
      percent integer,
      requested_at timestamptz not null,
      ended_at timestamptz,
      unique (schedule_id, due_at),
      check ((kind = 'SCHEDULE') = (schedule_id is not null and due_at is not null))
    );
    create index report_run_waiting on report_run (next_at) where state in ('WAITING', 'RUNNING');
    create index report_run_by_owner on report_run (owner_id, requested_at desc);
    create index report_run_by_schedule on report_run (schedule_id, requested_at desc) where schedule_id is not null;
    create index report_run_ended on report_run (ended_at) where ended_at is not null;

    create table report_file (
      run_id uuid not null references report_run on delete cascade,
      format text not null,
      file_name text not null,
      content bytea not null,
      primary key (run_id, format)
    );

    create table report_mail (
      run_id uuid not null references report_run on delete cascade,
      position integer not null,
      recipient text not null,
      state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
      reason text,
      sent_at timestamptz,
      primary key (run_id, position)
    );
  `.execute(db)
}
