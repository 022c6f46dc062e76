// What the year's papers of a closed period are made from: the account's results by day and kind, and the cash of each
// close. The brokerage may still correct its own.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund_close add column cash_cents bigint;
    create table fund_result (
      account_id uuid not null references fund on update cascade,
      day date not null,
      kind text not null check (kind in ('shortTerm', 'longTerm', 'undated', 'dividends', 'interest', 'brokerFees')),
      amount_cents bigint not null,
      primary key (account_id, day, kind)
    );
    create table fund_result_period (
      account_id uuid primary key references fund on update cascade,
      until_day date not null
    );
  `.execute(db)
}
