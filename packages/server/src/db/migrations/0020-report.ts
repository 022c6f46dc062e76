// What users save of reports: named filters, and own reports that they may share with groups.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_filter (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      -- A key of the catalogue, or own: and the id of an own report.
      report text not null,
      name text not null,
      filter jsonb not null,
      order_by text,
      direction text check (direction in ('ASC', 'DESC')),
      saved_at timestamptz not null,
      unique (owner_id, report, name)
    );

    create table own_report (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      content jsonb not null,
      saved_at timestamptz not null,
      unique (owner_id, name)
    );

    create table own_report_share (
      report_id uuid not null references own_report on delete cascade,
      group_id uuid not null references user_group on delete cascade,
      primary key (report_id, group_id)
    );
    create index own_report_share_by_group on own_report_share (group_id);
  `.execute(db)
}
