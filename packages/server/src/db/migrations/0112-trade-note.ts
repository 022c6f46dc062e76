// What owners write about trades of the journal. Trades are computed from transactions, so a note is kept under the
// transaction that opened its trade. No reference to it: a reading may replace a transaction by itself.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trade_note (
      account_id uuid not null references account on delete cascade,
      opened_id text not null,
      setup text not null,
      tags text[] not null,
      note text not null,
      updated_at timestamptz not null,
      primary key (account_id, opened_id)
    );
  `.execute(db)
}
