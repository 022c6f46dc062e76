// Web push: the server's key, the browsers that receive notifications, and what goes to each of them once. A browser
// belongs to the session that registered it last, and ends with it when its user signs out.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table web_push_key (
      id uuid primary key,
      only_row boolean not null default true unique check (only_row),
      public_key text not null,
      private_sealed bytea not null,
      created_at timestamptz not null
    );
    create table web_push_device (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      session_id uuid not null references session on delete cascade,
      endpoint_hash bytea not null unique,
      -- Address and keys of the browser together, as JSON.
      subscription_sealed bytea not null,
      shows_details boolean not null,
      user_agent text not null,
      created_at timestamptz not null,
      last_sent_at timestamptz
    );
    create index web_push_device_user on web_push_device (user_id);
    create index web_push_device_session on web_push_device (session_id);
    create table web_push_delivery (
      id uuid primary key,
      -- Null: a test message.
      notification_id uuid references notification on delete cascade,
      device_id uuid not null references web_push_device on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      position bigint generated always as identity,
      state text not null check (state in ('WAITING', 'SENT', 'FAILED')),
      created_at timestamptz not null,
      next_at timestamptz not null,
      claimed_until timestamptz,
      attempts integer not null default 0,
      reason text,
      constraint web_push_delivery_once unique (notification_id, device_id)
    );
    create index web_push_delivery_waiting on web_push_delivery (next_at) where state = 'WAITING';
    create index web_push_delivery_device on web_push_delivery (device_id);
    create index web_push_delivery_user on web_push_delivery (user_id, created_at);
    alter table notification_choice add column by_push boolean;
  `.execute(db)
}
