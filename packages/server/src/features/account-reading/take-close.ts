// Takes the official close of an account's last session when it is due. Taking it twice, or from two processes, changes
// nothing: there is one per account and session.
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { syncAccount, type SyncOutcome } from './sync-account.ts'

/** Returns 'READ' also when the close already exists. */
export async function takeClose(services: Services, accountId: string): Promise<SyncOutcome> {
  const { db, clock } = services
  const account = await db.selectFrom('account').select('market_source').where('id', '=', accountId).executeTakeFirst()
  if (!account) return 'SKIPPED'
  const { lastClosedDay } = await accountMarketTime(db, clock, account.market_source)
  const taken = await db
    .selectFrom('account_close')
    .select('day')
    .where('account_id', '=', accountId)
    .where('day', '=', lastClosedDay)
    .executeTakeFirst()
  return taken ? 'READ' : syncAccount(services, accountId)
}
