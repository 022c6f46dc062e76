// What papers and mails of a fund carry besides the name of its club. The logo has a table of its own, so that nothing
// that reads a fund reads the picture.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fund
      add column club_address text not null default '' check (length(club_address) <= 160),
      add column club_text text not null default '' check (length(club_text) <= 500);
    create table fund_logo (
      account_id uuid primary key references fund on update cascade on delete cascade,
      -- A PNG that was made here from the pixels of what was uploaded.
      content bytea not null check (octet_length(content) <= 1048576),
      uploaded_at timestamptz not null,
      uploaded_by uuid not null references app_user
    );
  `.execute(db)
}
