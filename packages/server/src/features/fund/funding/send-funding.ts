// Sends the transfers that entries have ordered. The brokerage executes each reference once, so a transfer whose
// response was lost, by a crash or in transit, is simply sent again; where it must no longer be sent, its outcome is
// looked up instead. A transfer keeps waiting until its movement has been read and matched, so that a crash in between
// leaves nothing to match by hand either.
import { currentRecords, judgeChange, maskNumber, type Match } from '@clubfolio/domain'
import { sql } from 'kysely'
import { BrokerFailure } from '../../../adapters/broker/port.ts'
import { newId } from '../../../kernel/id.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { loginAccess } from '../../account/broker-access.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { findFundAccount, lockRow } from '../book/load-fund.ts'
import { matchMovements } from '../book/match-movements.ts'
import { readRecords } from '../book/read-records.ts'
import { pairReturn, releaseReturn } from './pair-return.ts'

/** ENTRY moves the money of an entry; RETURN sends back the money of a deleted one. */
export type FundingPurpose = 'ENTRY' | 'RETURN'

const againMs = 60_000
const atATime = 200
export const disabledAccountText = 'The account is disabled. The transfer waits until it is enabled again.'
const movedWords = 'The money had moved before the entry was taken out. It is in the account as part of Unallocated.'

/**
 * Sends the transfers that are waiting and due, and returns how many were tried. A failing transfer does not block the
 * others.
 */
export async function sendDueFunding(services: Services): Promise<number> {
  const due = await services.db
    .selectFrom('fund_funding as f')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select(['f.entry_id', 'f.purpose', 'a.owner_id', 'a.number'])
    .where('f.state', '=', 'waiting')
    .where('f.next_at', '<=', new Date(services.clock.nowMs()))
    .where((eb) => eb.not(isBackingOff('send-transfer', sql`f.entry_id || ' ' || f.purpose`, services.clock)))
    .orderBy('f.created_at')
    .limit(atATime)
    .execute()
  await runRows(services, 'send-transfer', due, {
    describe: ({ entry_id: entryId, purpose, owner_id: ownerId, number }) => ({
      id: `${entryId} ${purpose}`,
      ownerId,
      name: `Transfer of account ${maskNumber(number)}`,
    }),
    work: ({ entry_id: entryId, purpose }) => sendFunding(services, entryId, purpose),
  })
  return due.length
}

/**
 * Sends one transfer if it is still waiting, its account is enabled and its entry still counts. The brokerage's
 * response is recorded; an error of ours is rethrown once the transfer is recorded as waiting.
 */
export async function sendFunding(
  services: Services,
  entryId: string,
  purpose: FundingPurpose = 'ENTRY',
): Promise<void> {
  const order = await findWaiting(services, entryId, purpose)
  if (!order) return
  try {
    if (!order.is_active) throw new BrokerFailure('UNAVAILABLE', disabledAccountText)
    const brokerId = order.broker_id ?? (await transfer(services, order))
    await services.readAccount(services, order.account_id)
    const isRead =
      purpose === 'RETURN'
        ? await pairReturn(services, order.account_id, order.match_id, brokerId)
        : await matchSent(services, order.account_id, entryId, brokerId)
    if (!isRead) throw new BrokerFailure('UNAVAILABLE', 'The money was moved; the brokerage does not report it yet.')
    const reason = purpose === 'ENTRY' && !(await stillCounts(services, order.account_id, entryId)) ? movedWords : null
    await change(services, order, { state: 'sent', reason })
  } catch (error) {
    await postpone(
      services,
      order,
      error instanceof BrokerFailure
        ? error
        : new BrokerFailure('UNAVAILABLE', 'It could not be carried out and is tried again.'),
    )
    if (!(error instanceof BrokerFailure)) throw error
  }
}

