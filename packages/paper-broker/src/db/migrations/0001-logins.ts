// Logins of the paper brokerage, their browser sessions, and the attempts that throttling counts.

import type { Migration } from '../migration.ts'

export const logins: Migration = {
  number: 1,
  name: 'logins',
  sql: `
    create table paper.login (
      login_id uuid primary key,
      user_name text not null unique check (user_name = lower(user_name)),
      password_hash text not null,
      created_at timestamptz not null
    );

    create table paper.web_session (
      session_digest bytea primary key,
      login_id uuid not null references paper.login (login_id),
      expires_at timestamptz not null
    );

    create table paper.sign_in_try (
      try_id uuid primary key,
      kind text not null check (kind in ('SIGN_IN', 'REGISTER')),
      user_name text not null,
      address text not null,
      tried_at timestamptz not null
    );
    create index sign_in_try_by_name on paper.sign_in_try (user_name, tried_at);
    create index sign_in_try_by_address on paper.sign_in_try (address, tried_at);
  `,
}
