// Groups that require more than a text message, codes that confirm a live session, and by what the session was opened
// that made an API token (docs/decisions/0106-fresh-and-strong-factors.md). Nothing is known of earlier tokens, so
// they count as made by a text message.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_group add column requires_strong_factor boolean not null default false;
    alter table api_token add column factor text not null default 'SMS';
    alter table passkey_challenge
      drop constraint passkey_challenge_purpose_check,
      add constraint passkey_challenge_purpose_check
        check (purpose in ('REGISTER', 'SIGN_IN', 'STEP', 'CONFIRM'));
    create table session_code (
      session_id uuid primary key references session on delete cascade,
      id uuid not null,
      code_hash bytea not null,
      last_sent_at timestamptz not null,
      expires_at timestamptz not null,
      tries integer not null
    );
  `.execute(db)
}
