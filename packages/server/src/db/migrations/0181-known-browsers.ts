// Known browsers are listed and can be forgotten: what they called themselves, where and when they signed in last,
// and which sessions they hold. A forgotten one stays until its end, so that its next sign-in is not taken for the
// user's first.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device add column user_agent text not null default '', add column address text,
      add column last_used_at timestamptz, add column forgotten_at timestamptz;
    alter table session add column device_id uuid references device on delete set null;
  `.execute(db)
}
