// Pairs money that came for an entry with its return after the entry was deleted: the two movements are matched with
// each other, without a record, so that neither waits to be matched. When the brokerage refuses to send the money back,
// the movement can be matched again.
import { newId } from '../../../kernel/id.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { findFundAccount, lockRow } from '../book/load-fund.ts'
import { matchMovements } from '../book/match-movements.ts'
import { readRecords } from '../book/read-records.ts'

/**
 * Pairs the movements; returns false until the returning movement has been read. Nothing is paired without the
 * reserving match, which the owner may have undone.
 */
export async function pairReturn(
  services: Services,
  accountId: string,
  keptMatchId: string | null,
  brokerId: string,
): Promise<boolean> {
  return inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, accountId))) return false
    const movement = await trx
      .selectFrom('account_movement')
      .select('id')
      .where('account_id', '=', accountId)
      .where('broker_id', '=', brokerId)
      .executeTakeFirst()
    if (!movement) return false
    const records = await readRecords(trx, await findFundAccount(trx, accountId))
    const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
    const live = records.matches.filter((match) => !reversed.has(match.id))
    const kept = live.find((match) => match.id === keptMatchId)
    if (!kept || live.some((match) => match.movementIds.includes(movement.id))) return true
    await reverse(services, trx, accountId, kept.id)
    await trx
      .insertInto('fund_match')
      .values({
        account_id: accountId,
        id: newId(services.clock),
        movement_ids: [...kept.movementIds, movement.id],
        item_ids: [],
        recorded_at: new Date(services.clock.nowMs()),
        recorded_by: null,
      })
      .execute()
    return true
  })
}

/** Releases the money, which stays in the account: its movement can be matched like any other. */
export async function releaseReturn(services: Services, accountId: string, keptMatchId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, accountId))) return
    await reverse(services, trx, accountId, keptMatchId)
    const account = await findFundAccount(trx, accountId)
    await matchMovements(services, trx, account, await readRecords(trx, account))
  })
}

async function reverse({ clock }: Services, trx: Trx, accountId: string, matchId: string): Promise<void> {
  await trx
    .insertInto('fund_reversal')
    .values({
      account_id: accountId,
      record_id: matchId,
      recorded_at: new Date(clock.nowMs()),
      recorded_by: null,
      reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
