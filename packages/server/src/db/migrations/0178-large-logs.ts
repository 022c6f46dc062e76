// Keeps what grows quick to look through: the audit log by time and by area, trades that are not measured yet by their
// code, and users by any part of their name or e-mail.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_by_time on audit_log (at);
    create index audit_log_by_area on audit_log (split_part(action, '.', 1), at);
    create index journal_trade_unmeasured_code on journal_trade (account_id, code_key) where held is not null
      and (closed_at is null or measured_last is null or measured_last < closed_day or measured_first > opened_day);
    -- A server without the extension reads all users, as it reads all instruments.
    do $body$ begin
      if exists (select from pg_extension where extname = 'pg_trgm') then
        create index app_user_by_part on app_user
          using gin (lower(first_name || ' ' || last_name) gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off);
      end if;
    end $body$;
  `.execute(db)
}
