// A code belongs to the browser that requested it: the hashed secret that browser received with the first step, and the
// tries of all other browsers, which do not use up its own.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_in_challenge add column attempt_hash bytea, add column stranger_tries integer not null default 0;
    alter table registration_decoy add column attempt_hash bytea, add column stranger_tries integer not null default 0;
  `.execute(db)
}
