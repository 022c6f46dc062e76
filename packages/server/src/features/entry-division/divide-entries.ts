// Divides entries that rest after a part of them was filled, so that the part has its stop. One step after the other,
// each settled before the next: the order is cancelled, which starts its exits for the part; where the brokerage ends
// them with it, we place them; then the rest is entered again, under a key of its own, once whatever dies. No step
// takes away a stop that works.
// Source: docs/decisions/0083-a-part-does-not-wait.md.
import { Refusal } from '@clubfolio/contract'
import { isOverOrder } from '@clubfolio/domain'
import { sql } from 'kysely'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import { createLease } from '../../kernel/lease.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { sendCancellation } from '../order/cancel-order.ts'
import { type EntryDivision, openDivisions } from '../order/entry-division.ts'
import { lookAtOrder } from '../order/look-at-order.ts'
import { type TradedAccount, tradedAccountOf } from '../order/traded-account.ts'
import { enterRest } from './enter-rest.ts'
import { noteParts } from './find-parts.ts'
import { protectPart } from './protect-part.ts'
import { after, type DivisionChange, later, soon } from './step.ts'
import { draftOfEntry, findStoredEntry } from './stored-entry.ts'

const lease = createLease({
  table: 'entry_division',
  key: ['account_id', 'request_id'],
  owner: { by: 'EXPIRY', column: 'claimed_until' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  // Short, because the part has no stop meanwhile. A worker that is slower harms nothing: each step is settled by what
  // it left at the brokerage.
  leaseMs: 30_000,
})
const rowsPerTurn = 200
/** A cancellation that somebody sent has had its effect after this long, or never will. */
const refusalMs = 120_000
/** After a failure of the brokerage, and while its account is disabled. */
const failureMs = 10_000
const disabledMs = 60_000

/** Divides what is due. Returns how many entries it looked at. */
export async function divideEntries(services: Services): Promise<number> {
  const { db, clock } = services
  await noteParts(services)
  const now = new Date(clock.nowMs())
  const rows = await lease.claim(services, {
    due: sql<boolean>`state = any(${openDivisions}) and next_at <= ${now}
      and not ${isBackingOff('divide-entry', sql`entry_division.request_id::text`, clock)}`,
    orderBy: sql`next_at`,
    limit: rowsPerTurn,
  })
  if (rows.length === 0) return 0
  const accounts = [...new Set(rows.map((row) => row.account_id))]
  const owners = await db.selectFrom('account').select(['id', 'owner_id']).where('id', 'in', accounts).execute()
  await runRows(services, 'divide-entry', rows, {
    describe: (row) => ({
      id: row.request_id,
      ownerId: owners.find(({ id }) => id === row.account_id)?.owner_id ?? null,
      name: `The entry in ${row.symbol} that is filled in part`,
    }),
    work: (row) => divide(services, row),
  })
  return rows.length
}

/** Takes the steps that can be taken now. */
async function divide(services: Services, claimed: EntryDivision): Promise<void> {
  let row = claimed
  try {
    for (;;) {
      const change = await takeStep(services, row)
      if (change.next_at !== undefined) {
        await lease.release(services, row, change)
        return
      }
      if (!(await lease.change(services.db, row, change))) return
      row = await services.db
        .selectFrom('entry_division')
        .selectAll()
        .where('account_id', '=', row.account_id)
        .where('request_id', '=', row.request_id)
        .executeTakeFirstOrThrow()
      if (!openDivisions.includes(row.state)) {
        await lease.release(services, row)
        return
      }
    }
  } catch (error) {
    await lease.release(services, row, after(services, failureMs))
    if (!(error instanceof Refusal) && !(error instanceof BrokerFailure)) throw error
    services.log.warn({ err: error, orderRequest: row.request_id }, 'an entry could not be divided yet')
  }
}

async function takeStep(services: Services, row: EntryDivision): Promise<DivisionChange> {
  const account = await tradedAccountOf(services.db, row.account_id)
  // Nothing is sent for a disabled account.
  if (account === undefined) return after(services, disabledMs)
  switch (row.state) {
    case 'WAITING':
      return begin(services, account, row)
    case 'CANCELLING':
      return cancel(services, account, row)
    case 'PROTECTING':
      return protectPart(services, account, row)
    case 'ENTERING':
      return enterRest(services, account, row)
    case 'DIVIDED':
    case 'ENDED':
    case 'OVER':
      return soon(services)
  }
}

/** Decides whether the entry is divided now. */
async function begin(services: Services, account: TradedAccount, row: EntryDivision): Promise<DivisionChange> {
  const { db, clock } = services
  const { status } = await lookAtOrder(services, account, row.order_id)
  if (isOverOrder(status)) return { state: 'OVER' }
  const refusedMs = row.refused_at?.getTime() ?? null
  if (refusedMs !== null)
    return clock.nowMs() - refusedMs < refusalMs ? soon(services) : { refused_at: null, ...soon(services) }
  if (status.startsWith('PENDING_') && status !== 'PENDING_ACTIVATION') return soon(services)
  if (!(await isFree(services, row))) return soon(services)
  const entry = await findStoredEntry(db, account.id, row.order_id)
  const draft = entry && draftOfEntry(entry)
  // What cannot be entered again is not cancelled: Operations shows it as without a stop.
  if (draft === undefined || draft === null)
    return { state: 'OVER', reason: 'Its terms cannot be entered from here, or it has no stop any more.' }
  const { day } = await accountMarketTime(db, clock, account.market_source)
  return { state: 'CANCELLING', draft: JSON.stringify(draft), market_day: day }
}

/**
 * Whether nothing else works on the entry: no change of it, and no action on its position, except one that waits for
 * this very entry.
 */
async function isFree({ db }: Services, row: EntryDivision): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`select
    exists (select from order_request r where r.account_id = ${row.account_id} and r.replaces_id = ${row.order_id}
      and r.state in ('NEW', 'SENDING', 'UNKNOWN'))
    or exists (select from position_action p where p.account_id = ${row.account_id}
      and p.state in ('RUNNING', 'WAITING') and (p.symbol is null or p.symbol = ${row.symbol})
      and not exists (select from position_action_step s where s.account_id = p.account_id and s.action_id = p.id
        and s.state = 'PLACED' and s.order_id = ${row.order_id})) as busy`.execute(db)
  return rows[0]?.busy === false
}

