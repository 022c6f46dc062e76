// The rest of the fund's books: opening statement, expenses, transfers, and the frozen figures of closed periods.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What each holder owned of the opening value and had paid in, for a club that existed before.
    create table fund_opening_share (
      account_id uuid not null references fund,
      member_id uuid not null references member,
      share_cents bigint not null check (share_cents >= 0),
      paid_in_cents bigint not null check (paid_in_cents >= 0),
      primary key (account_id, member_id)
    );
    create table fund_expense (
      account_id uuid not null references fund,
      id uuid not null unique,
      day date not null,
      amount_cents bigint not null check (amount_cents between 1 and 99999999999),
      description text not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id)
    );
    -- A holder that is null is unallocated. Measured by amount or by units, never both.
    create table fund_transfer (
      account_id uuid not null references fund,
      id uuid not null unique,
      day date not null,
      from_member_id uuid references member,
      to_member_id uuid references member,
      amount_cents bigint check (amount_cents between 1 and 99999999999),
      units_steps bigint check (units_steps > 0),
      description text not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id),
      check ((amount_cents is null) <> (units_steps is null))
    );
    create table fund_period (
      account_id uuid not null references fund,
      until_day date not null,
      closed_at timestamptz not null,
      closed_by uuid not null references app_user,
      primary key (account_id, until_day)
    );
    -- The closes of closed periods as the books had them; the account's own may still be corrected by the broker.
    create table fund_close (
      account_id uuid not null references fund,
      day date not null,
      broker_value_cents bigint not null,
      real_value_cents bigint not null,
      quality text not null check (quality in ('official', 'rebuilt', 'unreconciled')),
      primary key (account_id, day)
    );
    -- On which day the books have a movement: its own when the period was open, else the first open day.
    create table fund_movement (
      account_id uuid not null references fund,
      movement_id uuid not null,
      day date not null,
      primary key (account_id, movement_id),
      foreign key (account_id, movement_id) references account_movement (account_id, id)
    );
    -- An entry that waited for its close and could not be dealt there is reversed by nobody, with the reason.
    alter table fund_reversal alter column recorded_by drop not null;
    alter table fund_reversal add column reason text;
  `.execute(db)
}
