// Places, replaces, cancels and previews orders: each call is one database transaction under the account's lock, after
// the account has been advanced to the present. Source: docs/rules/paper-brokerage.md, "Order life cycle".
import { type MarketDay, toEpochMs } from '@clubfolio/domain'
import type { Database } from '../db/connect.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import type { AccountSummary } from '../ledger/list-accounts.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import type { AccountRow } from '../ledger/lock-account.ts'
import type { MarketDesk } from '../market/market-desk.ts'
import type { MarketState } from '../market/market-state.ts'
import type { AccountBook, EngineSettings, Moment } from '../order/account-book.ts'
import { childrenOf, parentOf, setOrder } from '../order/account-book.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import { isCancelable, isInMarket, isOnClose, isTradable } from '../order/order.ts'
import type { Order } from '../order/order.ts'
import type { OrderStatus } from '../kind/order-kind.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import { judgeEntry, judgeForm, symbolsOfDraft } from '../order/order-draft.ts'
import { endOrder } from '../order/order-tree.ts'
import { advanceLocked, worldOf } from './advance-account.ts'
import { momentAt } from './advance-book.ts'
import { enterTree, lookAtOnce } from './enter-order.ts'
import { saveBook } from './save-book.ts'

export interface OrderParts {
  readonly database: Database
  readonly desk: MarketDesk
  readonly settings: EngineSettings
}

export type OrderAnswer =
  | { readonly outcome: 'DONE'; readonly orderId: bigint }
  | { readonly outcome: 'NOT_FOUND' }
  | { readonly outcome: 'CLOSED'; readonly status: OrderStatus }
  | { readonly outcome: 'WRONG_PLACE'; readonly reason: string }

/**
 * The refusal while prices are still arriving: the client would already see a day that the order is then played
 * through.
 */
function awaited(day: MarketDay, symbols: readonly string[]): string {
  return `Prices of ${symbols.join(', ')} for ${day} have not come in yet. Orders are taken when they have.`
}

interface Work {
  readonly transaction: DatabaseTransaction
  readonly account: AccountRow
  readonly book: AccountBook
  readonly state: MarketState
  readonly settings: EngineSettings
  /** Why this account takes no orders at the moment, whatever the order is; null when it does. */
  readonly rests: string | null
}

const SOURCE_NAMES = {
  simulated: 'the simulated market',
  import: 'the imported market',
  yahoo: 'the market of Yahoo Finance',
  alpaca: "the market of Alpaca's prices",
  replay: 'a replay',
} as const

/** Returns why an account whose market is not running takes no orders. */
async function restOf(desk: MarketDesk, { marketSource }: AccountSummary): Promise<string> {
  if (marketSource === 'replay' && (await desk.active()).source === 'replay') {
    return (
      'This account was opened in an earlier replay, which is over: it stays where that replay ended. Open another ' +
      'account for the current replay.'
    )
  }
  return `This account belongs to ${SOURCE_NAMES[marketSource]}, which is not running now.`
}

async function working<T>(
  { database, desk, settings }: OrderParts,
  summary: AccountSummary,
  effect: (work: Work) => Promise<T>,
): Promise<T> {
  const state = await desk.of(summary)
  const waits = state.waitsFor === null ? null : awaited(state.waitsFor.day, state.waitsFor.symbols)
  const rests = (await desk.isActive(summary)) ? waits : await restOf(desk, summary)
  return inTransaction(database, async (transaction) => {
    const advanced = await advanceLocked(
      transaction,
      await lockAccount(transaction, summary.accountId),
      state,
      settings,
    )
    return effect({ transaction, ...advanced, state, settings, rests })
  })
}

/** Reads the current prices of everything the account and the draft name. */
async function momentFor({ book, state, settings }: Work, draft: ReceivedOrder): Promise<Moment> {
  const known = new Map<string, TouchQuote>()
  for (const symbol of symbolsOfDraft(draft)) {
    const quote = await state.market.quote(symbol, state.marketMs)
    if (quote !== null) known.set(symbol, quote)
  }
  const moment = await momentAt(book, worldOf(state, settings), state.marketMs, known)
  return { ...moment, quotes: new Map([...moment.quotes, ...known]) }
}

/** Returns why the prices of the draft's symbols do not reach the current day yet; null when they do. */
async function unarrived({ state }: Work, draft: ReceivedOrder): Promise<string | null> {
  if (state.mode !== 'closed' || state.source === 'replay') return null
  const { missing } = await state.market.arrivalOf(symbolsOfDraft(draft), state.marketDay, state.wallMs)
  return missing.length === 0 ? null : awaited(state.marketDay, missing)
}

interface Judged {
  readonly moment: Moment
  /** Why the order is not taken; null when it may work. */
  readonly reason: string | null
}

async function judge(work: Work, draft: ReceivedOrder): Promise<Judged> {
  const moment = await momentFor(work, draft)
  return { moment, reason: work.rests ?? (await unarrived(work, draft)) ?? judgeEntry(work.book, moment, draft) }
}

