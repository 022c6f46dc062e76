// Links between users and their sign-ins at an OpenID Connect provider, sign-ins there in progress, and which provider
// took the place of the password of a session (docs/decisions/0108-sign-in-with-a-provider.md).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table oidc_link (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      issuer text not null,
      subject text not null,
      email text,
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint oidc_link_subject_key unique (issuer, subject),
      constraint oidc_link_user_key unique (user_id, issuer)
    );
    create table oidc_attempt (
      state_hash bytea primary key,
      attempt_hash bytea not null,
      session_id uuid references session on delete cascade,
      user_id uuid references app_user on delete cascade,
      provider text not null,
      issuer text not null,
      subject text,
      email text,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index oidc_attempt_browser on oidc_attempt (attempt_hash);
    create index oidc_attempt_session on oidc_attempt (session_id);
    create index oidc_attempt_user on oidc_attempt (user_id);
    alter table session add column provider text;
  `.execute(db)
}
