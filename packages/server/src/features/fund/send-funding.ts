// Sends the transfers that entries have ordered. The brokerage makes each once under its reference, the entry's id, so a transfer
// whose answer was lost, by a crash or on the way, is simply sent again. It waits until the movement that follows has been read and
// matched with its entry, so that a crash in between leaves nothing to match by hand either.
import { currentRecords, judgeChange, type Cents, type Match } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { syncAccount } from '../account/sync-account.ts'
import { findFundAccount, lockRow } from '../participation/load-fund.ts'
import { matchMovements } from '../participation/match-movements.ts'
import { readRecords } from '../participation/read-records.ts'

const againMs = 60_000

/** Sends what is waiting and due; answers how many were tried. */
export async function sendDueFunding(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('fund_funding')
    .select('entry_id')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', new Date(services.clock.nowMs()))
    .orderBy('created_at')
    .limit(50)
    .execute()
  for (const row of due) await sendFunding(services, row.entry_id)
  return due.length
}

/** Sends one transfer if it is still waiting and its entry still counts. */
export async function sendFunding(services: Services, entryId: string): Promise<void> {
  const order = await findWaiting(services, entryId)
  if (!order) return
  try {
    const brokerId = order.broker_id ?? (await transfer(services, entryId, order))
    await syncAccount(services, order.account_id)
    if (!(await matchSent(services, order.account_id, entryId, brokerId))) throw new BrokerFailure('UNAVAILABLE', 'The money was moved; the brokerage does not report it yet.')
    await services.db.updateTable('fund_funding').set({ state: 'sent', reason: null }).where('entry_id', '=', entryId).execute()
  } catch (error) {
    if (!(error instanceof BrokerFailure)) throw error
    await postpone(services, entryId, error)
  }
}

/** Moves the money, once however often it is asked for, and keeps the brokerage's own id of it. */
async function transfer(services: Services, entryId: string, order: WaitingOrder): Promise<string> {
  const { db, broker } = services
  if (!(await stillCounts(services, order.account_id, entryId))) throw new BrokerFailure('REFUSED', 'The entry no longer counts, so no money was moved.')
  if (!broker.funding) throw new BrokerFailure('REFUSED', 'This brokerage takes no transfers from here.')
  const brokerId = await broker.funding.transfer(loginAccess(services, order.broker_login_id), order.hash_value, {
    direction: order.kind === 'contribution' ? 'DEPOSIT' : 'WITHDRAWAL',
    amountCents: order.amount_cents as Cents,
    reference: entryId,
  })
  await db.updateTable('fund_funding').set({ broker_id: brokerId }).where('entry_id', '=', entryId).execute()
  return brokerId
}

type WaitingOrder = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

function findWaiting({ db }: Services, entryId: string) {
  return db
    .selectFrom('fund_funding as f')
    .innerJoin('fund_entry as e', 'e.id', 'f.entry_id')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select(['f.account_id', 'e.kind', 'e.amount_cents', 'f.broker_id', 'a.broker_login_id', 'a.hash_value'])
    .where('f.entry_id', '=', entryId)
    .where('f.state', '=', 'waiting')
    .executeTakeFirst()
}

async function stillCounts({ db }: Services, accountId: string, entryId: string): Promise<boolean> {
  const records = await readRecords(db, await findFundAccount(db, accountId))
  return currentRecords(records).entries.some((entry) => entry.id === entryId)
}

/** A refusal is final and leaves the entry to be matched, with the broker's words; anything else is tried again. */
async function postpone({ db, clock }: Services, entryId: string, failure: BrokerFailure): Promise<void> {
  await db
    .updateTable('fund_funding')
    .set(failure.kind === 'REFUSED' ? { state: 'refused', reason: failure.message } : { next_at: new Date(clock.nowMs() + againMs), reason: failure.message })
    .where('entry_id', '=', entryId)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Where several amounts are equal the automatic matching leaves them; here the broker's own id says which is which. Answers false
 * while the movement has not been read.
 */
async function matchSent(services: Services, accountId: string, entryId: string, brokerId: string): Promise<boolean> {
  return inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, accountId))) return false
    const account = await findFundAccount(trx, accountId)
    const movement = await trx.selectFrom('account_movement').select('id').where('account_id', '=', accountId).where('broker_id', '=', brokerId).executeTakeFirst()
    if (!movement) return false
    const records = await readRecords(trx, account)
    const { day } = await accountMarketTime(trx, services.clock, account.marketSource)
    const match: Match = { id: newId(services.clock), movementIds: [movement.id], itemIds: [entryId] }
    const judgement = judgeChange(records, { kind: 'match', match }, day)
    // Matched already, or forbidden by a rule: then it stays as it is.
    if (!judgement.isAllowed) return true
    await trx
      .insertInto('fund_match')
      .values({ account_id: accountId, id: match.id, movement_ids: [movement.id], item_ids: [entryId], recorded_at: new Date(services.clock.nowMs()), recorded_by: null })
      .execute()
    await matchMovements(services, trx, account, judgement.records)
    return true
  })
}
