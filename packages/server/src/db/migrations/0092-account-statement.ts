// Statements of accounts from files, with every line of them. A line is written once and never changed, except for
// whether it counts: a line counts in one statement of the account, and in none once that is undone.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_statement (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      state text not null
        check (state in ('READING', 'NEEDS_MAPPING', 'PREPARED', 'IMPORTED', 'UNDONE', 'REFUSED', 'EXPIRED')),
      file_name text not null,
      -- SHA-256 of the file as it was uploaded.
      checksum text not null,
      byte_count bigint not null,
      -- Where the file is while its columns need a meaning.
      file_path text,
      date_order text check (date_order in ('mdy', 'dmy')),
      needs_date_order boolean not null default false,
      format text,
      mapping jsonb,
      sample jsonb,
      -- The key under which the meaning of its columns is remembered.
      head_signature text,
      broker_number text,
      base_currency text,
      claims jsonb not null default '[]',
      line_count integer not null default 0,
      -- Numbers of lines by fate and by what became of them.
      fates jsonb not null default '[]',
      outcomes jsonb not null default '[]',
      -- What the account will hold, and the version of the account that it was computed for.
      preview jsonb,
      preview_version uuid,
      first_day date,
      last_day date,
      reason text,
      -- The task that reads or imports it.
      task_id uuid,
      uploaded_at timestamptz not null,
      uploaded_by uuid not null references app_user,
      expires_at timestamptz,
      imported_at timestamptz,
      imported_by uuid references app_user,
      undone_at timestamptz,
      undone_by uuid references app_user,
      check ((state in ('IMPORTED', 'UNDONE')) = (imported_at is not null)),
      check ((state = 'UNDONE') = (undone_at is not null))
    );
    create index account_statement_by_account on account_statement (account_id, uploaded_at desc);
    create index account_statement_to_expire on account_statement (expires_at) where expires_at is not null;

    create table account_statement_line (
      statement_id uuid not null references account_statement on delete cascade,
      position integer not null,
      account_id uuid not null,
      line integer not null,
      text text not null,
      fate text not null,
      reason text,
      day date,
      occurred_at timestamptz,
      settlement_day date,
      reference text,
      description text not null,
      symbol text,
      isin text,
      name text,
      asset_type text,
      multiplier numeric not null,
      quantity numeric,
      price numeric,
      price_currency text,
      amount numeric not null,
      currency text not null,
      fee numeric not null,
      tax numeric not null,
      rate numeric,
      ratio_from numeric,
      ratio_to numeric,
      balance numeric,
      -- Null for lines that never count.
      fingerprint text,
      -- The same for two lines of one day, security, quantity and amount, whatever their references.
      likeness text,
      counts boolean not null default false,
      primary key (statement_id, position)
    );
    create unique index account_statement_line_counted
      on account_statement_line (account_id, fingerprint) where counts;
    create index account_statement_line_alike on account_statement_line (account_id, likeness) where counts;
  `.execute(db)
}
