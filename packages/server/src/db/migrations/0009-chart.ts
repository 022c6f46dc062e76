// What a user drew on the chart of a ticker in a timing.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- By ticker, not by instrument: drawings outlive a change of the market's source.
    create table chart_workspace (
      owner_id uuid not null references app_user on delete cascade,
      symbol text not null,
      timing text not null,
      config text not null,
      saved_at timestamptz not null,
      primary key (owner_id, symbol, timing)
    );
  `.execute(db)
}
