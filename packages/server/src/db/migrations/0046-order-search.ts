// Since when a lost order has been searched for in readable lists, and when each was last searched for.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_request
      -- When the first list was read after it was sent, of this attempt; while the brokerage tells nothing, nothing is
      -- known.
      add column searched_from timestamptz,
      -- When the job looked for it last, so that everybody's turn comes.
      add column searched_at timestamptz;
  `.execute(db)
}
