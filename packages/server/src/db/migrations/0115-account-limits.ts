// The limits of an account beyond those of a single order, and the market days on which one was reached.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_guard
      add column largest_position_percent numeric check (largest_position_percent > 0),
      add column open_heat_cents bigint check (open_heat_cents > 0),
      add column open_heat_percent numeric check (open_heat_percent > 0),
      add column heat_without_stop_percent numeric
        check (heat_without_stop_percent > 0 and heat_without_stop_percent <= 100),
      add column open_positions integer check (open_positions > 0),
      add column symbol_rule text check (symbol_rule in ('ALLOW', 'BLOCK')),
      add column symbols text[] not null default '{}',
      add column cancels_entries boolean not null default false;

    create table order_limit_reached (
      account_id uuid not null references account on delete cascade,
      day date not null,
      kind text not null
        check (kind in ('dailyLoss', 'openHeat', 'largestPosition', 'openPositions', 'symbols')),
      reached_at timestamptz not null,
      said text not null,
      loss_cents bigint,
      limit_cents bigint,
      entries text not null default 'KEPT' check (entries in ('KEPT', 'DUE', 'CANCELLED')),
      primary key (account_id, day, kind)
    );
    create index order_limit_reached_due on order_limit_reached (account_id) where entries = 'DUE';
  `.execute(db)
}
