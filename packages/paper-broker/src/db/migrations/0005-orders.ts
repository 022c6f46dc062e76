// Orders with their trees, their executions, and the market time up to which an account's orders have been worked.
import type { Migration } from '../migration.ts'

export const orders: Migration = {
  number: 5,
  name: 'orders',
  sql: `
    create sequence paper.order_number start with 70000000001;
    create table paper.account_order (
      account_id uuid not null references paper.account (account_id),
      order_id bigint not null unique,
      root_id bigint not null,
      parent_id bigint,
      strategy text not null check (strategy in ('SINGLE', 'TRIGGER', 'OCO')),
      status text not null check (status in ('AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED', 'WORKING',
        'FILLED', 'CANCELED', 'REJECTED', 'EXPIRED', 'REPLACED')),
      status_description text,
      symbol text,
      asset_type text,
      cusip text,
      description text,
      multiplier integer,
      instruction text check (instruction in ('BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER')),
      quantity bigint,
      order_type text,
      session text,
      duration text,
      price numeric(20, 4),
      stop_price numeric(20, 4),
      trail_offset numeric(20, 4),
      trail_is_percent boolean,
      filled bigint not null check (filled >= 0),
      is_triggered boolean not null,
      best_price numeric(20, 4),
      reserve_price numeric(20, 4) not null check (reserve_price >= 0),
      entered_at timestamptz not null,
      release_at timestamptz,
      expires_at timestamptz,
      closed_at timestamptz,
      replaces_id bigint,
      details jsonb not null,
      primary key (account_id, order_id),
      foreign key (account_id, parent_id) references paper.account_order (account_id, order_id),
      check (strategy = 'OCO' or (symbol is not null and instruction is not null and quantity is not null
        and order_type is not null)),
      check (quantity is null or filled <= quantity)
    );
    create index account_order_by_time on paper.account_order (account_id, entered_at);
    create index account_order_by_root on paper.account_order (account_id, root_id);
    create index account_order_open on paper.account_order (account_id)
      where status in ('AWAITING_PARENT_ORDER', 'PENDING_ACTIVATION', 'QUEUED', 'WORKING');
    create table paper.execution (
      account_id uuid not null,
      order_id bigint not null,
      line integer not null check (line > 0),
      quantity bigint not null check (quantity > 0),
      price numeric(20, 4) not null,
      occurred_at timestamptz not null,
      activity_id bigint not null,
      primary key (account_id, order_id, line),
      foreign key (account_id, order_id) references paper.account_order (account_id, order_id),
      foreign key (account_id, activity_id) references paper.transaction (account_id, activity_id)
    );
    alter table paper.account add column worked_through timestamptz;
    update paper.account set worked_through = opened_at;
    alter table paper.account alter column worked_through set not null;
  `,
}
