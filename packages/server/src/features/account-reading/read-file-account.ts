// The turn of an account from files: nothing is read at a brokerage, but a session may have closed, prices may have
// arrived, or the owner may have accepted a difference.
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { findActiveMarket } from '../file-account/official-prices.ts'
import { lockFileAccount } from '../file-account/own-file-account.ts'
import { nextFileReadingMs } from './next-file-reading.ts'
import { rebookFileAccount } from './rebook-file-account.ts'

export async function readFileAccount(services: Services, accountId: string): Promise<'READ'> {
  await inTransaction(services.db, async (trx) => {
    const account = await lockFileAccount(trx, accountId)
    if (await isCurrent(services, trx, accountId)) {
      const market = await accountMarketTime(trx, services.clock, 'live')
      await trx
        .updateTable('account_sync')
        .set({ next_at: new Date(nextFileReadingMs(services.clock.nowMs(), market)) })
        .where('account_id', '=', accountId)
        .execute()
    } else await rebookFileAccount(services, trx, { account })
  })
  return 'READ'
}

/** Returns whether the figures are of the present lines, session and prices. */
async function isCurrent({ clock }: Services, trx: Trx, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('file_account as f')
    .leftJoin('fund', 'fund.account_id', 'f.account_id')
    .select(['version', 'valued_version', 'valued_source', 'valued_day', 'valued_market_at', 'fund.opening_day'])
    .where('f.account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { lastClosedDay } = await accountMarketTime(trx, clock, 'live')
  const official = await findActiveMarket(trx, row.opening_day === null ? null : row.valued_source)
  return (
    row.version === row.valued_version &&
    row.valued_source === official.source &&
    row.valued_day === lastClosedDay &&
    row.valued_market_at?.getTime() === official.updatedAt.getTime()
  )
}
