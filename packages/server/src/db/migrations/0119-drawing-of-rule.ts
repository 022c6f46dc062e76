// The drawing of a chart that an alert rule follows, by the id that it has in the chart's workspace.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_rule add column drawing_id text`.execute(db)
}