/** Moves the money, once however often it is called, and stores the brokerage's id of the transfer. */
async function transfer(services: Services, order: WaitingOrder): Promise<string> {
  const { funding } = services.brokers.brokerOf(order)
  if (!funding) throw new BrokerFailure('REFUSED', 'This brokerage takes no transfers from here.')
  const access = loginAccess(services, order.broker_login_id)
  const isReturn = order.purpose === 'RETURN'
  const reference = isReturn ? `${order.entry_id}-return` : order.entry_id
  const brokerId =
    isReturn || (await stillCounts(services, order.account_id, order.entry_id))
      ? await funding.transfer(access, order.hash_value, {
          direction: (order.kind === 'contribution') === isReturn ? 'WITHDRAWAL' : 'DEPOSIT',
          amountCents: order.amount_cents,
          reference,
        })
      : // An earlier try may have moved the money although its response was lost; only the brokerage knows.
        await funding.findTransfer(access, order.hash_value, reference)
  if (brokerId === null) throw new BrokerFailure('REFUSED', 'The entry no longer counts, so no money was moved.')
  await change(services, order, { broker_id: brokerId })
  return brokerId
}

type WaitingOrder = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

function findWaiting({ db }: Services, entryId: string, purpose: FundingPurpose) {
  return db
    .selectFrom('fund_funding as f')
    .innerJoin('fund_entry as e', 'e.id', 'f.entry_id')
    .innerJoin('account as a', 'a.id', 'f.account_id')
    .select([
      'f.entry_id',
      'f.purpose',
      'f.match_id',
      'f.account_id',
      'e.kind',
      'e.amount_cents',
      'f.broker_id',
      'a.broker',
      'a.broker_login_id',
      'a.hash_value',
      'a.is_active',
    ])
    .where('f.entry_id', '=', entryId)
    .where('f.purpose', '=', purpose)
    .where('f.state', '=', 'waiting')
    .executeTakeFirst()
}

async function change(
  { db }: Services,
  { entry_id, purpose }: Pick<WaitingOrder, 'entry_id' | 'purpose'>,
  fields: { state?: 'sent' | 'refused'; reason?: string | null; broker_id?: string; next_at?: Date },
): Promise<void> {
  await db
    .updateTable('fund_funding')
    .set(fields)
    .where('entry_id', '=', entry_id)
    .where('purpose', '=', purpose)
    .where('state', '=', 'waiting')
    .execute()
}

async function stillCounts({ db }: Services, accountId: string, entryId: string): Promise<boolean> {
  const records = await readRecords(db, await findFundAccount(db, accountId))
  return currentRecords(records).entries.some((entry) => entry.id === entryId)
}

/**
 * Records a failed try. A refusal is final and leaves the money to be matched, with the broker's words; anything else
 * is retried.
 */
async function postpone(services: Services, order: WaitingOrder, failure: BrokerFailure): Promise<void> {
  if (failure.kind === 'REFUSED' && order.match_id !== null)
    await releaseReturn(services, order.account_id, order.match_id)
  await change(
    services,
    order,
    failure.kind === 'REFUSED'
      ? { state: 'refused', reason: failure.message }
      : { next_at: new Date(services.clock.nowMs() + againMs), reason: failure.message },
  )
}

/**
 * Matches the movement with its entry. Automatic matching leaves equal amounts alone; here the broker's own id
 * identifies the movement. Returns false until the movement has been read.
 */
async function matchSent(services: Services, accountId: string, entryId: string, brokerId: string): Promise<boolean> {
  return inTransaction(services.db, async (trx) => {
    if (!(await lockRow(trx, accountId))) return false
    const account = await findFundAccount(trx, accountId)
    const movement = await trx
      .selectFrom('account_movement')
      .select('id')
      .where('account_id', '=', accountId)
      .where('broker_id', '=', brokerId)
      .executeTakeFirst()
    if (!movement) return false
    const records = await readRecords(trx, account)
    const { day } = await accountMarketTime(trx, services.clock, account.marketSource)
    const match: Match = { id: newId(services.clock), movementIds: [movement.id], itemIds: [entryId] }
    const judgement = judgeChange(records, { kind: 'match', match }, day)
    // Already matched, or forbidden by a rule: left unchanged.
    if (!judgement.isAllowed) return true
    await trx
      .insertInto('fund_match')
      .values({
        account_id: accountId,
        id: match.id,
        movement_ids: [movement.id],
        item_ids: [entryId],
        recorded_at: new Date(services.clock.nowMs()),
        recorded_by: null,
      })
      .execute()
    await matchMovements(services, trx, account, judgement.records)
    return true
  })
}
