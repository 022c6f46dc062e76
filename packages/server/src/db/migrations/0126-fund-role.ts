// Roles of people in other people's funds. A role begins with an invitation by mail and is in force from its acceptance
// until it is ended or its last day is over; the rows stay, so that it is known who could do what and when.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_role (
      id uuid primary key,
      account_id uuid not null references fund on update cascade,
      role text not null check (role in ('TREASURER', 'APPROVER', 'AUDITOR')),
      -- The address that the invitation went to; only the user of this address can accept it.
      email text not null,
      user_id uuid references app_user,
      last_day date,
      -- Of the link in the mail; null once it is used.
      token_hash bytea unique,
      invited_at timestamptz not null,
      invited_by uuid not null references app_user,
      link_expires_at timestamptz not null,
      accepted_at timestamptz,
      ended_at timestamptz,
      ended_by uuid references app_user,
      check ((user_id is null) = (accepted_at is null)),
      check (role <> 'AUDITOR' or last_day is not null)
    );
    create unique index fund_role_of_user on fund_role (account_id, user_id)
      where ended_at is null and user_id is not null;
    create unique index fund_role_of_email on fund_role (account_id, email) where ended_at is null;
    create index fund_role_by_user on fund_role (user_id) where ended_at is null;
    -- Whether a member appears in the books of a fund is asked for every person with a role.
    create index fund_transfer_by_giver on fund_transfer (from_member_id);
    create index fund_transfer_by_taker on fund_transfer (to_member_id);
    create index fund_opening_share_by_member on fund_opening_share (member_id);
  `.execute(db)
}
