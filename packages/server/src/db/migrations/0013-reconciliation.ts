// The holdings of an account by our own record, the differences from what its brokerage reports, and the request
// allowance that all processes of an installation share.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Our record of an account is the sum of these and of its transactions. Append-only: the first reading writes what
    -- was there before the transactions we know, and an accepted difference adds what makes both sides agree.
    create table account_baseline (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      kind text not null check (kind in ('opening', 'accepted')),
      -- Null for cash, which counts in cents; otherwise a signed quantity.
      symbol text,
      cash_cents bigint,
      quantity numeric,
      created_by uuid,
      created_at timestamptz not null,
      check ((symbol is null) = (cash_cents is not null) and (symbol is null) = (quantity is null))
    );
    create index account_baseline_by_account on account_baseline (account_id);

    -- Append-only: a row for every day on which a figure differed, and one when both sides agree again. The newest row
    -- of a symbol (null: cash, in dollars) is its present state.
    create table account_difference (
      id uuid primary key,
      position bigint generated always as identity unique,
      account_id uuid not null references account on delete cascade,
      day date not null,
      symbol text,
      ours numeric not null,
      theirs numeric not null,
      is_open boolean not null generated always as (ours <> theirs) stored,
      since_day date not null,
      explanation text not null,
      found_at timestamptz not null
    );
    create index account_difference_by_account on account_difference (account_id, symbol, position desc);

    alter table account_sync add column reconciled_day date;

    -- Requests that a key (a login, or the authorisation) may still send to the brokerage, as of an instant. Nothing is
    -- lost when a crash empties it, so it writes no log.
    create unlogged table broker_allowance (
      key text primary key,
      tokens double precision not null,
      at timestamptz not null
    );
  `.execute(db)
}
