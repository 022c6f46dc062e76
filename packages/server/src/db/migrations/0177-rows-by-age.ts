// Finds the rows that are old enough to be deleted without reading the whole table: the upkeep runs every few minutes.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outgoing_message_age on outgoing_message (planned_at) where state <> 'WAITING';
    create index web_push_delivery_age on web_push_delivery (created_at);
    create index position_action_ended on position_action (ended_at) where ended_at is not null;
    create index session_expiry on session (expires_at);
  `.execute(db)
}
