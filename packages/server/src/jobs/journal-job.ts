// Keeps the stored trades of accounts in step with what they are derived from, so that nobody waits for it when they
// open the journal, and measures them by the bars that have come.
import { maskNumber } from '@clubfolio/domain'
import type { Db } from '../db/connect.ts'
import { findStale, refreshTrades } from '../features/journal/refresh-trades.ts'
import { findUnmeasured, measureTrades } from '../features/journal/measure-trades.ts'
import type { JobRow } from '../features/job/job-row.ts'
import { runRows } from '../features/job/run-rows.ts'
import { runSteps } from '../features/job/run-steps.ts'
import type { PooledServices } from '../services.ts'
import { startPeriodicJob, type PeriodicJob } from '../kernel/start-periodic-job.ts'

const tickMs = 5_000

/** Does what is due now; also called after a steered clock was moved. */
export async function runJournalUpkeep(services: PooledServices): Promise<void> {
  await runSteps(
    async () => {
      const accounts = await findOwners(services.db, await findStale(services.db))
      await runRows(services, 'derive-trades', accounts, {
        describe: describeWork('The trades'),
        work: ({ id }) => refreshTrades(services, [id]),
      })
    },
    async () => {
      const accounts = await findOwners(services.db, await findUnmeasured(services))
      await runRows(services, 'measure-trades', accounts, {
        describe: describeWork('Best and worst results of trades'),
        work: ({ id }) => measureTrades(services, id),
      })
    },
  )
}

interface OwnedAccount {
  readonly id: string
  readonly owner_id: string
  readonly number: string
}

async function findOwners(db: Db, accountIds: readonly string[]): Promise<OwnedAccount[]> {
  if (accountIds.length === 0) return []
  return db.selectFrom('account').select(['id', 'owner_id', 'number']).where('id', 'in', accountIds).execute()
}

const describeWork =
  (what: string) =>
  ({ id, owner_id: ownerId, number }: OwnedAccount): JobRow => ({
    id,
    ownerId,
    name: `${what} of account ${maskNumber(number)}`,
  })

export const startJournalJob = (services: PooledServices): PeriodicJob =>
  startPeriodicJob(services, {
    tickMs,
    failure: 'the trades of the journal could not be kept up to date',
    run: () => runJournalUpkeep(services),
  })
