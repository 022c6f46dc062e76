// The legs of orders that trade several symbols together, so that such an order is shown whole and not by its first
// leg.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table broker_order add column legs jsonb not null default '[]', add column shape text;
    -- What is still open is read again with its legs; what is over names its first one.
    alter table broker_order add constraint broker_order_legs_check check (jsonb_typeof(legs) = 'array');
  `.execute(db)
}
