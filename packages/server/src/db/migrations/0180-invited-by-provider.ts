// Invitations that are accepted with a sign-in at a provider: the link that an administrator's new user gets is a
// purpose of its own, and a visit to the provider carries the hash of the invitation and what a new administrator
// entered (docs/decisions/0108-sign-in-with-a-provider.md).
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table one_use_link drop constraint one_use_link_purpose_check;
    alter table one_use_link add constraint one_use_link_purpose_check
      check (purpose in ('PASSWORD_RESET', 'EMAIL_CHANGE', 'INVITATION', 'USER_INVITATION'));
    alter table oidc_attempt add column invitation_hash bytea, add column first_name text, add column last_name text,
      add column phone_number text;
  `.execute(db)
}
