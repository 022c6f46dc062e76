// Flattens order trees into the rows of our copy: every order references its parent and its root.
import type { BrokerOrder } from '../../adapters/broker/port.ts'

export interface PlacedOrder {
  readonly order: BrokerOrder
  readonly rootId: string
  readonly parentId: string | null
  readonly position: number
}

/** Returns parents before their children, each id once: an id that occurs twice in a tree keeps its first place. */
export function flattenOrders(roots: readonly BrokerOrder[]): PlacedOrder[] {
  const found = new Map<string, PlacedOrder>()
  const add = (order: BrokerOrder, rootId: string, parentId: string | null, position: number): void => {
    if (found.has(order.brokerId)) return
    found.set(order.brokerId, { order, rootId, parentId, position })
    order.children.forEach((child, index) => add(child, rootId, order.brokerId, index))
  }
  for (const root of roots) add(root, root.brokerId, null, 0)
  return [...found.values()]
}
