// Which account a fund's books read on which days, and versions of the books that follow from it: a fact of an old
// account can change the books of a fund that has moved on.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Facts after after_day and up to until_day, where they are not null. One row per account and stay.
    create view fund_home as
      with move as (
        select m.* from fund_move m where not exists (
          select from fund_reversal r where r.account_id = m.account_id and r.record_id = m.id)
      )
      select account_id as fund_id, from_account_id as home_id,
        lag(day) over (partition by account_id order by day, id) as after_day, day as until_day
      from move
      union all
      select f.account_id, f.account_id, (select max(m.day) from move m where m.account_id = f.account_id), null
      from fund f;

    create or replace function renew_fund_version() returns trigger language plpgsql as $body$
    begin
      insert into fund_version (account_id, version)
      select account_id, gen_random_uuid() from (
        select account_id from changed
        union
        select m.account_id from fund_move m where m.from_account_id in (select account_id from changed)
        order by account_id
      ) as one
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    create or replace function renew_updated_fund_version() returns trigger language plpgsql as $body$
    begin
      insert into fund_version (account_id, version)
      with difference as (
        select distinct account_id from ((table was except table changed)
          union (table changed except table was)) as either
      )
      select account_id, gen_random_uuid() from (
        select account_id from difference
        union
        select m.account_id from fund_move m where m.from_account_id in (select account_id from difference)
        order by account_id
      ) as one
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
  `.execute(db)
  for (const table of ['fund_move', 'fund_arrival'] as const) {
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
}
