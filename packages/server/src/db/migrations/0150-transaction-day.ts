// What has been booked since the last close is asked for whenever a reading is shown; without an index it takes a scan
// of all transactions of the account.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index account_transaction_by_day on account_transaction (account_id, day)`.execute(db)
}
