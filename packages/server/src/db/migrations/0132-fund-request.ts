// Requests of members to pay in or take out. Only a decision books anything; what is booked names its request.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_request (
      account_id uuid not null references fund on update cascade,
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      -- The user who made it.
      user_id uuid not null references app_user,
      kind text not null check (kind in ('PAY_IN', 'TAKE_OUT', 'TAKE_OUT_ALL')),
      amount_cents bigint check (amount_cents > 0),
      bank_account_id uuid references bank_account on delete set null,
      comment text not null,
      state text not null check (state in ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
      made_at timestamptz not null,
      decided_at timestamptz,
      decided_by uuid references app_user,
      reason text,
      check ((kind = 'TAKE_OUT_ALL') = (amount_cents is null)),
      check ((state = 'OPEN') = (decided_at is null)),
      check ((state = 'DECLINED') = (reason is not null))
    );
    create index fund_request_account on fund_request (account_id);
    create index fund_request_member on fund_request (member_id);
    alter table fund_entry add column request_id uuid references fund_request (id);
    create index fund_entry_request on fund_entry (request_id) where request_id is not null;
  `.execute(db)
}
