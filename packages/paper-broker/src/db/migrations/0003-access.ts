// Consents of a login to an application, and the codes and tokens issued for them. Only digests of secrets are stored.

import type { Migration } from '../migration.ts'

export const access: Migration = {
  number: 3,
  name: 'access',
  sql: `
    create table paper.consent (
      consent_id uuid primary key,
      login_id uuid not null references paper.login (login_id),
      client_id text not null,
      given_at timestamptz not null,
      lapses_at timestamptz not null
    );
    create index consent_by_login on paper.consent (login_id, given_at);

    create table paper.consent_account (
      consent_id uuid not null references paper.consent (consent_id),
      account_id uuid not null references paper.account (account_id),
      primary key (consent_id, account_id)
    );

    create table paper.authorisation_code (
      code_digest bytea primary key,
      consent_id uuid not null references paper.consent (consent_id),
      redirect_uri text not null,
      code_challenge text,
      code_challenge_method text,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table paper.access_token (
      token_digest bytea primary key,
      consent_id uuid not null references paper.consent (consent_id),
      expires_at timestamptz not null
    );

    create table paper.refresh_token (
      token_digest bytea primary key,
      consent_id uuid not null references paper.consent (consent_id)
    );
  `,
}
