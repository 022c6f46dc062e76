// Orders: our copy of what the brokerage holds (trees, with the history of each status), our own requests to place and
// replace, recorded before anything is sent, the prices at which waiting entries are cancelled, and the guard rails.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table broker_order (
      account_id uuid not null references account on delete cascade,
      broker_id text not null,
      root_id text not null,
      parent_id text,
      position integer not null check (position >= 0),
      strategy text not null,
      symbol text,
      asset_type text,
      multiplier integer not null check (multiplier > 0),
      leg_count integer not null check (leg_count >= 0),
      instruction text,
      order_type text,
      session text,
      duration text,
      quantity numeric,
      filled_quantity numeric not null,
      remaining_quantity numeric not null,
      price numeric,
      stop_price numeric,
      average_fill_price numeric,
      status text not null,
      description text,
      is_cancelable boolean not null,
      entered_at timestamptz not null,
      closed_at timestamptz,
      read_at timestamptz not null,
      primary key (account_id, broker_id)
    );
    create index broker_order_by_entered on broker_order (account_id, entered_at desc);
    create index broker_order_by_root on broker_order (account_id, root_id);
    create index broker_order_open on broker_order (account_id, symbol)
      where status not in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED');

    create table broker_order_status (
      account_id uuid not null,
      id bigint generated always as identity,
      broker_id text not null,
      status text not null,
      filled_quantity numeric not null,
      description text,
      seen_at timestamptz not null,
      primary key (account_id, id),
      foreign key (account_id, broker_id) references broker_order on delete cascade
    );
    create index broker_order_status_by_order on broker_order_status (account_id, broker_id, id);

    alter table account_sync add column orders_through timestamptz;

    create table order_request (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('PLACE', 'REPLACE')),
      request_key text not null,
      body_hash bytea not null,
      plan jsonb not null,
      replaces_id text,
      state text not null check (state in ('NEW', 'SENDING', 'UNKNOWN', 'PLACED', 'REFUSED', 'NOT_PLACED')),
      attempts integer not null default 0 check (attempts >= 0),
      known_ids text[],
      listed_from timestamptz,
      broker_id text,
      candidate_ids text[],
      reason text,
      created_at timestamptz not null,
      sent_at timestamptz,
      settled_at timestamptz,
      primary key (account_id, id),
      unique (account_id, request_key),
      check ((state = 'PLACED') = (broker_id is not null)),
      check ((kind = 'REPLACE') = (replaces_id is not null))
    );
    create unique index order_request_by_broker_id on order_request (account_id, broker_id) where broker_id is not null;
    create unique index order_request_one_sending on order_request (account_id) where state = 'SENDING';
    create index order_request_unsettled on order_request (state, sent_at) where state in ('NEW', 'SENDING', 'UNKNOWN');

    create table order_watch (
      account_id uuid not null references account on delete cascade,
      request_id uuid not null,
      symbol text not null,
      direction text not null check (direction in ('LONG', 'SHORT')),
      cancel_price numeric not null check (cancel_price > 0),
      state text not null check (state in ('WATCHING', 'TOUCHED', 'CANCELLED', 'OVER')),
      looked_until timestamptz not null,
      touched_price numeric,
      claimed_until timestamptz,
      next_at timestamptz not null,
      primary key (account_id, request_id),
      foreign key (account_id, request_id) references order_request on delete cascade
    );
    create index order_watch_by_turn on order_watch (next_at) where state in ('WATCHING', 'TOUCHED');

    create table order_guard (
      account_id uuid primary key references account on delete cascade,
      largest_order_cents bigint check (largest_order_cents > 0),
      largest_position_cents bigint check (largest_position_cents > 0),
      daily_loss_cents bigint check (daily_loss_cents > 0),
      price_distance_percent numeric check (price_distance_percent > 0)
    );

    create table order_turn (
      account_id uuid primary key references account on delete cascade,
      next_at timestamptz not null
    );
  `.execute(db)
}
