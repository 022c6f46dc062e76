// Delivered securities count at the close of their day. Until it is taken their amount is provisional. Those that are
// stored already are valued once more with the next reading; a closed period keeps what members were dealt by.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_movement add column is_provisional boolean not null default false`.execute(db)
  await sql`update account_movement m set is_provisional = true
    where m.kind = 'RECEIVE_AND_DELIVER' and m.day > current_date - 360 and exists (
      select from account a where a.id = m.account_id and a.broker_login_id is not null and a.is_active
        and a.market_source = 'live')`.execute(db)
}
