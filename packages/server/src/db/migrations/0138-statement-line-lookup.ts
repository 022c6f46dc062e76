// Lines are looked up by the booking that they count, and by nothing else: an index of counted lines alone, or one that
// begins with the account, also looks right for such a lookup while the statistics are older than an import or an undo,
// and then every line is compared with all others.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index account_statement_line_counted;
    drop index account_statement_line_alike;
    create unique index account_statement_line_counted
      on account_statement_line ((case when counts then fingerprint end), account_id);
    create index account_statement_line_alike on account_statement_line ((case when counts then likeness end));
    create index account_statement_line_of_account on account_statement_line (account_id) where counts;
  `.execute(db)
}
