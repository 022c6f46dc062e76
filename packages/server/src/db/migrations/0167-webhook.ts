// Webhooks of users with the accounts they are limited to, their deliveries, and each attempt to send one
// (docs/rules/access.md, "Webhooks").
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      url text not null,
      events text[] not null,
      factor text not null,
      is_for_all_accounts boolean not null,
      secret_sealed bytea not null,
      old_secret_sealed bytea,
      old_secret_until timestamptz,
      state text not null check (state in ('ACTIVE', 'PAUSED', 'FAILED', 'GONE')),
      reason text,
      created_at timestamptz not null,
      last_attempt_at timestamptz,
      last_status integer,
      failing_since timestamptz
    );
    create unique index webhook_name on webhook (owner_id, lower(name));
    create table webhook_account (
      webhook_id uuid not null references webhook on delete cascade,
      account_id uuid not null references account on delete cascade,
      primary key (webhook_id, account_id)
    );
    create index webhook_account_of_account on webhook_account (account_id);
    create table webhook_delivery (
      id uuid primary key,
      webhook_id uuid not null references webhook on delete cascade,
      event text not null,
      key text not null,
      account_id uuid references account on delete cascade,
      member_id uuid,
      payload text not null,
      state text not null check (state in ('WAITING', 'DELIVERED', 'FAILED', 'WITHHELD')),
      claims integer not null default 0,
      tries integer not null default 0,
      created_at timestamptz not null,
      next_at timestamptz not null,
      claimed_until timestamptz,
      unique (webhook_id, key)
    );
    create index webhook_delivery_due on webhook_delivery (next_at) where state = 'WAITING';
    create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, created_at desc, id desc);
    create index webhook_delivery_age on webhook_delivery (created_at);
    create index webhook_delivery_of_account on webhook_delivery (account_id);
    create table webhook_attempt (
      id uuid primary key,
      delivery_id uuid not null references webhook_delivery on delete cascade,
      at timestamptz not null,
      status integer,
      duration_ms integer not null,
      reason text,
      answer text not null
    );
    create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, at);
  `.execute(db)
}
