// Invitations by mail that link a user to a member. The rows stay, so that it is known who was invited when and who
// accepted; the token is kept as its hash, also after its use, so that a dead link can say why it is dead.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_invitation (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      -- The fund that the member can ask to pay into before the books name them.
      account_id uuid not null references fund on update cascade,
      email text not null,
      token_hash bytea not null unique,
      invited_at timestamptz not null,
      invited_by uuid not null references app_user,
      link_expires_at timestamptz not null,
      user_id uuid references app_user,
      accepted_at timestamptz,
      -- Withdrawn, or replaced by a later one.
      ended_at timestamptz,
      check ((user_id is null) = (accepted_at is null)),
      check (accepted_at is null or ended_at is null)
    );
    create unique index member_invitation_open on member_invitation (member_id)
      where accepted_at is null and ended_at is null;
    create index member_invitation_by_member on member_invitation (member_id);
    create index member_invitation_by_fund on member_invitation (account_id);
    create index member_invitation_by_inviter on member_invitation (invited_by, invited_at);
  `.execute(db)
}
