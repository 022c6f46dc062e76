// API tokens with the accounts they are limited to, and which token made a call that the audit log records
// (docs/rules/access.md, "API tokens"). A line of the log keeps id and name of its token without a reference: tokens
// are left out of backups.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_token (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      name text not null,
      token_hash bytea not null unique,
      keys text[] not null,
      is_read_only boolean not null,
      is_for_all_accounts boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      last_address text
    );
    create index api_token_of_owner on api_token (owner_id) where revoked_at is null;
    create table api_token_account (
      token_id uuid not null references api_token on delete cascade,
      account_id uuid not null references account on delete cascade,
      primary key (token_id, account_id)
    );
    create index api_token_account_of_account on api_token_account (account_id);
    alter table audit_log add column token_id uuid, add column token_name text;
  `.execute(db)
}
