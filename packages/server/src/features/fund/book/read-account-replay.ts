// The books that the gain of an account follows (docs/decisions/0020): those of its fund. An account that a fund has
// left or moved into has days on which the fund was elsewhere, so its gain follows books without any fund's records.
import { openFund, replayFund, type FundReplay } from '@clubfolio/domain'
import type { Services } from '../../../services.ts'
import { readAccountCloses, readMovements } from './account-home.ts'
import { defaultOpening } from './default-opening.ts'
import { readFund, requireAccount } from './load-fund.ts'

/** Throws `notFound`, also for another owner's account. */
export async function readAccountReplay(services: Services, ownerId: string, accountId: string): Promise<FundReplay> {
  const { db } = services
  const moved = await db
    .selectFrom('fund_move')
    .select('id')
    .where((eb) => eb.or([eb('from_account_id', '=', accountId), eb('to_account_id', '=', accountId)]))
    .limit(1)
    .executeTakeFirst()
  if (!moved) return (await readFund(services, ownerId, accountId, 'OWN')).replay
  const account = await requireAccount(db, ownerId, accountId)
  const whole = { accountId, afterDay: null, untilDay: null }
  return replayFund({
    ...openFund(await defaultOpening(db, account)),
    closes: await readAccountCloses(db, whole),
    movements: await readMovements(db, whole),
  })
}
