// Accounts and their books. Transactions and their items are the books, append-only; `account.cash_cents` and
// `position` are sums over them, updated in the same database transaction and verified by `ledger/check-books.ts`.

import type { Migration } from '../migration.ts'

export const books: Migration = {
  number: 2,
  name: 'books',
  sql: `
    create sequence paper.activity_number start with 80000000001;

    create table paper.account (
      account_id uuid primary key,
      login_id uuid not null references paper.login (login_id),
      account_number text not null unique check (account_number ~ '^[1-9][0-9]{7}$'),
      hash_value text not null unique check (hash_value ~ '^[0-9A-F]{64}$'),
      account_type text not null check (account_type in ('MARGIN', 'CASH')),
      nick_name text not null,
      market_source text not null check (market_source in ('simulated', 'import', 'replay')),
      opening_reference text,
      cash_cents bigint not null,
      opened_at timestamptz not null,
      unique (login_id, opening_reference)
    );
    create index account_by_login on paper.account (login_id);

    create table paper.transaction (
      account_id uuid not null references paper.account (account_id),
      activity_id bigint not null unique,
      occurred_at timestamptz not null,
      market_day date not null,
      settlement_day date not null,
      kind text not null,
      sub_account text not null check (sub_account in ('CASH', 'MARGIN', 'SHORT', 'DIV', 'INCOME')),
      description text not null,
      order_id bigint,
      net_amount_cents bigint not null,
      realised numeric(24, 8) not null,
      reference text,
      primary key (account_id, activity_id),
      unique (account_id, reference)
    );
    create index transaction_by_time on paper.transaction (account_id, occurred_at);

    create table paper.transaction_item (
      account_id uuid not null,
      activity_id bigint not null,
      line smallint not null,
      symbol text not null,
      asset_type text not null,
      cusip text,
      multiplier integer not null check (multiplier > 0),
      quantity_change bigint not null,
      price numeric(20, 4),
      cost_change numeric(24, 8) not null,
      amount_cents bigint not null,
      fee_type text,
      position_effect text,
      primary key (account_id, activity_id, line),
      foreign key (account_id, activity_id) references paper.transaction (account_id, activity_id)
    );

    create table paper.position (
      account_id uuid not null references paper.account (account_id),
      symbol text not null,
      asset_type text not null,
      cusip text,
      multiplier integer not null check (multiplier > 0),
      quantity bigint not null check (quantity <> 0),
      cost numeric(24, 8) not null check (cost >= 0),
      primary key (account_id, symbol)
    );
  `,
}
