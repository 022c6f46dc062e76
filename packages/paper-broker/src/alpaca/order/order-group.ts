// The groups in which the Alpaca wire shows orders. Our trees have a wrapper around each pair; the wire has none: of a
// pair the target is the head and the stop its leg, and an order with exits is the head of both.

import type { ReadOrderTree } from '../../trader/read-orders.ts'

export type OrderClass = '' | 'bracket' | 'oco' | 'oto' | 'mleg'

export interface OrderGroup {
  readonly head: ReadOrderTree
  /** The orders under the head that were not replaced by others. */
  readonly legs: readonly ReadOrderTree[]
  readonly orderClass: OrderClass
}

/** Returns the orders of a tree that have terms, wrappers left out. */
export function tradableOf(tree: ReadOrderTree): ReadOrderTree[] {
  const below = tree.children.flatMap(tradableOf)
  return tree.row.strategy === 'OCO' ? below : [tree, ...below]
}

function isCurrent({ row }: ReadOrderTree): boolean {
  return row.status !== 'REPLACED'
}

function isTarget({ row }: ReadOrderTree): boolean {
  return row.order_type === 'LIMIT'
}

/** Returns the head of a pair: the current target, or the first order of a pair that has none. */
function headOfPair(orders: readonly ReadOrderTree[]): ReadOrderTree | undefined {
  const current = orders.filter(isCurrent)
  return current.find(isTarget) ?? current[0] ?? orders.find(isTarget) ?? orders[0]
}

function classOf({ row, children }: ReadOrderTree): OrderClass {
  if (row.legs !== null && row.order_type !== 'EXERCISE') return 'mleg'
  if (children.length === 0) return ''
  return children.some((child) => child.row.strategy === 'OCO') ? 'bracket' : 'oto'
}

/** Returns the group of a whole tree; null for a pair without orders. */
export function groupOfTree(root: ReadOrderTree): OrderGroup | null {
  const orders = tradableOf(root)
  const head = root.row.strategy === 'OCO' ? headOfPair(orders) : root
  if (head === undefined) return null
  const legs = orders.filter((order) => order !== head && isCurrent(order))
  return { head, legs, orderClass: root.row.strategy === 'OCO' ? 'oco' : classOf(root) }
}
