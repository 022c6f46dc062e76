// Records a failed reading. The last good values remain, with their time. The backoff grows with each failure and
// counts from the start of the reading, so that a market close reached during the reading is not delayed by it.
import type { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import type { SyncedAccount } from './reading.ts'

const firstWaitMs = 60_000
const longestWaitMs = 30 * 60_000
/** Lapsed access does not recover on its own; renewing it schedules the account immediately. */
const lapsedWaitMs = 24 * 60 * 60_000

export function waitAfter(failure: Pick<BrokerFailure, 'kind'>, failures: number): number {
  if (failure.kind === 'LAPSED') return lapsedWaitMs
  // Only a restart with another configuration changes that.
  if (failure.kind === 'UNCONFIGURED') return longestWaitMs
  return Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), longestWaitMs)
}

export async function recordSyncFailure(
  { db, log }: Services,
  account: SyncedAccount,
  startedMs: number,
  failure: BrokerFailure,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sync = await trx
      .selectFrom('account_sync as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .select(['s.failures', 's.failed_at', 'a.broker_login_id', 'a.synced_at'])
      .where('s.account_id', '=', account.id)
      .forUpdate('s')
      .executeTakeFirst()
    // The account was renewed or read again while this reading ran, so its failure says nothing about the current
    // state.
    if (!sync || sync.broker_login_id !== account.broker_login_id) return
    if (sync.synced_at && sync.synced_at.getTime() > startedMs) return
    const failures = sync.failures + 1
    await trx
      .updateTable('account_sync')
      .set({
        failures,
        // A reading names no symbol, so a brokerage that does not know one gave no sensible answer.
        failure: failure.kind === 'UNKNOWN_SYMBOL' ? 'NONSENSE' : failure.kind,
        failure_reason: failure.message,
        failed_at: sync.failed_at ?? new Date(startedMs),
        next_at: new Date(startedMs + waitAfter(failure, failures)),
      })
      .where('account_id', '=', account.id)
      .execute()
  })
  log.warn(
    { accountId: account.id, failure: failure.kind, reason: failure.message, correlationId: failure.correlationId },
    'an account could not be read',
  )
}
