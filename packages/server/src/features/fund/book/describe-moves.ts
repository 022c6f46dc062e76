// The moves of a fund to other accounts, as the settings of its books list them.
import type { FundMove } from '@clubfolio/contract'
import { arrivalParts, arrivedBy, carriedMoves, resultOfMove, toCents, type FundReplay } from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { CurrentFund } from './load-fund.ts'

/** Returns the ids of the movements that brought contents of an old account. */
export const arrivalIds = ({ current }: Pick<FundReplay, 'current'>): ReadonlySet<string> =>
  new Set(arrivalParts(current).map((part) => part.movementId))

/** Returns the moves in force, newest first. */
export async function describeMoves(
  db: Db | Trx,
  { account, replay, records }: Pick<CurrentFund, 'account' | 'replay' | 'records'>,
): Promise<FundMove[]> {
  if (replay.current.moves.length === 0) return []
  const rows = await db
    .selectFrom('fund_move')
    .select(['id', 'from_account_id', 'to_account_id'])
    .where('account_id', '=', account.id)
    .execute()
  const parts = arrivalParts(replay.current)
  return carriedMoves(replay.current, records.opening)
    .flatMap((move) => {
      const row = rows.find(({ id }) => id === move.id)
      if (!row) return []
      return {
        day: move.day,
        fromAccountId: row.from_account_id,
        toAccountId: row.to_account_id,
        left: toCents(move.leftCents),
        arrivedOn: move.arrivedOn ?? null,
        inTransit: toCents(move.arrivedOn === undefined ? move.leftCents - arrivedBy(move, parts) : 0n),
        difference: resultOfMove(move, parts),
      }
    })
    .toReversed()
}
