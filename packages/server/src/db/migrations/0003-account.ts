// Brokerage accounts: the access a broker login granted us, linking attempts, accounts with their last values, and what
// the broker reported about them (positions, transactions, movements) together with the one official valuation of each
// session.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table broker_login (
      id uuid primary key,
      owner_id uuid not null references app_user on delete cascade,
      broker text not null,
      access_token bytea not null,
      access_expires_at timestamptz not null,
      refresh_token bytea not null,
      refresh_expires_at timestamptz not null,
      authorised_at timestamptz not null,
      lapsed_at timestamptz
    );
    create index broker_login_by_owner on broker_login (owner_id);

    create table account (
      id uuid primary key,
      owner_id uuid not null references app_user on delete restrict,
      broker_login_id uuid not null references broker_login on delete restrict,
      broker text not null,
      number text not null,
      hash_value text not null,
      type text not null check (type in ('MARGIN', 'CASH')),
      market_source text not null,
      initial_balance_cents bigint not null,
      float_value_cents bigint not null,
      real_value_cents bigint not null,
      buying_power_cents bigint not null,
      cash_cents bigint not null,
      linked_at timestamptz not null,
      linked_day date not null,
      linked_value_cents bigint not null,
      linked_real_value_cents bigint not null,
      is_default boolean not null default false,
      is_active boolean not null default true,
      synced_at timestamptz,
      unique (broker, number)
    );
    create index account_by_owner on account (owner_id, number);
    create index account_by_login on account (broker_login_id);
    create unique index account_one_default on account (owner_id) where is_default;

    create table link_attempt (
      state_hash bytea primary key,
      owner_id uuid not null references app_user on delete cascade,
      session_id uuid not null references session on delete cascade,
      account_id uuid references account on delete cascade,
      created_at timestamptz not null,
      used_at timestamptz
    );
    create index link_attempt_by_owner on link_attempt (owner_id, created_at);

    create table account_sync (
      account_id uuid primary key references account on delete cascade,
      next_at timestamptz not null,
      failures integer not null default 0 check (failures >= 0),
      failure text check (failure in ('LAPSED', 'REFUSED', 'UNAVAILABLE', 'NONSENSE')),
      failure_reason text,
      failed_at timestamptz,
      transactions_through timestamptz,
      unexplained_cents bigint,
      is_rebuilt boolean not null default false
    );
    create index account_sync_by_turn on account_sync (next_at);

    create table account_position (
      account_id uuid not null references account on delete cascade,
      symbol text not null,
      asset_type text not null,
      description text,
      multiplier integer not null check (multiplier > 0),
      quantity numeric not null check (quantity <> 0),
      average_price numeric not null,
      market_value_cents bigint not null,
      open_profit_cents bigint not null,
      primary key (account_id, symbol)
    );

    create table account_transaction (
      account_id uuid not null references account on delete cascade,
      broker_id text not null,
      occurred_at timestamptz not null,
      day date not null,
      kind text not null,
      description text not null,
      symbol text,
      asset_type text,
      multiplier integer not null default 1,
      quantity numeric,
      price numeric,
      net_amount_cents bigint not null,
      fee_cents bigint not null default 0,
      order_id text,
      primary key (account_id, broker_id)
    );
    create index account_transaction_by_time on account_transaction (account_id, occurred_at, broker_id);

    create table account_movement (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      broker_id text not null,
      day date not null,
      amount_cents bigint not null,
      kind text not null,
      description text not null,
      created_at timestamptz not null,
      primary key (account_id, id),
      unique (account_id, broker_id)
    );
    create index account_movement_by_day on account_movement (account_id, day);

    create table account_close (
      account_id uuid not null references account on delete cascade,
      day date not null,
      broker_value_cents bigint not null,
      real_value_cents bigint not null,
      cash_cents bigint not null,
      is_rebuilt boolean not null,
      is_reconciled boolean not null,
      created_at timestamptz not null,
      primary key (account_id, day)
    );

    create table account_point (
      account_id uuid not null references account on delete cascade,
      at timestamptz not null,
      broker_value_cents bigint not null,
      real_value_cents bigint not null,
      primary key (account_id, at)
    );
  `.execute(db)
}
