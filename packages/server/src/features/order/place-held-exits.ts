// Places the exits that we hold, for what their entry has filled: once for each part of it, never for more than is
// held, and again after a refusal. Each part is a request of ours like any other order, with a key of its own, so it is
// sent once whatever dies. One worker at a time has the exits of an entry.
// Source: docs/decisions/0066-exits-that-we-hold.md.
import { Refusal } from '@clubfolio/contract'
import {
  codeOfDraft,
  coveredByExit,
  dayMs,
  dayTime,
  type Exits,
  formatCode,
  formatOrderPrice,
  formatQuantity,
  isOverOrder,
  isSameCode,
  isStopPassed,
  mapExits,
  type OrderDraft,
  type OrderStatus,
  orderStatuses,
  type OrderTerms,
  pricePartsOf,
  protectionOf,
  quantityOfDraft,
  sideOf,
  singleOrder,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { sql, type Selectable } from 'kysely'
import { type BrokerAccount, BrokerFailure } from '../../adapters/broker/port.ts'
import type { Tables } from '../../db/tables.ts'
import { createLease } from '../../kernel/lease.ts'
import type { Services } from '../../services.ts'
import { maskedAccount } from '../account/account-name.ts'
import { readAccountShared } from '../account/shared-broker-reads.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { exitPauseMs, keyOfExit } from '../broker-order/reopen-held-exits.ts'
import { runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { findClaimedQuantity } from './claimed-quantity.ts'
import { lookAtAccount } from './look-at-account.ts'
import { findRequest, type OrderRequest } from './order-request.ts'
import { describeTraded } from './order-words.ts'
import { refreshOrders } from './refresh-orders.ts'
import { submitOrder } from './submit-order.ts'
import { accessOf, type TradedAccount, tradedAccountOf } from './traded-account.ts'

type HeldExit = Selectable<Tables['held_exit']>

const lease = createLease({
  table: 'held_exit',
  key: ['account_id', 'request_id'],
  owner: { by: 'EXPIRY', column: 'claimed_until' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs: 60_000,
})
const rowsPerPage = 50
/** While the fill is not in the position yet, or the answer to the last part is being looked for. */
const soonMs = 3_000
const over = orderStatuses.filter(isOverOrder)

/** Refusals that only say that the outcome is not known yet. */
const pending: ReadonlySet<string> = new Set(['orderUnknown', 'orderTwinUnknown', 'orderInProgress', 'requestInFlight'])
/** Refusals of this very order: the next try is another request. */
const final: ReadonlySet<string> = new Set(['orderRefused', 'orderRejected', 'requestWithdrawn'])

/** Thrown while the position has less than the exits are for. */
class NotHeld extends Error {}

/** Places what is due, or only the exits of one request. Returns how many entries it looked at. */
export async function placeHeldExits(services: Services, requestId?: string): Promise<number> {
  let taken = 0
  for (;;) {
    const count = await placePage(services, requestId)
    taken += count
    if (count < rowsPerPage) return taken
  }
}

async function placePage(services: Services, requestId: string | undefined): Promise<number> {
  const { db, clock } = services
  const now = new Date(clock.nowMs())
  const rows = await lease.claim(services, {
    due: sql<boolean>`state = 'WAITING' and next_at <= ${now}
      and (${requestId ?? null}::uuid is null or request_id = ${requestId ?? null}::uuid)
      and exists (
        select from order_request r
          left join broker_order o on o.account_id = r.account_id and o.broker_id = r.broker_id
        where r.account_id = held_exit.account_id and r.id = held_exit.request_id
          and (r.state in ('REFUSED', 'WITHDRAWN') or o.filled_quantity > 0 or o.status = any(${over})
            or (r.state = 'NOT_PLACED' and r.created_at < ${new Date(now.getTime() - dayMs)})))`,
    orderBy: sql`next_at`,
    limit: rowsPerPage,
  })
  if (rows.length === 0) return 0
  const owners = await db
    .selectFrom('account')
    .select(['id', 'owner_id'])
    .where(
      'id',
      'in',
      rows.map((row) => row.account_id),
    )
    .execute()
  await runRows(services, 'place-held-exits', rows, {
    describe: (row) => ({
      id: row.request_id,
      ownerId: owners.find(({ id }) => id === row.account_id)?.owner_id ?? null,
      name: 'The exits of a filled entry',
    }),
    work: (row) => placeExits(services, row),
  })
  return rows.length
}

async function placeExits(services: Services, row: HeldExit): Promise<void> {
  const { clock } = services
  try {
    await lease.release(services, row, await advance(services, row))
  } catch (error) {
    // The backoff of the row decides when it is tried again.
    await lease.release(services, row, { next_at: new Date(clock.nowMs() + soonMs) })
    throw error
  }
}

type Change = Partial<Pick<HeldExit, 'state' | 'placed_quantity' | 'tries' | 'reason' | 'next_at'>>

/** Does what is due for one entry and returns what its row says then. */
async function advance(services: Services, row: HeldExit): Promise<Change> {
  const { db, clock } = services
  const request = await findRequest(db, row.account_id, row.request_id)
  const entry = await db
    .selectFrom('broker_order')
    .select(['status', 'filled_quantity'])
    .where('account_id', '=', row.account_id)
    .where('broker_id', '=', request.broker_id)
    .executeTakeFirst()
  // The exits of an entry that was divided are as the brokerage had them.
  const divided = await db
    .selectFrom('entry_division')
    .select('draft')
    .where('account_id', '=', row.account_id)
    .where('request_id', '=', row.request_id)
    .executeTakeFirst()
  const draft = divided?.draft ?? request.plan.draft
  if (entry === undefined || draft.kind !== 'ENTRY') return { state: 'OVER' }
  const [first] = draft.exits
  const covered =
    first === undefined ? new Decimal(0) : coveredByExit(draft.terms, first, new Decimal(entry.filled_quantity))
  const due = covered.minus(row.placed_quantity)
  const isOver = isOverOrder(entry.status)
  if (entry.status === 'REPLACED') await reportLostExits(services, request)
  if (!due.greaterThan(0))
    return isOver ? { state: covered.isZero() ? 'OVER' : 'PLACED' } : { next_at: new Date(clock.nowMs() + soonMs) }
  const account = await tradedAccountOf(db, row.account_id)
  if (account === undefined)
    return failed(services, row, request, { due, reason: 'The account is disabled.', isFinal: false })
  return place(services, account, row, { request, exits: draft.exits, due, entryStatus: entry.status })
}

interface PartOfEntry {
  readonly request: OrderRequest
  readonly exits: Exits
  /** How much of what the entry filled has no exit yet. */
  readonly due: Decimal
  readonly entryStatus: OrderStatus
}

async function place(
  services: Services,
  account: TradedAccount,
  row: HeldExit,
  { request, exits, due, entryStatus }: PartOfEntry,
): Promise<Change> {
  const { db, clock } = services
  const key = keyOfExit(request.id, row.placed_quantity, row.tries)
  // A worker that died while it sent this part: it is looked for once that is certain, and nobody waits for it here.
  if (await isBeingSent(services, account, key)) return { next_at: new Date(clock.nowMs() + soonMs) }
  try {
    const placed = await submitOrder(
      services,
      account,
      {
        content: { exitOf: request.id, from: row.placed_quantity, tries: row.tries },
        replacesId: null,
        // Called only when nothing was sent under the key: what is placed already claims the position.
        plan: async () => ({ draft: await exitsNow(services, account, exits, due), cancelPrice: null }),
      },
      { requestKey: key, requestId: request.id, address: '' },
    )
    const rejection = await findRejection(services, account, placed)
    if (rejection !== null) return await failed(services, row, request, { due, reason: rejection, isFinal: true })
    await resolveAlert(db, clock, { userId: account.owner_id, key: alertKey(request) })
    await tellClosed(services, account, exits, placed)
    const total = new Decimal(row.placed_quantity).plus(quantityOfDraft(placed.plan.draft))
    const isDone = isOverOrder(entryStatus) && total.minus(row.placed_quantity).greaterThanOrEqualTo(due)
    return {
      placed_quantity: total.toFixed(),
      tries: 0,
      reason: null,
      ...(isDone ? { state: 'PLACED' } : { next_at: new Date(clock.nowMs()) }),
    }
  } catch (error) {
    if (error instanceof NotHeld) return await notHeld(services, account, row, request)
    if (error instanceof BrokerFailure)
      return await failed(services, row, request, { due, reason: error.message, isFinal: false })
    if (!(error instanceof Refusal)) throw error
    if (pending.has(error.refusal)) return { next_at: new Date(clock.nowMs() + soonMs) }
    return await failed(services, row, request, { due, reason: error.message, isFinal: final.has(error.refusal) })
  }
}

async function isBeingSent({ db }: Services, account: TradedAccount, key: string): Promise<boolean> {
  const request = await db
    .selectFrom('order_request')
    .select('state')
    .where('account_id', '=', account.id)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return request?.state === 'SENDING'
}

function exitsFor(exits: Exits, quantity: Decimal): OrderDraft {
  const [first, second] = mapExits(exits, (exit) => ({ ...exit, quantity: quantity.toFixed() }))
  if (first === undefined) throw new Error('An entry without exits has none to hold.')
  return second === undefined ? singleOrder(first) : { kind: 'PAIR', orders: [first, second] }
}

/**
 * Returns the exits for what of the part is held and claimed by no other order; where the market has passed their stop
 * by now, the order that closes it at once. Throws NotHeld when nothing is held. Source: docs/rules/brokerage.md,
 * "Exits that we hold".
 */
async function exitsNow(services: Services, account: TradedAccount, exits: Exits, due: Decimal): Promise<OrderDraft> {
  const [exit] = exits
  if (exit === undefined) throw new NotHeld()
  await refreshOrders(services, account)
  const broker = services.brokers.brokerOf(account)
  const values = await readAccountShared(broker, accessOf(services, account), account.hash_value)
  const quantity = await closable(services, account, exit, { due, values })
  return (await hasPassed(services, account, exits, values))
    ? singleOrder({ ...exit, quantity: quantity.toFixed(), price: { type: 'MARKET' }, ...dayTime })
    : exitsFor(exits, quantity)
}

/** A stop that the market has passed is refused, however often it is sent. Outside regular hours it would wait. */
async function hasPassed(
  services: Services,
  account: TradedAccount,
  exits: Exits,
  values: BrokerAccount,
): Promise<boolean> {
  const [exit] = exits
  const stopPrice = stopPriceOf(exits)
  if (exit === undefined || stopPrice === null) return false
  try {
    const look = await lookAtAccount(services, account, [exit.symbol], values)
    return look.isMarketOpen && isStopPassed(stopPrice, look, sideOf(exit.instruction) === 'SELL')
  } catch (error) {
    // Without a quote the stop is sent as it is: nothing waits for one.
    if (error instanceof BrokerFailure) return false
    throw error
  }
}

/** Null without a stop, and for one that trails. */
function stopPriceOf(exits: Exits): string | null {
  const stop = protectionOf(exits)
  return stop === null ? null : pricePartsOf(stop.price).stopPrice
}

interface Part {
  /** How much of what the entry filled has no exit yet. */
  readonly due: Decimal
  readonly values: BrokerAccount
}

/** Returns what of the part is held and claimed by no other order. Throws NotHeld when that is nothing. */
async function closable(
  services: Services,
  account: TradedAccount,
  { symbol, instruction }: OrderTerms,
  { due, values: { positions } }: Part,
): Promise<Decimal> {
  const held = new Decimal(positions.find((one) => isSameCode(one.symbol, symbol))?.quantity ?? 0)
  const claimed = await findClaimedQuantity(services.db, account.id, { orderId: '', symbol, instruction })
  const free = (sideOf(instruction) === 'SELL' ? held : held.negated()).minus(claimed)
  if (!free.greaterThan(0)) throw new NotHeld()
  return Decimal.min(due, free)
}

/**
 * The position may follow its fill a moment later. When it has not after a minute, its owner has closed it, or other
 * orders close it: there is nothing to protect.
 */
async function notHeld(
  { clock, db }: Services,
  account: TradedAccount,
  row: HeldExit,
  request: OrderRequest,
): Promise<Change> {
  const { last_fill_at: filledAt } = await db
    .selectFrom('broker_order')
    .select((eb) => eb.fn.coalesce('last_fill_at', 'closed_at', 'read_at').as('last_fill_at'))
    .where('account_id', '=', row.account_id)
    .where('broker_id', '=', request.broker_id)
    .executeTakeFirstOrThrow()
  const isLate = clock.nowMs() - Math.max(filledAt?.getTime() ?? 0, request.sent_at?.getTime() ?? 0) > 60_000
  if (!isLate) return { next_at: new Date(clock.nowMs() + soonMs) }
  await resolveAlert(db, clock, { userId: account.owner_id, key: alertKey(request) })
  return { state: 'PLACED', reason: 'Nothing of the position is left.' }
}

/** Returns why the brokerage rejected an order that it had taken; null when it did not. */
async function findRejection({ db }: Services, account: TradedAccount, placed: OrderRequest): Promise<string | null> {
  const order = await db
    .selectFrom('broker_order')
    .select(['status', 'description'])
    .where('account_id', '=', account.id)
    .where('broker_id', '=', placed.broker_id)
    .executeTakeFirst()
  return order?.status === 'REJECTED' ? (order.description ?? 'No reason was given.') : null
}

const alertKey = ({ account_id: accountId, id }: OrderRequest): string => `order.exit ${accountId} ${id}`

/** Notifies the owner when a filled entry was closed at the market, because the market had passed its stop. */
async function tellClosed(
  { db, clock }: Services,
  account: TradedAccount,
  exits: Exits,
  { id, plan: { draft } }: OrderRequest,
): Promise<void> {
  const stopPrice = stopPriceOf(exits)
  if (stopPrice === null || draft.kind !== 'ENTRY' || draft.terms.price.type !== 'MARKET') return
  const part = describeTraded(draft)
  await recordNotification(db, clock, {
    userId: account.owner_id,
    key: `order.exit-passed ${account.id} ${id}`,
    kind: 'ORDER_UNPROTECTED',
    title: `${part} closed at the market`,
    text:
      `When the fill of ${part} in account ${maskedAccount(account)} was read, the price had passed its stop of ` +
      `${formatOrderPrice(stopPrice)}. Clubfolio closes it at the market instead of placing the stop.`,
    link: '/order',
  })
}

interface FailedTry {
  /** How much of the position has no exit. */
  readonly due: Decimal
  readonly reason: string
  /** The next try is another request. */
  readonly isFinal: boolean
}

/** Notifies the owner that a filled entry has no exits yet, and says when the next try is. */
async function failed(
  { db, clock }: Services,
  row: HeldExit,
  request: OrderRequest,
  { due, reason, isFinal }: FailedTry,
): Promise<Change> {
  const tries = row.tries + (isFinal ? 1 : 0)
  const account = await db
    .selectFrom('account')
    .select(['owner_id', 'number', 'is_paper'])
    .where('id', '=', row.account_id)
    .executeTakeFirst()
  if (account) {
    const part = `${formatQuantity(due.toFixed())} ${formatCode(codeOfDraft(request.plan.draft))}`
    const told = {
      userId: account.owner_id,
      key: alertKey(request),
      title: `${part} without a stop`,
      text:
        `${part} in account ${maskedAccount(account)} were filled, but their exit was not placed: ` +
        `${reason.replace(/\.$/, '')}. Clubfolio tries again by itself; place a stop yourself if it should be there ` +
        'before that.',
      link: '/operation',
    } as const
    await recordNotification(db, clock, { ...told, kind: 'ORDER_UNPROTECTED' })
    await raiseAlert(db, clock, { ...told, kind: 'ORDER_UNPROTECTED', severity: 'CRITICAL' })
  }
  return { tries, reason, next_at: new Date(clock.nowMs() + exitPauseMs(tries)) }
}

/**
 * Reports exits that were lost: for an entry replaced elsewhere, the brokerage does not report which order replaced it.
 * One replaced by us has its own exits.
 */
async function reportLostExits({ db, clock }: Services, request: OrderRequest): Promise<void> {
  const ours = await db
    .selectFrom('order_request')
    .select('id')
    .where('account_id', '=', request.account_id)
    .where('replaces_id', '=', request.broker_id)
    .where('state', 'in', ['SENDING', 'UNKNOWN', 'PLACED'])
    .executeTakeFirst()
  const account = await db
    .selectFrom('account')
    .select(['owner_id', 'number', 'is_paper'])
    .where('id', '=', request.account_id)
    .executeTakeFirst()
  if (ours || !account) return
  const name = formatCode(codeOfDraft(request.plan.draft))
  await recordNotification(db, clock, {
    userId: account.owner_id,
    key: `order.exit-lost ${request.account_id} ${request.id}`,
    kind: 'ORDER_UNPROTECTED',
    title: `The exit of an entry in ${name} is lost`,
    text:
      `The entry in ${name} in account ${maskedAccount(account)} was replaced at the brokerage. Its exit is not ` +
      'placed for the new order. Cancel the new one and put it here, or place the exit yourself once it is filled.',
    link: '/order',
  })
}
