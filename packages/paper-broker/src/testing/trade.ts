// Books fills for tests through the real ledger, on the account of a login.

import type { EpochMs } from '@clubfolio/domain'
import { marketDayAt } from '@clubfolio/domain'
import type { BookedTrade, TradeInstruction } from '../ledger/book-trade.ts'
import { bookTrade } from '../ledger/book-trade.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { priceOfFloat } from '../money/money.ts'
import type { TestBroker } from './test-broker.ts'

/** Returns the first account of a login. */
export async function accountIdOf(test: Pick<TestBroker, 'database'>, userName: string): Promise<string> {
  const row = await test.database
    .selectFrom('paper.account as a')
    .innerJoin('paper.login as l', 'l.login_id', 'a.login_id')
    .select('a.account_id')
    .where('l.user_name', '=', userName)
    .orderBy('a.account_id')
    .executeTakeFirstOrThrow()
  return row.account_id
}

/** Books one fill at the test's current market time. */
export async function fill(
  test: TestBroker,
  accountId: string,
  instruction: TradeInstruction,
  quantity: number,
  symbol: string,
  at: number,
): Promise<BookedTrade> {
  const now: EpochMs = test.clock.now()
  const instrument = await test.market.find(symbol, now)
  return inTransaction(test.database, async (transaction) =>
    bookTrade(transaction, await lockAccount(transaction, accountId), {
      symbol,
      assetType: instrument?.assetType ?? 'EQUITY',
      cusip: instrument?.cusip ?? null,
      description: instrument?.description ?? symbol,
      multiplier: 1n,
      instruction,
      quantity: BigInt(quantity),
      price: priceOfFloat(at),
      fees: [],
      orderId: null,
      occurredAt: now,
      marketDay: marketDayAt(now),
      reference: null,
    }),
  )
}