/** Cancels the order; its exits are for what it has filled by then. */
async function cancel(services: Services, account: TradedAccount, row: EntryDivision): Promise<DivisionChange> {
  const { db, clock } = services
  const before = await afterLook(services, account, row)
  if (before !== undefined) return before
  const sentAt = row.cancel_sent_at ?? new Date(clock.nowMs())
  // Written first: what is cancelled from here on was cancelled by us.
  if (!(await lease.change(db, row, { cancel_sent_at: sentAt }))) return soon(services)
  try {
    await sendCancellation(services, account, row.order_id, { actorId: null, divides: true })
  } catch (error) {
    // The order itself says what became of it.
    if (!(error instanceof Refusal)) throw error
  }
  return (await afterLook(services, account, { ...row, cancel_sent_at: sentAt })) ?? later(services, sentAt)
}

/** Returns how it goes on once the order is over; undefined while it is open. */
async function afterLook(
  services: Services,
  account: TradedAccount,
  row: EntryDivision,
): Promise<DivisionChange | undefined> {
  const { status } = await lookAtOrder(services, account, row.order_id)
  if (!isOverOrder(status)) return status === 'PENDING_CANCEL' ? soon(services) : undefined
  // Filled in full, expired, or cancelled by somebody else: then nothing of it is entered again.
  if (status !== 'CANCELED' || row.cancel_sent_at === null) return { state: 'OVER' }
  return { state: 'PROTECTING', cancelled_at: new Date(services.clock.nowMs()) }
}
