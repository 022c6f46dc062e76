// Writes down that a reading failed. The last good values stay, with their time; the next try waits longer each time, counted from
// when the reading began, so that a bell that rang while it ran is not waited out.
import type { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import type { SyncedAccount } from './reading.ts'

const firstWaitMs = 60_000
const longestWaitMs = 30 * 60_000
/** A lapsed access does not mend itself; renewing it puts the account in line at once. */
const lapsedWaitMs = 24 * 60 * 60_000

export function waitAfter(failure: Pick<BrokerFailure, 'kind'>, failures: number): number {
  if (failure.kind === 'LAPSED') return lapsedWaitMs
  return Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), longestWaitMs)
}

export async function recordSyncFailure({ db, log }: Services, account: SyncedAccount, startedMs: number, failure: BrokerFailure): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sync = await trx
      .selectFrom('account_sync as s')
      .innerJoin('account as a', 'a.id', 's.account_id')
      .select(['s.failures', 's.failed_at', 'a.broker_login_id', 'a.synced_at'])
      .where('s.account_id', '=', account.id)
      .forUpdate('s')
      .executeTakeFirst()
    // Renewed, or read anew, while this reading ran: its failure says nothing about how it stands now.
    if (!sync || sync.broker_login_id !== account.broker_login_id) return
    if (sync.synced_at && sync.synced_at.getTime() > startedMs) return
    const failures = sync.failures + 1
    await trx
      .updateTable('account_sync')
      .set({
        failures,
        failure: failure.kind,
        failure_reason: failure.message,
        failed_at: sync.failed_at ?? new Date(startedMs),
        next_at: new Date(startedMs + waitAfter(failure, failures)),
      })
      .where('account_id', '=', account.id)
      .execute()
  })
  log.warn({ accountId: account.id, failure: failure.kind, reason: failure.message, correlationId: failure.correlationId }, 'an account could not be read')
}
