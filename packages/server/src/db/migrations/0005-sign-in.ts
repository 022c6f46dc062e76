// Registration, one-use links, a phone number that awaits its code, and the captcha answers that were used.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The first right code; null means that nobody has ever proven to be this person.
    alter table app_user add column confirmed_at timestamptz;
    update app_user set confirmed_at = created_at where status <> 'CONFIRMATION';

    -- People who registered themselves; until they are confirmed the same e-mail may be registered again.
    create table registration (
      user_id uuid primary key references app_user on delete cascade,
      created_at timestamptz not null
    );
    -- Stands in for the code of a registration whose e-mail is already known: it counts tries and is never right.
    create table registration_decoy (
      email text primary key,
      phone_number text not null,
      last_sent_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null,
      sends integer not null
    );
    create table one_use_link (
      id uuid primary key,
      purpose text not null check (purpose in ('PASSWORD_RESET', 'EMAIL_CHANGE', 'INVITATION')),
      token_hash bytea not null unique,
      user_id uuid references app_user on delete cascade,
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index one_use_link_by_user on one_use_link (user_id) where used_at is null;
    create table phone_change (
      user_id uuid primary key references app_user on delete cascade,
      id uuid not null,
      phone_number text not null,
      code_hash bytea not null,
      last_sent_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null
    );
    create table captcha_answer (nonce text primary key, expires_at timestamptz not null);
  `.execute(db)
}
