// Announcements of a fund, who has opened them, and the mails to members without a user. A notification gets the full
// text that its mail carries, because its own text is one line.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_announcement (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      title text not null,
      text text not null,
      -- How many members it went to.
      members integer not null check (members >= 0),
      posted_at timestamptz not null,
      posted_by uuid not null references app_user,
      withdrawn_at timestamptz,
      withdrawn_by uuid references app_user,
      reason text,
      check ((withdrawn_at is null) = (reason is null)),
      check ((withdrawn_at is null) = (withdrawn_by is null))
    );
    create index fund_announcement_account on fund_announcement (account_id, posted_at);

    create table fund_announcement_read (
      announcement_id uuid not null references fund_announcement (id) on delete cascade,
      member_id uuid not null references member on delete cascade,
      read_at timestamptz not null,
      primary key (announcement_id, member_id)
    );
    create index fund_announcement_read_member on fund_announcement_read (member_id);

    -- Mails to members without a user. Users are notified by the ways they chose.
    create table fund_announcement_mail (
      id uuid not null unique,
      announcement_id uuid not null references fund_announcement (id) on delete cascade,
      member_id uuid not null references member on delete cascade,
      recipient text not null,
      state text not null check (state in ('waiting', 'sent', 'failed')),
      reason text,
      attempts integer not null default 0,
      next_at timestamptz not null,
      primary key (announcement_id, member_id)
    );
    create index fund_announcement_mail_next on fund_announcement_mail (next_at) where state = 'waiting';
    create index fund_announcement_mail_member on fund_announcement_mail (member_id);

    alter table notification add column mail_text text;
  `.execute(db)
}
