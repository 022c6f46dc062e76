// Finds an account's orders for the Alpaca wire: one by its id or by the client's, or a list by state and time.

import type { EpochMs } from '@clubfolio/domain'
import type { Database } from '../../db/connect.ts'
import { OPEN_STATUSES } from '../../order/order.ts'
import { numberOfId } from '../kernel/alpaca-id.ts'
import { readOrderTrees } from '../../trader/read-orders.ts'
import type { ReadOrderTree } from '../../trader/read-orders.ts'
import { alpacaOrderWire } from './alpaca-order-wire.ts'
import type { OrderGroup } from './order-group.ts'
import { groupOfTree, tradableOf } from './order-group.ts'

export interface OrderListQuery {
  readonly status: 'open' | 'closed' | 'all'
  readonly limit: number
  /** Both exclusive. */
  readonly after: EpochMs | undefined
  readonly until: EpochMs | undefined
  readonly direction: 'asc' | 'desc'
  readonly isNested: boolean
  /** The books' symbols; empty for all. */
  readonly symbols: readonly string[]
  readonly side: 'buy' | 'sell' | null
  readonly assetClass: 'us_equity' | 'us_option' | null
}

const SELLS = ['SELL', 'SELL_SHORT', 'SELL_TO_OPEN', 'SELL_TO_CLOSE'] as const
const BUYS = ['BUY', 'BUY_TO_COVER', 'BUY_TO_OPEN', 'BUY_TO_CLOSE'] as const

/** Returns the numbers of the orders that replaced some others, by the replaced one. */
async function replacementsOf(
  database: Database,
  accountId: string,
  trees: readonly ReadOrderTree[],
): Promise<Map<bigint, bigint>> {
  const replaced = trees.flatMap(tradableOf).filter(({ row }) => row.status === 'REPLACED')
  if (replaced.length === 0) return new Map()
  const rows = await database
    .selectFrom('paper.account_order')
    .select(['order_id', 'replaces_id'])
    .where('account_id', '=', accountId)
    .where(
      'replaces_id',
      'in',
      replaced.map(({ row }) => row.order_id),
    )
    .execute()
  return new Map(rows.flatMap((row) => (row.replaces_id === null ? [] : [[row.replaces_id, row.order_id]])))
}

/** Whole trees of an account, ready to be shown order by order. */
class ShownTrees {
  readonly #replacements: ReadonlyMap<bigint, bigint>
  readonly #groups = new Map<bigint, OrderGroup>()
  readonly #orders = new Map<bigint, ReadOrderTree>()

  constructor(trees: readonly ReadOrderTree[], replacements: ReadonlyMap<bigint, bigint>) {
    this.#replacements = replacements
    for (const root of trees) {
      const group = groupOfTree(root)
      for (const order of tradableOf(root)) {
        this.#orders.set(order.row.order_id, order)
        if (group !== null) this.#groups.set(order.row.order_id, group)
      }
    }
  }

  isHead(orderId: bigint): boolean {
    return this.#groups.get(orderId)?.head.row.order_id === orderId
  }

  /** Returns an order, with the orders below it when it is nested and the head of a group. */
  wireOf(orderId: bigint, isNested: boolean): object | null {
    const order = this.#orders.get(orderId)
    const group = this.#groups.get(orderId)
    if (order === undefined) return null
    const legs = isNested && group !== undefined && this.isHead(orderId) ? group.legs : []
    return alpacaOrderWire({
      tree: order,
      orderClass: group?.orderClass ?? '',
      replacedBy: this.#replacements.get(orderId) ?? null,
      legs: legs.length === 0 ? null : legs.flatMap(({ row }) => this.wireOf(row.order_id, false) ?? []),
    })
  }
}

async function shownTrees(database: Database, accountId: string, roots: readonly bigint[]): Promise<ShownTrees> {
  const trees = await readOrderTrees(database, accountId, roots, roots)
  return new ShownTrees(trees, await replacementsOf(database, accountId, trees))
}

