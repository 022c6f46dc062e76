// An entry and its exits from our copy of the brokerage's orders.
import { type EntryDraft, exitsOf, isOverOrder, isStopType, protectionOf } from '@clubfolio/domain'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import { termsOfStored } from '../order/stored-draft.ts'

type OrderRow = Selectable<Tables['broker_order']>

export interface StoredEntry {
  readonly order: OrderRow
  /** Its child, or the orders of the pair that is its child, with those that were replaced. */
  readonly exits: readonly OrderRow[]
}

export async function findStoredEntry(db: Db, accountId: string, orderId: string): Promise<StoredEntry | undefined> {
  const tree = await db
    .selectFrom('broker_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('root_id', '=', (eb) =>
      eb
        .selectFrom('broker_order as own')
        .select('own.root_id')
        .where('own.account_id', '=', accountId)
        .where('own.broker_id', '=', orderId),
    )
    .orderBy('position')
    .execute()
  const order = tree.find(({ broker_id: id }) => id === orderId)
  if (order === undefined) return undefined
  const children = tree.filter(({ parent_id: parent }) => parent === orderId)
  const pairs = new Set(children.filter(({ strategy }) => strategy === 'OCO').map(({ broker_id: id }) => id))
  return {
    order,
    exits: [...children, ...tree.filter(({ parent_id: parent }) => parent !== null && pairs.has(parent))].filter(
      ({ symbol }) => symbol !== null,
    ),
  }
}

/**
 * Returns the entry as an order to send, with the exits that wait for it; null where its terms cannot be expressed
 * here, and where its stop was taken away.
 */
export function draftOfEntry({ order, exits }: StoredEntry): EntryDraft | null {
  const waiting = exits.filter(({ status }) => !isOverOrder(status))
  const terms = termsOfStored(order)
  const own = waiting.map(termsOfStored).filter((exit) => exit !== null)
  const known = own.length < waiting.length ? null : exitsOf(own)
  return terms === null || known === null || protectionOf(known) === null
    ? null
    : { kind: 'ENTRY', terms, exits: known }
}

/** Returns the stops among the exits. */
export const stopsOfEntry = ({ exits }: StoredEntry): readonly OrderRow[] =>
  exits.filter(({ order_type: type }) => isStopType(type))
