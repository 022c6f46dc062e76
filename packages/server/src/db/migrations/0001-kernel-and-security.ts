// The first tables: kernel (stored answers, audit, counters, settings, outbox) and sign-in with rights.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setting (name text primary key, value jsonb not null, updated_at timestamptz not null);
    create table rate_counter (
      scope text primary key,
      window_start timestamptz not null,
      count integer not null check (count >= 0),
      blocked_until timestamptz
    );
    create table outbox_message (
      id uuid primary key,
      channel text not null check (channel in ('SMS', 'MAIL')),
      recipient text not null,
      subject text not null,
      body text not null,
      created_at timestamptz not null,
      position bigint generated always as identity
    );
    create index outbox_message_by_position on outbox_message (position desc);

    create table app_user (
      id uuid primary key,
      first_name text not null,
      last_name text not null,
      email text not null unique check (email = lower(email)),
      phone_number text not null,
      password_hash text not null,
      status text not null check (status in ('ACTIVE', 'INACTIVE', 'CONFIRMATION')),
      is_system boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create table user_preference (
      user_id uuid primary key references app_user on delete cascade,
      preference jsonb not null,
      updated_at timestamptz not null
    );
    create table user_group (
      id uuid primary key,
      name text not null,
      name_key text not null unique,
      system_group boolean not null,
      status text not null check (status in ('ACTIVE', 'INACTIVE')),
      created_at timestamptz not null
    );
    create table permission (
      id uuid primary key,
      name_key text not null unique,
      name text not null,
      category text not null,
      position integer not null
    );
    create table group_permission (
      group_id uuid not null references user_group on delete cascade,
      permission_id uuid not null references permission,
      primary key (group_id, permission_id)
    );
    create table user_group_member (
      user_id uuid not null references app_user on delete cascade,
      group_id uuid not null references user_group on delete cascade,
      primary key (user_id, group_id)
    );
    create table sign_in_challenge (
      id uuid primary key,
      user_id uuid not null unique references app_user on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_sent_at timestamptz not null,
      tries integer not null,
      sends integer not null
    );
    create table session (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      address text not null,
      user_agent text not null
    );
    create index session_by_user on session (user_id) where ended_at is null;
    create table device (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );

    create table idempotency_key (
      owner_id uuid not null references app_user on delete cascade,
      key text not null,
      route text not null,
      body_hash bytea not null,
      reply jsonb,
      created_at timestamptz not null,
      primary key (owner_id, key)
    );
    create index idempotency_key_by_age on idempotency_key (created_at);
    create table audit_log (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid,
      action text not null,
      object_type text,
      object_id text,
      before jsonb,
      after jsonb,
      request_id text,
      address text
    );
    create index audit_log_by_object on audit_log (object_type, object_id, at);
    create index audit_log_by_actor on audit_log (actor_id, at);
  `.execute(db)
}
