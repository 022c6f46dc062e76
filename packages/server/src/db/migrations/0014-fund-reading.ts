// The inputs and outputs of reading a fund: a version of the books that every change renews, so that cached figures can
// be recognised as current, and the capital account statements that were mailed, each stored as sent.
import { sql, type Kysely } from 'kysely'

/** Every table that `read-records.ts` reads; all of them carry `account_id`. */
const recordTables = [
  'fund',
  'fund_opening_share',
  'fund_entry',
  'fund_status_change',
  'fund_reversal',
  'fund_match',
  'fund_expense',
  'fund_transfer',
  'fund_close',
  'fund_movement',
  'account_movement',
  'account_close',
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Random, never counted up: a version that was rolled back can never come again with other content.
    create table fund_version (
      account_id uuid primary key references account on delete cascade,
      version uuid not null
    );
    insert into fund_version (account_id, version) select account_id, gen_random_uuid() from fund;

    create function renew_fund_version() returns trigger language plpgsql as $body$
    begin
      insert into fund_version (account_id, version)
      select account_id, gen_random_uuid() from (select distinct account_id from changed order by account_id) as one
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    -- An update that leaves every row as it was is no change: readings of the brokerage write the same figures again
    -- and again.
    create function renew_updated_fund_version() returns trigger language plpgsql as $body$
    begin
      insert into fund_version (account_id, version)
      select account_id, gen_random_uuid() from (
        select distinct account_id from ((table was except table changed)
          union (table changed except table was)) as difference order by account_id
      ) as one
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    -- Members stand in the figures by name: a changed one concerns every fund of its owner.
    create function renew_owned_fund_versions() returns trigger language plpgsql as $body$
    begin
      insert into fund_version (account_id, version)
      select id, gen_random_uuid() from account where owner_id in (select owner_id from changed) order by id
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    create trigger fund_version_on_insert after insert on member referencing new table as changed
      for each statement execute function renew_owned_fund_versions();
    create trigger fund_version_on_update after update on member referencing new table as changed
      for each statement execute function renew_owned_fund_versions();
    create trigger fund_version_on_delete after delete on member referencing old table as changed
      for each statement execute function renew_owned_fund_versions();
    create function forget_fund_versions() returns trigger language plpgsql as $body$
    begin
      delete from fund_version;
      return null;
    end $body$;
  `.execute(db)
  for (const table of recordTables) {
    await sql`
      create trigger fund_version_on_insert after insert on ${sql.table(table)} referencing new table as changed
        for each statement execute function renew_fund_version();
      create trigger fund_version_on_delete after delete on ${sql.table(table)} referencing old table as changed
        for each statement execute function renew_fund_version();
      create trigger fund_version_on_update after update on ${sql.table(table)}
        referencing old table as was new table as changed
        for each statement execute function renew_updated_fund_version();
      create trigger fund_version_on_truncate after truncate on ${sql.table(table)}
        for each statement execute function forget_fund_versions();
    `.execute(db)
  }
  await sql`
    -- One row per statement asked for; the PDF is made once, kept, and is what a second try sends.
    create table fund_statement_mail (
      account_id uuid not null references fund,
      id uuid not null unique,
      member_id uuid not null references member,
      from_day date not null,
      to_day date not null,
      recipient text not null,
      state text not null check (state in ('waiting', 'sent', 'failed')),
      reason text,
      attempts integer not null,
      next_at timestamptz not null,
      content bytea,
      requested_at timestamptz not null,
      requested_by uuid not null references app_user,
      sent_at timestamptz,
      primary key (account_id, id)
    );
    create index fund_statement_mail_waiting on fund_statement_mail (next_at) where state = 'waiting';
    create index fund_statement_mail_by_member on fund_statement_mail (member_id, account_id);
  `.execute(db)
}
