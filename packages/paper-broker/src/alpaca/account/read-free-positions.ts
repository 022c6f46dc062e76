// Reads an account's positions with what no open order claims.

import type { AccountPicture, ReadPosition } from '../../account/read-account.ts'
import type { Database } from '../../db/connect.ts'
import { loadOrders } from '../../engine/load-book.ts'
import { absolute, larger } from '../../money/decimal.ts'
import { committedOf, emptyBook } from '../../order/account-book.ts'
import type { PositionFacts } from './alpaca-position-wire.ts'

/** Returns the facts of positions that belong to an account's picture. */
export async function readFreePositions(
  database: Database,
  { account, cash, state }: AccountPicture,
  positions: readonly ReadPosition[],
): Promise<PositionFacts[]> {
  const book = emptyBook(account.accountType, cash)
  await loadOrders(database, account.accountId, book)
  return Promise.all(
    positions.map(async (position) => {
      const instrument = await state.market.find(position.symbol, state.marketMs)
      const claimed = committedOf(book, position.symbol, position.quantity < 0n)
      return {
        position,
        exchange: instrument?.exchange ?? '',
        available: larger(absolute(position.quantity) - claimed, 0n),
      }
    }),
  )
}
