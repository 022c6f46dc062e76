// Statements by year, and when a member first opened theirs.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund_statement_mail add column opened_at timestamptz;
    alter table fund_statement_schedule drop constraint fund_statement_schedule_frequency_check;
    alter table fund_statement_schedule add constraint fund_statement_schedule_frequency_check
      check (frequency in ('MONTHLY', 'QUARTERLY', 'YEARLY'));
  `.execute(db)
}
