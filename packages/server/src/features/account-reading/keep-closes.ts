// Keeps what a close of a fund was before it is changed: figures that the books were built on do not disappear. Nothing
// is built on the closes of an account without a fund.
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'

export interface KeepClosesOptions {
  readonly accountId: string
  readonly at: Date
  /** Which closes `c` are about to change or go. */
  readonly where: RawBuilder<boolean>
}

/** Copies closes into their revisions; the caller then changes or deletes them in the same transaction. */
export async function keepCloses(trx: Trx, { accountId, at, where }: KeepClosesOptions): Promise<void> {
  await sql`
    insert into account_close_revision (id, account_id, day, broker_value_cents, real_value_cents, is_rebuilt,
      is_reconciled, created_at, replaced_at)
    select gen_random_uuid(), c.account_id, c.day, c.broker_value_cents, c.real_value_cents, c.is_rebuilt,
      c.is_reconciled, c.created_at, ${at}
    from account_close c where c.account_id = ${accountId} and ${where}
      and exists (select from fund_home h where h.home_id = c.account_id)`.execute(trx)
}
