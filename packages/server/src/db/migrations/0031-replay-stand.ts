// Replays by name, and the time at which each finished one stopped: written by the brokerage's console alongside the
// clock, read here so that an account that was opened in a replay keeps its time.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table market.replay (
      replay_id uuid primary key,
      stood_at timestamptz
    );
    create unique index replay_running on market.replay ((true)) where stood_at is null;
  `.execute(db)
}
