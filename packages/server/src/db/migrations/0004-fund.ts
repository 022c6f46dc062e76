// Members and the books of the shared fund. The books are append-only: a toggle is a status record, a deletion a
// reversal.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member (
      id uuid primary key,
      owner_id uuid not null references app_user,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      user_id uuid references app_user,
      status text not null check (status in ('ACTIVATED', 'INACTIVATED')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index member_by_owner on member (owner_id, last_name, first_name);
    create index member_by_user on member (user_id) where user_id is not null;

    create table bank_account (
      id uuid primary key,
      member_id uuid not null references member,
      alias text not null,
      number_sealed bytea not null,
      number_ending text not null,
      routing_sealed bytea not null,
      routing_ending text not null,
      created_at timestamptz not null
    );
    create index bank_account_by_member on bank_account (member_id);

    -- One row per account; it is locked while the books of that account change, so changes follow one another.
    create table fund (
      account_id uuid primary key references account,
      dealing text not null check (dealing in ('before-the-day', 'of-the-day')),
      opening_day date not null,
      opening_value_cents bigint not null check (opening_value_cents >= 0),
      opening_profit_cents bigint not null,
      closed_until date,
      created_at timestamptz not null
    );
    create table fund_entry (
      account_id uuid not null references fund,
      id uuid not null unique,
      member_id uuid not null references member,
      kind text not null check (kind in ('contribution', 'retribution')),
      day date not null,
      amount_cents bigint not null check (amount_cents between 1 and 99999999999),
      is_active boolean not null,
      funding text check (funding in ('opening', 'new-money')),
      bank_account_id uuid references bank_account,
      description text not null,
      is_back_dated boolean not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, id)
    );
    create index fund_entry_by_member on fund_entry (member_id, account_id, day);
    create table fund_status_change (
      account_id uuid not null,
      entry_id uuid not null,
      sequence integer not null,
      is_active boolean not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, entry_id, sequence),
      foreign key (account_id, entry_id) references fund_entry (account_id, id)
    );
    create table fund_reversal (
      account_id uuid not null,
      record_id uuid not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user,
      primary key (account_id, record_id)
    );
    -- These movements of the broker and these items (entries, expenses) are the same money; recorded_by is null when
    -- the match was found automatically.
    create table fund_match (
      account_id uuid not null references fund,
      id uuid not null unique,
      movement_ids uuid[] not null,
      item_ids uuid[] not null,
      recorded_at timestamptz not null,
      recorded_by uuid references app_user,
      primary key (account_id, id)
    );
  `.execute(db)
}
