// Passkeys, their one-use challenges, and the random handle under which a device knows a user
// (docs/decisions/0104-passkeys.md).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_in_factor
      drop constraint sign_in_factor_kind_check,
      add constraint sign_in_factor_kind_check check (kind in ('AUTHENTICATOR', 'PASSKEY')),
      add column credential_id bytea unique,
      add column public_key bytea,
      add column counter bigint not null default 0,
      add column transports text[] not null default '{}',
      add constraint sign_in_factor_passkey
        check (kind <> 'PASSKEY' or (credential_id is not null and public_key is not null));
    create table passkey_challenge (
      id uuid primary key,
      purpose text not null check (purpose in ('REGISTER', 'SIGN_IN', 'STEP')),
      challenge text not null,
      user_id uuid references app_user on delete cascade,
      expires_at timestamptz not null
    );
    alter table app_user add column passkey_handle bytea;
  `.execute(db)
}
