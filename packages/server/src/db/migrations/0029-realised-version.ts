// A version of the inputs of realised gains, renewed by every change of a transaction or movement, so that cached gains
// can be recognised as current. Positions are not versioned: every reading rewrites them.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Random, never counted up: a version that was rolled back can never come again with other content.
    create table realised_version (
      account_id uuid primary key references account on delete cascade,
      version uuid not null
    );
    insert into realised_version (account_id, version) select id, gen_random_uuid() from account;

    create function renew_realised_version() returns trigger language plpgsql as $body$
    begin
      insert into realised_version (account_id, version)
      -- Rows also go because their account does.
      select a.id, gen_random_uuid() from account a where a.id in (select account_id from changed) order by a.id
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    -- An update that leaves every row as it was is no change: readings of the brokerage write the same figures again
    -- and again.
    create function renew_updated_realised_version() returns trigger language plpgsql as $body$
    begin
      insert into realised_version (account_id, version)
      select a.id, gen_random_uuid() from account a
      where a.id in (select account_id from ((table was except table changed)
        union (table changed except table was)) as difference) order by a.id
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    create function forget_realised_versions() returns trigger language plpgsql as $body$
    begin
      delete from realised_version;
      return null;
    end $body$;
  `.execute(db)
  for (const table of ['account_transaction', 'account_movement']) {
    await sql`
      create trigger realised_version_on_insert after insert on ${sql.table(table)} referencing new table as changed
        for each statement execute function renew_realised_version();
      create trigger realised_version_on_delete after delete on ${sql.table(table)} referencing old table as changed
        for each statement execute function renew_realised_version();
      create trigger realised_version_on_update after update on ${sql.table(table)}
        referencing old table as was new table as changed
        for each statement execute function renew_updated_realised_version();
      create trigger realised_version_on_truncate after truncate on ${sql.table(table)}
        for each statement execute function forget_realised_versions();
    `.execute(db)
  }
}
