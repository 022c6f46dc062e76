// Statements that are mailed by a schedule: when, and what became of each period.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A row means that it is on. due_at is the time of the schedule, next_at when it is looked at again: later than
    -- due_at while something in the books keeps the statements waiting, which held_because names.
    create table fund_statement_schedule (
      account_id uuid primary key references fund,
      frequency text not null check (frequency in ('MONTHLY', 'QUARTERLY')),
      month_day smallint not null check (month_day between 1 and 28),
      hour smallint not null check (hour between 0 and 23),
      due_at timestamptz not null,
      next_at timestamptz not null,
      held_because text
    );
    create index fund_statement_schedule_next on fund_statement_schedule (next_at);

    -- One row per fund and period, written in the transaction that orders its mails: a period is ordered once.
    create table fund_statement_run (
      account_id uuid not null references fund,
      from_day date not null,
      to_day date not null,
      ordered_at timestamptz not null,
      -- Why the period was given up and nothing was mailed.
      missed_because text,
      -- The members who had no email address then.
      without_address uuid[] not null,
      primary key (account_id, from_day, to_day)
    );
  `.execute(db)
}
