// Access over the Alpaca wire: consents that do not lapse, tokens without an end, and key pairs of one account. Only
// digests of secrets are stored.

import type { Migration } from '../migration.ts'

export const alpacaAccess: Migration = {
  number: 11,
  name: 'alpaca-access',
  sql: `
    alter table paper.consent alter column lapses_at drop not null;
    alter table paper.consent add column wire text not null default 'schwab' check (wire in ('schwab', 'alpaca'));
    alter table paper.consent alter column wire drop default;
    alter table paper.consent add column scopes text[] not null default '{}';
    alter table paper.consent alter column scopes drop default;
    alter table paper.consent add check (wire = 'alpaca' or lapses_at is not null);

    create table paper.lasting_token (
      token_digest bytea primary key,
      consent_id uuid not null references paper.consent (consent_id)
    );

    create table paper.key_pair (
      key_id text primary key,
      secret_digest bytea not null,
      account_id uuid not null references paper.account (account_id),
      made_at timestamptz not null,
      revoked_at timestamptz
    );
    create index key_pair_by_account on paper.key_pair (account_id, made_at);
  `,
}
