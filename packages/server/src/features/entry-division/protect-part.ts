// Makes sure that the part of a divided entry has its exits: those that its brokerage has started, or else ours.
import { isOverOrder } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Services } from '../../services.ts'
import type { EntryDivision } from '../order/entry-division.ts'
import { lookAtOrder } from '../order/look-at-order.ts'
import { placeHeldExits } from '../order/place-held-exits.ts'
import type { TradedAccount } from '../order/traded-account.ts'
import { endWithoutRest } from './end-without-rest.ts'
import { type DivisionChange, enterWithinMs, soon } from './step.ts'
import { findStoredEntry, type StoredEntry, stopsOfEntry } from './stored-entry.ts'

export async function protectPart(
  services: Services,
  account: TradedAccount,
  row: EntryDivision,
): Promise<DivisionChange> {
  const entry = await findStoredEntry(services.db, account.id, row.order_id)
  const state = entry === undefined ? 'LATE' : exitState(entry)
  if (state === 'WORKING') return { state: 'ENTERING' }
  if (state === 'ENDED' && (await placeOurs(services, row))) return { state: 'ENTERING' }
  const isLate = services.clock.nowMs() - (row.cancelled_at?.getTime() ?? 0) > enterWithinMs
  if (isLate || state === 'STOP_ENDED')
    return endWithoutRest(services, account, row, 'What was filled of it has no stop yet.')
  if (state === 'LATE') await lookAtOrder(services, account, row.order_id)
  return soon(services)
}

/**
 * WORKING: the stop works, or has traded. LATE: the brokerage has not said yet what becomes of it. ENDED: it ended with
 * its entry, and a target too. STOP_ENDED: the target works alone, and claims what a stop would be for.
 */
function exitState(entry: StoredEntry): 'WORKING' | 'LATE' | 'ENDED' | 'STOP_ENDED' {
  const stops = stopsOfEntry(entry)
  if (stops.some(({ status }) => status === 'AWAITING_PARENT_ORDER')) return 'LATE'
  const hasTraded = entry.exits.some(({ filled_quantity: filled }) => new Decimal(filled).greaterThan(0))
  if (hasTraded || stops.some(({ status }) => !isOverOrder(status))) return 'WORKING'
  return entry.exits.every(({ status }) => isOverOrder(status)) ? 'ENDED' : 'STOP_ENDED'
}

/** Holds the exits like those that a brokerage does not attach, and returns whether they are placed. */
async function placeOurs(services: Services, { account_id, request_id }: EntryDivision): Promise<boolean> {
  const { db, clock } = services
  await db
    .insertInto('held_exit')
    .values({
      account_id,
      request_id,
      state: 'WAITING',
      reason: null,
      claimed_until: null,
      next_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await placeHeldExits(services, request_id)
  const held = await db
    .selectFrom('held_exit')
    .select('state')
    .where('account_id', '=', account_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return held?.state === 'PLACED'
}
