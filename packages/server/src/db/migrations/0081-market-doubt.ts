// The file of a market of which too little was understood: such a market becomes active only when an administrator says
// so.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table market_source
      add column doubted_file text,
      add column doubted_table text,
      add column doubted_rows_read bigint,
      add column doubted_rows_understood bigint;
  `.execute(db)
}
