// Keeps accounts fresh: every few seconds it reads those that are due. Workers coordinate through the rows: a worker
// claims an account for a limited time, and the claim of a worker that dies simply expires.
import { maskNumber } from '@clubfolio/domain'
import { sql } from 'kysely'
import { syncAccount } from '../features/account-reading/sync-account.ts'
import { runRows } from '../features/job/run-rows.ts'
import { createLease } from '../kernel/lease.ts'
import type { Services } from '../services.ts'

const tickMs = 5_000
const lease = createLease({
  table: 'account_sync',
  key: ['account_id'],
  owner: { by: 'EXPIRY', column: 'next_at' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: 2 * 60_000,
})
const accountsPerPage = 20
const atOnce = 4

export interface AccountSyncJob {
  /** Reads what is due now. Resolves when that, and a turn that is already running, is done. */
  runNow(): Promise<void>
  /** Finishes the running turn and pauses the job until `release`. */
  hold(): Promise<void>
  release(): void
  /** Finishes the running turn and starts no other. */
  stop(): Promise<void>
}

/** Reads every account that is due, page by page, and returns how many it took. Checks `goesOn` between pages. */
export async function syncDueAccounts(services: Services, goesOn: () => boolean = () => true): Promise<number> {
  let taken = 0
  for (;;) {
    const count = await syncPage(services)
    taken += count
    if (count < accountsPerPage || !goesOn()) return taken
  }
}

async function syncPage(services: Services): Promise<number> {
  const claimed = await claimDueAccounts(services)
  const waiting = [...claimed]
  const work = async (): Promise<void> => {
    for (let account = waiting.pop(); account !== undefined; account = waiting.pop()) {
      // An unexpected failure with one account must not block the others; its claim expires and it is retried.
      await runRows(services, 'read-account', [account], {
        describe: ({ id, owner_id: ownerId, number }) => ({ id, ownerId, name: `Account ${maskNumber(number)}` }),
        work: ({ id }) => syncAccount(services, id),
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work))
  return claimed.length
}

interface ClaimedAccount {
  readonly id: string
  readonly owner_id: string
  readonly number: string
}

/** A reading writes the account's next due time itself, so a claim is never released. */
async function claimDueAccounts(services: Services): Promise<ClaimedAccount[]> {
  const claimed = await lease.claim(services, {
    due: sql<boolean>`exists (select from account a where a.id = account_sync.account_id and a.is_active)`,
    orderBy: sql`next_at`,
    limit: accountsPerPage,
  })
  if (claimed.length === 0) return []
  const ids = claimed.map(({ account_id: id }) => id)
  return services.db.selectFrom('account').select(['id', 'owner_id', 'number']).where('id', 'in', ids).execute()
}

/** Starts the job; `stop` ends it. */
export function startAccountSyncJob(services: Services): AccountSyncJob {
  let isStopping = false
  let isHeld = false
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  const runTurn = async (): Promise<void> => {
    try {
      if (!isHeld) await syncDueAccounts(services, () => !isHeld && !isStopping)
    } catch (error) {
      services.log.error({ err: error }, 'the account job failed')
    }
    if (!isStopping) timer = setTimeout(() => (turn = runTurn()), tickMs)
  }
  turn = runTurn()
  return {
    async runNow() {
      await turn
      await syncDueAccounts(services)
    },
    async hold() {
      isHeld = true
      await turn
    },
    release() {
      isHeld = false
    },
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await turn
    },
  }
}
