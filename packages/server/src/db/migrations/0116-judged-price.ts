// The price at which a request was judged: a market order has none of its own, and counts at it until it is filled.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_request add column judged_price numeric`.execute(db)
}
