// The last heartbeat of a process that runs jobs, by the database's clock: processes that only serve pages use it to
// detect that no worker runs.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table worker_beat (
      only_row boolean primary key default true check (only_row),
      beat_at timestamptz not null
    );
    insert into worker_beat (beat_at) values (clock_timestamp());
  `.execute(db)
}