async function save({ transaction, account, book }: Work): Promise<void> {
  await saveBook(transaction, account, book, toEpochMs(account.worked_through.getTime()))
}

/** Enters a judged order, as REJECTED when there is a reason against it, and returns its number. */
async function enter(work: Work, draft: ReceivedOrder, { moment, reason }: Judged): Promise<bigint> {
  const { transaction, book, settings } = work
  const place = { accountId: work.account.account_id, parentId: null, rootId: null, replacesId: null, settings }
  const orderId = await enterTree(transaction, book, {
    moment,
    draft,
    place,
    state: reason === null ? { kind: 'BEGINS' } : { kind: 'REFUSED', reason },
  })
  if (reason === null) lookAtOnce(book, moment, draft, settings)
  await save(work)
  return orderId
}

/** Places an order; a business reason against it stores it as REJECTED and does not fail the call. */
export async function placeOrder(parts: OrderParts, account: AccountSummary, draft: ReceivedOrder): Promise<bigint> {
  return working(parts, account, async (work) => enter(work, draft, await judge(work, draft)))
}

/** A business reason against an order that was not stored. `isOfForm`: the order itself is wrong, in any account. */
export interface RefusedOrder {
  readonly outcome: 'REFUSED'
  readonly reason: string
  readonly isOfForm: boolean
}

export type TakenOrder =
  | { readonly outcome: 'DONE'; readonly orderId: bigint }
  | RefusedOrder
  | { readonly outcome: 'CLIENT_ID_TAKEN' }

async function isClientIdTaken({ transaction, account }: Work, draft: ReceivedOrder): Promise<boolean> {
  const ids = [draft, ...draft.children].flatMap(({ clientOrderId = null }) => clientOrderId ?? [])
  if (ids.length === 0) return false
  const found = await transaction
    .selectFrom('paper.account_order')
    .select('order_id')
    .where('account_id', '=', account.account_id)
    .where('client_order_id', 'in', ids)
    .executeTakeFirst()
  return found !== undefined
}

function refusedFor(reason: string, draft: ReceivedOrder, moment: Moment): RefusedOrder {
  return { outcome: 'REFUSED', reason, isOfForm: judgeForm(draft, moment) === reason }
}

/**
 * Places an order, or stores nothing when there is a reason against it. `draftFor` completes the order under the
 * account's lock, because on a wire that only knows buying and selling the position decides what an order does.
 */
export async function takeOrder(
  parts: OrderParts,
  account: AccountSummary,
  draftFor: (book: AccountBook, state: MarketState) => Promise<ReceivedOrder>,
): Promise<TakenOrder> {
  return working(parts, account, async (work): Promise<TakenOrder> => {
    const draft = await draftFor(work.book, work.state)
    if (await isClientIdTaken(work, draft)) return { outcome: 'CLIENT_ID_TAKEN' }
    const judged = await judge(work, draft)
    if (judged.reason !== null) return refusedFor(judged.reason, draft, judged.moment)
    return { outcome: 'DONE', orderId: await enter(work, draft, judged) }
  })
}

/** Returns why an order would be rejected if it were placed now; stores nothing. */
export async function previewOrder(
  parts: OrderParts,
  account: AccountSummary,
  draft: ReceivedOrder,
): Promise<string | null> {
  return working(parts, account, async (work) => (await judge(work, draft)).reason)
}

