// A code belongs to the browser that asked for it: the secret it got with the first step, as a hash, and the tries of everybody else,
// which use up none of its own.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_in_challenge add column attempt_hash bytea, add column stranger_tries integer not null default 0;
    alter table registration_decoy add column attempt_hash bytea, add column stranger_tries integer not null default 0;
  `.execute(db)
}