/** Returns one order of an account, nested when it is the head of a group and that is asked for. */
export async function findOrder(
  database: Database,
  accountId: string,
  orderId: bigint,
  isNested: boolean,
): Promise<object | null> {
  const row = await database
    .selectFrom('paper.account_order')
    .select('root_id')
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return null
  return (await shownTrees(database, accountId, [row.root_id])).wireOf(orderId, isNested)
}

/** Returns the number of an order by its id on this wire or, of an order that has none, null. */
export function orderNumberOf(id: string): bigint | null {
  return numberOfId('order', id)
}

/** Returns the number of an order by the client's own id; an order sent without one has its own id as that. */
export async function orderNumberOfClient(
  database: Database,
  accountId: string,
  clientOrderId: string,
): Promise<bigint | null> {
  const row = await database
    .selectFrom('paper.account_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('client_order_id', '=', clientOrderId)
    .executeTakeFirst()
  if (row !== undefined) return row.order_id
  const number = numberOfId('order', clientOrderId)
  if (number === null) return null
  const own = await database
    .selectFrom('paper.account_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('order_id', '=', number)
    .where('client_order_id', 'is', null)
    .executeTakeFirst()
  return own?.order_id ?? null
}

/** Returns the number of the order that this wire shows for a tree: of a pair its target. */
export async function headOfOrder(database: Database, accountId: string, orderId: bigint): Promise<bigint> {
  const [tree] = await readOrderTrees(database, accountId, [orderId], [orderId])
  const group = tree === undefined ? null : groupOfTree(tree)
  return group === null ? orderId : group.head.row.order_id
}

interface Listed {
  readonly order_id: bigint
  readonly root_id: bigint
}

async function candidatesOf(database: Database, accountId: string, query: OrderListQuery): Promise<Listed[]> {
  let asked = database
    .selectFrom('paper.account_order')
    .select(['order_id', 'root_id'])
    .where('account_id', '=', accountId)
    .where('strategy', '<>', 'OCO')
  const { after, until, symbols, side, assetClass } = query
  if (query.status === 'open') asked = asked.where('status', 'in', OPEN_STATUSES)
  if (query.status === 'closed') asked = asked.where('status', 'not in', OPEN_STATUSES)
  if (after !== undefined) asked = asked.where('entered_at', '>', new Date(after))
  if (until !== undefined) asked = asked.where('entered_at', '<', new Date(until))
  if (symbols.length > 0) asked = asked.where('symbol', 'in', symbols)
  if (side !== null) asked = asked.where('instruction', 'in', side === 'buy' ? BUYS : SELLS)
  if (assetClass !== null) asked = asked.where('asset_type', assetClass === 'us_option' ? '=' : '<>', 'OPTION')
  return asked.orderBy('entered_at', query.direction).orderBy('order_id', query.direction).execute()
}

/** How many orders are read at once while heads are looked for. */
const BATCH = 200

/** Returns a list of orders; nested, the orders below a head appear in it alone. */
export async function listOrders(database: Database, accountId: string, query: OrderListQuery): Promise<object[]> {
  const candidates = await candidatesOf(database, accountId, query)
  const found: object[] = []
  for (let n = 0; n < candidates.length && found.length < query.limit; n += BATCH) {
    const batch = candidates.slice(n, n + BATCH)
    const trees = await shownTrees(database, accountId, [...new Set(batch.map((row) => row.root_id))])
    for (const { order_id: orderId } of batch) {
      if (found.length >= query.limit || (query.isNested && !trees.isHead(orderId))) continue
      const shown = trees.wireOf(orderId, query.isNested)
      if (shown !== null) found.push(shown)
    }
  }
  return found
}

/** Returns the numbers of an account's open orders, oldest first. */
export async function openOrders(database: Database, accountId: string): Promise<bigint[]> {
  const rows = await candidatesOf(database, accountId, {
    status: 'open',
    limit: 0,
    after: undefined,
    until: undefined,
    direction: 'asc',
    isNested: false,
    symbols: [],
    side: null,
    assetClass: null,
  })
  return rows.map((row) => row.order_id)
}
