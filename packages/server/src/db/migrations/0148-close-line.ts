// What each instrument earned between two closes of an account (docs/rules/attribution.md). Accounts that exist get the
// lines of their past in the background: those at a brokerage with their next readings, those from files when they are
// booked again.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_close_line (
      account_id uuid not null,
      day date not null,
      kind text not null check (kind in ('INSTRUMENT', 'CASH', 'NOT_EXPLAINED')),
      symbol text not null check ((symbol = '') = (kind <> 'INSTRUMENT')),
      is_short boolean not null,
      quantity numeric,
      before_cents bigint not null,
      value_cents bigint not null,
      net_cents bigint not null,
      price_cents bigint not null,
      income_cents bigint not null,
      fee_cents bigint not null,
      primary key (account_id, day, kind, symbol),
      foreign key (account_id, day) references account_close on delete cascade
    );
    alter table account_sync add column has_lines boolean not null default false;
    update file_account set valued_version = null;
  `.execute(db)
}
