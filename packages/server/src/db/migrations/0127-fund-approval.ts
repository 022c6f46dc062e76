// The second person of a fund: from which amount one is asked for, and what waits for one. What waits touches no table
// that the books are read from.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Null: nobody else is asked.
    alter table fund add column second_person_from_cents bigint check (second_person_from_cents >= 0);

    create table fund_approval (
      id uuid primary key,
      account_id uuid not null references fund on update cascade,
      kind text not null,
      -- The body of the call, sealed: it can hold bank numbers.
      body_sealed bytea not null,
      title text not null,
      details jsonb not null,
      preview jsonb,
      author_id uuid not null references app_user,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      state text not null default 'WAITING'
        check (state in ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
      decided_by uuid references app_user,
      decided_at timestamptz,
      reason text,
      check ((state = 'WAITING') = (decided_at is null))
    );
    create index fund_approval_of_fund on fund_approval (account_id, state, requested_at);
    create index fund_approval_waiting on fund_approval (expires_at) where state = 'WAITING';
    create index fund_entry_by_recording on fund_entry (account_id, member_id, recorded_at);
  `.execute(db)
}
