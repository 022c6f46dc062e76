// What a user said that the columns of a table mean, by the table's head.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table column_mapping (
      owner_id uuid not null references app_user on delete cascade,
      -- SHA-256 of the head's cells.
      head_signature text not null,
      mapping jsonb not null,
      saved_at timestamptz not null,
      primary key (owner_id, head_signature)
    );
  `.execute(db)
}
