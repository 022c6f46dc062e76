// An attempt at linking belongs to one brokerage, so that its code never goes to another. Attempts live for ten
// minutes: those that are open during the upgrade end.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from link_attempt;
    alter table link_attempt add column broker text not null;
  `.execute(db)
}
