// Dues: plans of payments that members are expected to make, the reminders sent, and which entry pays which of them.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_due_plan (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      -- Null: every active member.
      member_id uuid references member on delete cascade,
      amount_cents bigint not null check (amount_cents > 0),
      rhythm text not null check (rhythm in ('MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY')),
      first_day date not null,
      last_day date,
      reminds boolean not null,
      description text not null,
      recorded_at timestamptz not null,
      recorded_by uuid not null references app_user
    );
    create index fund_due_plan_account on fund_due_plan (account_id);
    create index fund_due_plan_member on fund_due_plan (member_id);

    -- One row per expected payment of which a member is reminded: it is written once.
    create table fund_due_reminder (
      id uuid not null unique,
      plan_id uuid not null references fund_due_plan (id) on delete cascade,
      member_id uuid not null references member on delete cascade,
      day date not null,
      -- 'notified': a user, by the ways they chose. The others are mails to a member without a user.
      state text not null check (state in ('notified', 'waiting', 'sent', 'failed')),
      recipient text,
      reason text,
      attempts integer not null default 0,
      next_at timestamptz not null,
      created_at timestamptz not null,
      primary key (plan_id, member_id, day)
    );
    create index fund_due_reminder_next on fund_due_reminder (next_at) where state = 'waiting';
    create index fund_due_reminder_member on fund_due_reminder (member_id);

    -- The expected payment that a contribution pays.
    alter table fund_entry add column due_plan_id uuid references fund_due_plan (id);
    alter table fund_entry add column due_day date;
    alter table fund_entry add constraint fund_entry_due check ((due_plan_id is null) = (due_day is null));
    create index fund_entry_due_plan on fund_entry (due_plan_id) where due_plan_id is not null;
  `.execute(db)
}
