// Finds the kinds of an account's transactions without reading them: a few kinds among thousands of transactions.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index account_transaction_by_kind on account_transaction (account_id, kind)`.execute(db)
}
