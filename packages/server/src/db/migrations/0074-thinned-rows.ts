// Indexes that find old rows for deletion without reading the rest.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notification_read on notification (read_at) where read_at is not null;
    create index notification_unshown on notification (created_at) where not on_screen;
    create index alert_resolved on alert (resolved_at) where resolved_at is not null;
    create index alert_firing_by_time on alert_firing (fired_at);
    create index order_watch_ended on order_watch (next_at) where state in ('CANCELLED', 'OVER');
  `.execute(db)
}
