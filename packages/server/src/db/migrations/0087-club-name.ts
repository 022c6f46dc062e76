// The name of the club whose money is in a fund: papers that leave the house say who issued them.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fund add column club_name text`.execute(db)
}
