// Authenticator apps and recovery codes beside the text message, and what each session was opened with
// (docs/decisions/0103-authenticator-apps.md). Every session so far was opened by a text message.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_factor (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      kind text not null check (kind in ('AUTHENTICATOR')),
      name text not null check (length(name) between 1 and 60),
      secret_sealed bytea,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_used_at timestamptz,
      constraint sign_in_factor_secret check (kind <> 'AUTHENTICATOR' or secret_sealed is not null)
    );
    create index sign_in_factor_user on sign_in_factor (user_id);
    create table recovery_code (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null,
      used_at timestamptz
    );
    create index recovery_code_user on recovery_code (user_id);
    alter table app_user
      add column takes_sms boolean not null default true,
      add column totp_step integer not null default 0;
    alter table sign_in_challenge
      alter column code_hash drop not null,
      add column methods_until timestamptz;
    alter table session
      add column factor text not null default 'SMS',
      add column factor_at timestamptz;
    update session set factor_at = created_at;
  `.execute(db)
}
