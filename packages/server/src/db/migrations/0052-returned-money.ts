// Money of a deleted entry that goes back the way it came: a second transfer under the same entry, and the match that
// prevents the movement from being matched with anything else meanwhile.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund_funding add column purpose text not null default 'ENTRY' check (purpose in ('ENTRY', 'RETURN'));
    alter table fund_funding add column match_id uuid references fund_match (id);
    alter table fund_funding drop constraint fund_funding_pkey;
    alter table fund_funding add primary key (entry_id, purpose);
  `.execute(db)
}
