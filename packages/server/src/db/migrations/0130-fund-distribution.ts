// Distributions: retributions of many members that are booked, refused and reversed together.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_distribution (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      day date not null,
      -- For all holders, those who left it in included.
      amount_cents bigint not null check (amount_cents > 0),
      -- The members who left it in: nothing is booked for them.
      left_in uuid[] not null,
      description text not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user
    );
    create index fund_distribution_account on fund_distribution (account_id);
    alter table fund_entry add column distribution_id uuid references fund_distribution (id);
    create index fund_entry_distribution on fund_entry (distribution_id) where distribution_id is not null;
  `.execute(db)
}
