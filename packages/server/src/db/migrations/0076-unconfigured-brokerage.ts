// Accounts whose brokerage is no longer configured say so, instead of silently keeping old figures.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_sync drop constraint account_sync_failure_check;
    alter table account_sync add constraint account_sync_failure_check
      check (failure in ('LAPSED', 'REFUSED', 'UNAVAILABLE', 'NONSENSE', 'UNCONFIGURED'));
  `.execute(db)
}
