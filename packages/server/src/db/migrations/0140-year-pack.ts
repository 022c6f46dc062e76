// Packs of a fund's year: which are ordered, how far they are, and their bytes in portions, so that no process holds a
// whole one in memory.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_pack (
      id uuid primary key,
      account_id uuid not null references fund on update cascade,
      year integer not null,
      state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
      reason text,
      attempts integer not null default 0,
      next_at timestamptz not null,
      done integer not null,
      total integer not null,
      file_name text,
      byte_count bigint,
      sha256 text,
      requested_at timestamptz not null,
      requested_by uuid not null references app_user,
      ended_at timestamptz
    );
    create index fund_pack_by_fund on fund_pack (account_id, requested_at);
    create index fund_pack_due on fund_pack (next_at) where state in ('WAITING', 'RUNNING');
    create table fund_pack_part (
      pack_id uuid not null references fund_pack on delete cascade,
      position integer not null,
      content bytea not null,
      primary key (pack_id, position)
    );
  `.execute(db)
}