/** Returns an open order of the book, or the answer to give instead. */
async function findOpen({ transaction, account, book }: Work, orderId: bigint): Promise<Order | OrderAnswer> {
  const order = book.orders.get(orderId)
  if (order !== undefined) return isCancelable(order) ? order : { outcome: 'CLOSED', status: order.status }
  const row = await transaction
    .selectFrom('paper.account_order')
    .select('status')
    .where('account_id', '=', account.account_id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row === undefined ? { outcome: 'NOT_FOUND' } : { outcome: 'CLOSED', status: row.status }
}

/**
 * With latency a cancellation is pending for a moment, in which a fill can still overtake it. What waits for a filled
 * part of the order starts, unless the whole group is cancelled.
 */
async function cancel({ book, state, settings }: Work, order: Order, reach: Reach): Promise<void> {
  const isSlow =
    settings.latencyMs > 0 &&
    state.mode !== 'closed' &&
    isTradable(order) &&
    !isOnClose(order.terms) &&
    (isInMarket(order) || order.status === 'QUEUED')
  if (!isSlow) {
    const startsAt = reach === 'GROUP' ? null : await momentAt(book, worldOf(state, settings), state.marketMs)
    endOrder(book, order, { status: 'CANCELED', atMs: state.marketMs, description: null, startsAt })
    return
  }
  setOrder(book, { ...order, status: 'PENDING_CANCEL', releaseAt: toEpochMs(state.marketMs + settings.latencyMs) })
}

/** Returns the outermost order above an order that is still open: the order itself when nothing above it is. */
function topOf(book: AccountBook, order: Order): Order {
  const parent = parentOf(book, order)
  return parent === null || !isCancelable(parent) ? order : topOf(book, parent)
}

type Reach = 'ORDER' | 'GROUP'

/**
 * Cancels an open order and the orders that wait for it. Its executions stay. With the reach of a group, everything
 * that was placed with the order and is still open ends too.
 */
export async function cancelOrder(
  parts: OrderParts,
  account: AccountSummary,
  orderId: bigint,
  reach: Reach = 'ORDER',
): Promise<OrderAnswer> {
  return working(parts, account, async (work): Promise<OrderAnswer> => {
    const found = await findOpen(work, orderId)
    if ('outcome' in found) return found
    await cancel(work, reach === 'GROUP' ? topOf(work.book, found) : found, reach)
    await save(work)
    return { outcome: 'DONE', orderId }
  })
}

function treeOf(book: AccountBook, order: Order): bigint[] {
  return [order.orderId, ...childrenOf(book, order.orderId).flatMap((child) => treeOf(book, child))]
}

/**
 * Returns the orders that must not count against a replacement: the old one, those that wait for it, and the rest of
 * its pair.
 */
function replaced(book: AccountBook, order: Order): ReadonlySet<bigint> {
  const parent = parentOf(book, order)
  return new Set(treeOf(book, parent?.strategy === 'OCO' ? parent : order))
}

/** Judges a replacement; one that still waits for its parent by its form alone. */
async function judgeReplacement(work: Work, old: Order, draft: ReceivedOrder): Promise<Judged> {
  const { book } = work
  const moment = await momentFor(work, draft)
  const reason =
    work.rests ??
    (await unarrived(work, draft)) ??
    (old.status === 'AWAITING_PARENT_ORDER'
      ? judgeForm(draft, moment)
      : judgeEntry(book, moment, draft, replaced(book, old)))
  return { moment, reason }
}

/** Enters a replacement that nothing speaks against, and ends the order that it replaces. */
async function enterReplacement(work: Work, old: Order, draft: ReceivedOrder, moment: Moment): Promise<bigint> {
  const { transaction, book, settings, state } = work
  const waits = old.status === 'AWAITING_PARENT_ORDER'
  const rootId = old.parentId === null ? null : await rootOf(work, old.parentId)
  const place = {
    accountId: work.account.account_id,
    parentId: old.parentId,
    rootId,
    replacesId: old.orderId,
    settings,
  }
  const newId = await enterTree(transaction, book, {
    moment,
    draft,
    place,
    state: waits ? { kind: 'WAITS' } : { kind: 'BEGINS' },
  })
  endOrder(book, old, { status: 'REPLACED', atMs: state.marketMs, description: `Replaced by order ${newId}.` })
  if (!waits) lookAtOnce(book, moment, draft, settings)
  await save(work)
  return newId
}

/**
 * Replaces an open order, which becomes REPLACED. When a business reason speaks against the new order, it is stored as
 * REJECTED and the old one stays working: a bad correction must not remove a stop.
 */
export async function replaceOrder(
  parts: OrderParts,
  account: AccountSummary,
  orderId: bigint,
  draft: ReceivedOrder,
): Promise<OrderAnswer> {
  return working(parts, account, async (work): Promise<OrderAnswer> => {
    const old = await findOpen(work, orderId)
    if ('outcome' in old) return old
    const parent = parentOf(work.book, old)
    if (parent !== null && isCancelable(parent) && draft.strategy === 'OCO')
      return { outcome: 'WRONG_PLACE', reason: 'An order inside of another cannot be replaced by a pair.' }
    const judged = await judgeReplacement(work, old, draft)
    if (judged.reason !== null) return { outcome: 'DONE', orderId: await enter(work, draft, judged) }
    return { outcome: 'DONE', orderId: await enterReplacement(work, old, draft, judged.moment) }
  })
}

/**
 * Replaces an open order, or stores nothing when there is a reason against the new one. `draftFor` makes it from the
 * order as it is under the account's lock.
 */
export async function takeReplacement(
  parts: OrderParts,
  account: AccountSummary,
  orderId: bigint,
  draftFor: (old: Order, book: AccountBook, state: MarketState) => Promise<ReceivedOrder>,
): Promise<OrderAnswer | TakenOrder> {
  return working(parts, account, async (work): Promise<OrderAnswer | TakenOrder> => {
    const old = await findOpen(work, orderId)
    if ('outcome' in old) return old
    const draft = await draftFor(old, work.book, work.state)
    if (await isClientIdTaken(work, draft)) return { outcome: 'CLIENT_ID_TAKEN' }
    const judged = await judgeReplacement(work, old, draft)
    if (judged.reason !== null) return refusedFor(judged.reason, draft, judged.moment)
    return { outcome: 'DONE', orderId: await enterReplacement(work, old, draft, judged.moment) }
  })
}

async function rootOf({ transaction, account }: Work, orderId: bigint): Promise<bigint> {
  const row = await transaction
    .selectFrom('paper.account_order')
    .select('root_id')
    .where('account_id', '=', account.account_id)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.root_id
}
