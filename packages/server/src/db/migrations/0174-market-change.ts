// Every transaction that changes the market says so when it is committed, so that a process knows when the answers that
// it keeps are over without asking (features/market/watch-market.ts).
import { sql, type Kysely } from 'kysely'

const tables = [
  'market_source',
  'instrument',
  'daily_bar',
  'minute_bar',
  'corporate_action',
  'split_segment',
  'instrument_stat',
  'forming_stat',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function say_market_change() returns trigger language plpgsql as $body$
    begin
      -- Equal messages of one transaction are sent once.
      perform pg_notify('clubfolio_market', '');
      return null;
    end $body$
  `.execute(db)
  for (const table of tables) {
    await sql`
      create trigger market_change after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function say_market_change()
    `.execute(db)
  }
}
