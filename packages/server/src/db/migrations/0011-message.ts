// Messages to one person: notifications, each written once under its key, and alerts, each present once while its
// condition lasts.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table notification (
        id uuid primary key,
        user_id uuid not null references app_user on delete cascade,
        -- Rows of one moment keep the order in which they were written.
        position bigint generated always as identity,
        key text not null,
        kind text not null,
        title text not null,
        text text not null,
        link text,
        created_at timestamptz not null,
        read_at timestamptz,
        unique (user_id, key)
      );
      create index notification_by_age on notification (user_id, position desc);
      create index notification_unread on notification (user_id) where read_at is null;
      create table alert (
        id uuid primary key,
        user_id uuid not null references app_user on delete cascade,
        position bigint generated always as identity,
        key text not null,
        kind text not null,
        severity text not null check (severity in ('INFO', 'WARNING', 'CRITICAL')),
        title text not null,
        text text not null,
        link text,
        raised_at timestamptz not null,
        updated_at timestamptz not null,
        seen_at timestamptz,
        resolved_at timestamptz
      );
      create unique index alert_standing on alert (user_id, key) where resolved_at is null;
      create index alert_by_age on alert (user_id, position desc);`,
    )
    .execute(db)
}
