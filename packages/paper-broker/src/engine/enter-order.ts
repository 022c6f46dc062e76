// Enters a validated order tree into an account's book and table: order numbers, initial states, and the first match
// against the market.
import { toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { price } from '../money/money.ts'
import type { AccountBook, EngineSettings, Moment } from '../order/account-book.ts'
import { setOrder } from '../order/account-book.ts'
import { matchNets } from '../order/match-net.ts'
import { matchQuote } from '../order/match-quote.ts'
import type { Order } from '../order/order.ts'
import { isNet, isOnClose, isTradable } from '../order/order.ts'
import { releaseChildren } from '../order/order-tree.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import { startingDrafts } from '../order/order-draft.ts'
import { rowOf } from './order-row.ts'

interface Place {
  readonly accountId: string
  readonly parentId: bigint | null
  readonly rootId: bigint | null
  readonly replacesId: bigint | null
  readonly settings: EngineSettings
}

type FirstState = { readonly kind: 'REFUSED'; readonly reason: string } | { readonly kind: 'WAITS' | 'BEGINS' }

const PARENT_REFUSED = 'Its parent order was rejected.'

async function nextOrderId(transaction: DatabaseTransaction): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select nextval('paper.order_number') as id`.execute(transaction)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The database gave no order number')
  return id
}

function refused(order: Order, reason: string, isChild: boolean): Order {
  return {
    ...order,
    status: isChild ? 'CANCELED' : 'REJECTED',
    statusDescription: isChild ? PARENT_REFUSED : reason,
    closedAt: order.enteredAt,
  }
}

/** With latency, an order that could work immediately is QUEUED before it works. */
function queued(order: Order, moment: Moment, latencyMs: number): Order {
  if (latencyMs === 0 || order.status !== 'WORKING' || !isTradable(order) || isOnClose(order.terms)) return order
  return { ...order, status: 'QUEUED', releaseAt: toEpochMs(moment.atMs + latencyMs) }
}

interface FirstOrderOptions {
  readonly state: FirstState
  readonly isStart: boolean
  readonly moment: Moment
  readonly settings: EngineSettings
}

function firstOrder(book: AccountBook, order: Order, { state, isStart, moment, settings }: FirstOrderOptions): Order {
  if (state.kind === 'REFUSED') return refused(order, state.reason, !isStart)
  return state.kind === 'BEGINS' && isStart
    ? queued(releaseChildren(book, order, moment), moment, settings.latencyMs)
    : order
}

export interface EnterTreeOptions {
  readonly moment: Moment
  readonly draft: ReceivedOrder
  /** Account and position in the tree. */
  readonly place: Place
  readonly state: FirstState
}

/**
 * Enters a tree and returns the number of its root order. A rejected tree is stored too, so that the client can read
 * the reason.
 */
export async function enterTree(
  transaction: DatabaseTransaction,
  book: AccountBook,
  { moment, draft, place, state }: EnterTreeOptions,
): Promise<bigint> {
  const orderId = await nextOrderId(transaction)
  const rootId = place.rootId ?? orderId
  const bare: Order = {
    orderId,
    parentId: place.parentId,
    strategy: draft.strategy,
    terms: draft.terms,
    status: 'AWAITING_PARENT_ORDER',
    statusDescription: null,
    filled: 0n,
    isTriggered: false,
    best: null,
    reservePrice: price(0n),
    enteredAt: moment.atMs,
    releaseAt: null,
    expiresAt: null,
    closedAt: null,
  }
  const isStart = place.parentId === null || place.replacesId !== null || state.kind === 'BEGINS'
  const order = firstOrder(book, bare, { state, isStart, moment, settings: place.settings })
  await transaction
    .insertInto('paper.account_order')
    .values(
      rowOf(place.accountId, rootId, order, {
        details: draft.details,
        replacesId: place.replacesId,
        clientOrderId: draft.clientOrderId ?? null,
      }),
    )
    .execute()
  setOrder(book, order)
  // The legs of a pair start together with it; the children of a trigger wait.
  const below: FirstState = state.kind === 'REFUSED' ? state : draft.strategy === 'OCO' ? state : { kind: 'WAITS' }
  for (const child of draft.children) {
    await enterTree(transaction, book, {
      moment,
      draft: child,
      place: { ...place, parentId: orderId, rootId, replacesId: null },
      state: below,
    })
  }
  return orderId
}

/** Matches newly activated orders against the current quotes. */
export function lookAtOnce(book: AccountBook, moment: Moment, draft: ReceivedOrder, settings: EngineSettings): void {
  const symbols = startingDrafts(draft).flatMap(({ terms }) =>
    terms === null || terms.legs !== null ? [] : [terms.symbol],
  )
  for (const symbol of [...new Set(symbols)].sort()) {
    const quote = moment.quotes.get(symbol)
    if (quote !== undefined) matchQuote(book, symbol, { quote, moment, settings })
  }
  if (startingDrafts(draft).some(({ terms }) => terms !== null && isNet(terms))) matchNets(book, moment, settings)
}
