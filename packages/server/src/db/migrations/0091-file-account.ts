// Accounts from files: they have no login at a brokerage, their names are unique for their owner, and they are valued
// from their statements' lines.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account alter column broker_login_id drop not null;
    alter table account add constraint account_needs_login check (broker_login_id is not null or broker = 'files');
    -- The number of an account from files is the name that its owner chose.
    alter table account drop constraint account_broker_number_key;
    create unique index account_broker_number_key on account (broker, number) where broker <> 'files';
    create unique index account_owner_id_number_key on account (owner_id, number) where broker = 'files';

    create table file_account (
      account_id uuid primary key references account on delete cascade,
      -- Renewed with every change of what counts: an import, an undo, a rate.
      version uuid not null,
      -- What the present values were computed from; null before the first time.
      valued_version uuid,
      valued_source text,
      valued_day date,
      valued_market_at timestamptz,
      -- Sessions without a close, by the security that has no price.
      missing_prices jsonb not null default '[]',
      -- Where the newest balances of the statements differ from what the lines add up to.
      differences jsonb not null default '[]'
    );
  `.execute(db)
}
