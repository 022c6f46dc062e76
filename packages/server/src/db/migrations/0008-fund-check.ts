// The last result of the nightly check of each fund's books, and the transfers of practice money that entries have
// ordered.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_check (
      account_id uuid primary key references account,
      -- The New York date on which it was checked.
      day date not null,
      checked_at timestamptz not null,
      is_held boolean not null,
      findings text[] not null
    );
    -- The entry commits first; the transfer at the practice brokerage follows under the entry's id, until it is sent or
    -- refused.
    create table fund_funding (
      entry_id uuid primary key references fund_entry (id),
      account_id uuid not null references fund,
      state text not null check (state in ('waiting', 'sent', 'refused')),
      broker_id text,
      reason text,
      next_at timestamptz not null,
      created_at timestamptz not null
    );
    create index fund_funding_waiting on fund_funding (next_at) where state = 'waiting';
  `.execute(db)
}
