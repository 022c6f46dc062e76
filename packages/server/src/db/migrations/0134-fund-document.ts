// Documents of a fund. A removed one keeps its row, so that the history says what it was and who removed it; its bytes
// go. They are in parts in a table of their own: lists do not read them, and no file is in memory as a whole.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_document (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      title text not null,
      kind text not null check (kind in ('DOCUMENT', 'MINUTES')),
      meeting_day date,
      readers text[] not null check (readers <@ array['TREASURER', 'APPROVER', 'AUDITOR', 'MEMBER']),
      file_name text not null,
      byte_count integer not null check (byte_count between 1 and 10485760),
      sha256 bytea not null,
      uploaded_at timestamptz not null,
      uploaded_by uuid not null references app_user,
      removed_at timestamptz,
      removed_by uuid references app_user,
      removal_reason text,
      -- The document that took its place.
      replaced_by uuid references fund_document,
      check ((kind = 'MINUTES') = (meeting_day is not null)),
      check ((removed_at is null) = (removed_by is null)),
      check (removed_at is not null or (removal_reason is null and replaced_by is null))
    );
    create index fund_document_account on fund_document (account_id);
    create index fund_document_replacement on fund_document (replaced_by) where replaced_by is not null;
    create table fund_document_part (
      document_id uuid not null references fund_document on delete cascade,
      part integer not null,
      content bytea not null,
      primary key (document_id, part)
    );
  `.execute(db)
}
