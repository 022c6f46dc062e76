// Target plans of accounts, and the leaves that were outside their band at the last close
// (docs/rules/target-allocation.md).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table target_plan (
      account_id uuid primary key references account on delete cascade,
      version integer not null check (version > 0),
      plan jsonb,
      saved_at timestamptz not null,
      judged_day date
    );
    create table target_outside (
      account_id uuid not null references target_plan on delete cascade,
      class_key text not null,
      since_day date not null,
      primary key (account_id, class_key)
    );
  `.execute(db)
}
