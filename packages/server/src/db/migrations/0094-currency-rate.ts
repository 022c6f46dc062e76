// Daily rates that users import: what one unit of a currency was worth in the currency of their account.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table currency_rate (
      owner_id uuid not null references app_user on delete cascade,
      base text not null,
      currency text not null,
      day date not null,
      rate numeric not null check (rate > 0),
      imported_at timestamptz not null,
      primary key (owner_id, base, currency, day)
    );
  `.execute(db)
}
