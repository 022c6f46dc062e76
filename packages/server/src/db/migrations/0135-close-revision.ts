// What a close was before it was corrected or taken back: members may have been dealt by it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_close_revision (
      id uuid primary key,
      account_id uuid not null references account on delete cascade,
      day date not null,
      broker_value_cents bigint not null,
      real_value_cents bigint not null,
      is_rebuilt boolean not null,
      is_reconciled boolean not null,
      created_at timestamptz not null,
      replaced_at timestamptz not null
    );
    create index account_close_revision_by_day on account_close_revision (account_id, day);
  `.execute(db)
}
