// Labels that users give to instruments. By code, whatever the market: an account may hold what no market lists.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table instrument_label (
      owner_id uuid not null references app_user on delete cascade,
      code_key text not null,
      symbol text not null,
      label text not null,
      updated_at timestamptz not null,
      primary key (owner_id, code_key)
    );
  `.execute(db)
}
