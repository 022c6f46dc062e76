// Enters the rest of a divided entry: once, and only while it is still wanted and means the same.
import { Refusal } from '@clubfolio/contract'
import { isSameCode, restOfEntry, sideOf } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime } from '../account/market-time.ts'
import { readAccountShared } from '../account/shared-broker-reads.ts'
import { sendCancellation } from '../order/cancel-order.ts'
import { type EntryDivision, keyOfRest } from '../order/entry-division.ts'
import { withExitHolder } from '../order/exit-holder.ts'
import type { OrderRequest } from '../order/order-request.ts'
import { placeHeldExits } from '../order/place-held-exits.ts'
import { submitOrder } from '../order/submit-order.ts'
import { accessOf, type TradedAccount } from '../order/traded-account.ts'
import { endWithoutRest } from './end-without-rest.ts'
import { type DivisionChange, enterWithinMs, soon } from './step.ts'

/** The rest is not entered again after this many parts: no entry that fills share by share is divided forever. */
const mostParts = 20

/** Thrown in the transaction that records the rest, when the entry was ended by then. */
class NotWanted extends Error {}

const ended = 'The entry was cancelled.'

export async function enterRest(
  services: Services,
  account: TradedAccount,
  row: EntryDivision,
): Promise<DivisionChange> {
  const { db } = services
  const earlier = await findRestRequest(services, row)
  // Of a worker that died while it sent it: it is looked for once that is certain, and nobody waits for it here.
  if (earlier?.state === 'SENDING') return soon(services)
  // One that the brokerage never had is not sent again: nobody knows when it would have arrived.
  if (earlier?.state === 'REFUSED' || (earlier?.state === 'NOT_PLACED' && earlier.known_ids !== null))
    return endWithoutRest(services, account, row, earlier.reason ?? 'The brokerage did not take it.')
  const order = await db
    .selectFrom('broker_order')
    .select('filled_quantity')
    .where('account_id', '=', account.id)
    .where('broker_id', '=', row.order_id)
    .executeTakeFirstOrThrow()
  const rest = row.draft === null ? null : restOfEntry(row.draft, new Decimal(order.filled_quantity))
  if (rest === null) return { state: 'ENDED' }
  if (earlier === undefined || earlier.state === 'NOT_PLACED') {
    const reason = await whyNot(services, account, row)
    if (reason !== undefined) return endWithoutRest(services, account, row, reason)
  }
  try {
    const placed = await submitOrder(
      services,
      account,
      {
        content: { restOf: row.request_id },
        replacesId: null,
        restOf: row.request_id,
        plan: () => Promise.resolve(withExitHolder(services, account, { draft: rest, cancelPrice: null })),
        ask: (trx) => requireWanted(trx, row),
      },
      { requestKey: keyOfRest(row.request_id), requestId: row.request_id, address: '' },
    )
    return await followRest(services, account, row, placed)
  } catch (error) {
    if (error instanceof NotWanted) return endWithoutRest(services, account, row, ended)
    if (!(error instanceof Refusal)) throw error
    const request = await findRestRequest(services, row)
    // Looked for, or about to be sent by another worker, or never sent: it is tried again while it means the same.
    if (request === undefined || request.known_ids === null || isUnderWay(request))
      return request === undefined && isForGood(error)
        ? endWithoutRest(services, account, row, error.message)
        : soon(services)
    return endWithoutRest(services, account, row, request.reason ?? error.message)
  }
}

const isUnderWay = ({ state }: OrderRequest): boolean => state === 'NEW' || state === 'SENDING' || state === 'UNKNOWN'

/** Refusals of an order that was not recorded: the account does not take it, whenever it is tried. */
const isForGood = ({ refusal }: Refusal): boolean =>
  ['orderGuarded', 'accountDisabled', 'accountReadOnly', 'accountNumberShared'].includes(refusal)

function findRestRequest({ db }: Services, row: EntryDivision): Promise<OrderRequest | undefined> {
  return db
    .selectFrom('order_request')
    .selectAll()
    .where('account_id', '=', row.account_id)
    .where('request_key', '=', keyOfRest(row.request_id))
    .executeTakeFirst()
}

/** Locks the division, so that the end of the entry comes before this or finds the request of its rest. */
async function requireWanted(trx: Trx, row: EntryDivision): Promise<void> {
  const now = await trx
    .selectFrom('entry_division')
    .select('refused_at')
    .where('account_id', '=', row.account_id)
    .where('request_id', '=', row.request_id)
    .forUpdate()
    .executeTakeFirst()
  if (now?.refused_at !== null) throw new NotWanted()
}

/** Returns why the rest is not entered, as a sentence; undefined where it is. Throws BrokerFailure. */
async function whyNot(services: Services, account: TradedAccount, row: EntryDivision): Promise<string | undefined> {
  const { db, clock, brokers } = services
  if (row.refused_at !== null) return ended
  if (row.number >= mostParts) return `The entry was filled in ${row.number} parts already.`
  if (clock.nowMs() - (row.cancelled_at?.getTime() ?? 0) > enterWithinMs)
    return 'More than two minutes passed before it could be sent.'
  const { day } = await accountMarketTime(db, clock, account.market_source)
  if (row.draft?.terms.duration === 'DAY' && day !== row.market_day) return 'It was for a day that is over.'
  const broker = brokers.brokerOf(account)
  const { positions } = await readAccountShared(broker, accessOf(services, account), account.hash_value)
  const held = new Decimal(positions.find(({ symbol }) => isSameCode(symbol, row.symbol))?.quantity ?? 0)
  const isLong = row.draft !== null && sideOf(row.draft.terms.instruction) === 'BUY'
  // Its stop was reached, or somebody has closed it.
  return (isLong ? held : held.negated()).greaterThan(0) ? undefined : 'The position is already closed.'
}

/** The rest is an order now. Somebody who wanted the entry to end while it was sent means this one. */
async function followRest(
  services: Services,
  account: TradedAccount,
  row: EntryDivision,
  placed: OrderRequest,
): Promise<DivisionChange> {
  const { db } = services
  if (placed.plan.exitHolder === 'SERVER') await placeHeldExits(services, placed.id)
  const order = await db
    .selectFrom('broker_order')
    .select(['status', 'description'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', placed.broker_id)
    .executeTakeFirst()
  if (order?.status === 'REJECTED')
    return endWithoutRest(services, account, row, order.description ?? 'The brokerage rejected it.')
  const now = await db
    .updateTable('entry_division')
    .set({ state: 'DIVIDED', rest_request_id: placed.id })
    .where('account_id', '=', row.account_id)
    .where('request_id', '=', row.request_id)
    .returning('refused_at')
    .executeTakeFirst()
  if (now !== undefined && now.refused_at !== null && placed.broker_id !== null)
    await sendCancellation(services, account, placed.broker_id, { actorId: null }).catch((error: unknown) => {
      // Filled, or over in another way: there is nothing left to cancel.
      if (!(error instanceof Refusal)) throw error
    })
  return { state: 'DIVIDED' }
}
