// Applies a reading of the brokerage to the books: late movements of closed periods get their booking day, unambiguous
// matches are stored, and entries that waited for a close and cannot be dealt at it are refused. Facts of the broker
// are never refused.
import { addCalendarDays, refuseAtClose, replayFund, type FundReplay, toMarketDay } from '@clubfolio/domain'
import { writeAudit } from '../../../kernel/audit.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { findDeparture } from './account-home.ts'
import { findFundAccount, lockRow, type FundAccount } from './load-fund.ts'
import { matchMovements } from './match-movements.ts'
import { readRecords } from './read-records.ts'
import { breachRefusalOf } from './refuse.ts'

export interface BooksBefore {
  readonly account: FundAccount
  readonly replay: FundReplay
}

/**
 * Locks the books before the facts of a reading are written; returns undefined when they concern no fund. A fact of an
 * account that its fund has left concerns the fund where it is now.
 */
export async function lockBooksForFacts(trx: Trx, accountId: string): Promise<BooksBefore | undefined> {
  const fundId = (await findDeparture(trx, accountId))?.accountId ?? accountId
  if (!(await lockRow(trx, fundId))) return undefined
  const account = await findFundAccount(trx, fundId)
  return { account, replay: replayFund(await readRecords(trx, account)) }
}

/** Updates the books with the facts that the same transaction has written since `lockBooks`. */
export async function applyBrokerFacts(services: Services, trx: Trx, { account, replay }: BooksBefore): Promise<void> {
  await bookLateMovements(trx, account.id)
  const records = await matchMovements(services, trx, account, await readRecords(trx, account))
  for (const { recordId, because, isNet, reversedIds } of refuseAtClose(replay, records)) {
    const reason = breachRefusalOf(because, { currency: account.currency, isNet }).message
    const line = records.entries.find(({ id }) => id === recordId)
    const reasonOf = (id: string): string =>
      id === recordId || line?.distributionId === undefined ? reason : otherLineRefused
    await trx
      .insertInto('fund_reversal')
      .values(
        reversedIds.map((id) => ({
          account_id: account.id,
          record_id: id,
          recorded_at: new Date(services.clock.nowMs()),
          recorded_by: null,
          reason: reasonOf(id),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await writeAudit(trx, services.clock, {
      actorId: null,
      action: 'entry.refuse-at-close',
      objectType: 'entry',
      objectId: recordId,
      after: { reason },
    })
  }
}

const otherLineRefused = 'Another line of the distribution could not be paid, so the whole of it was refused.'

/** Books a previously unknown movement of a closed period on the first open day. */
async function bookLateMovements(trx: Trx, accountId: string): Promise<void> {
  const { closed_until } = await trx
    .selectFrom('fund')
    .select('closed_until')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (closed_until === null) return
  const closedUntil = toMarketDay(closed_until)
  const late = await trx
    .selectFrom('account_movement as m')
    .innerJoin('fund_home as h', 'h.home_id', 'm.account_id')
    .select(['m.account_id', 'm.id'])
    .where('h.fund_id', '=', accountId)
    .where((eb) => eb.or([eb('h.after_day', 'is', null), eb('m.day', '>', eb.ref('h.after_day'))]))
    .where((eb) => eb.or([eb('h.until_day', 'is', null), eb('m.day', '<=', eb.ref('h.until_day'))]))
    .where('m.day', '<=', closedUntil)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fund_movement as f')
            .select('f.movement_id')
            .whereRef('f.account_id', '=', 'm.account_id')
            .whereRef('f.movement_id', '=', 'm.id'),
        ),
      ),
    )
    .execute()
  for (const row of late) {
    await trx
      .insertInto('fund_movement')
      .values({ account_id: row.account_id, movement_id: row.id, day: addCalendarDays(closedUntil, 1) })
      .execute()
  }
}
