// The brokerage looks instruments up by key, as the server does, so that BRK/B finds what a file calls BRK.B. The index
// is the table's own: unique (source, code_key).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view market.instrument as
      select i.id, i.code, i.name, i.asset_type, i.exchange, i.cusip, i.source, i.code_key from instrument i;
  `.execute(db)
}
