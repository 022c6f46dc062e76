// Rows that a job failed on: how often, when it retries, and since when it has stopped retrying. A row that succeeds
// leaves no trace.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_failure (
      job text not null,
      row_id text not null,
      failures integer not null,
      first_failed_at timestamptz not null,
      last_failed_at timestamptz not null,
      -- The row rests until then.
      next_at timestamptz not null,
      given_up_at timestamptz,
      -- The fault's own number, which stands in the log too.
      fault_id uuid not null,
      primary key (job, row_id)
    );
  `.execute(db)
}
