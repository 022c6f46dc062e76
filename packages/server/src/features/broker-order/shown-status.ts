// The status an order is shown with. One that the brokerage has taken a replacement for is Replaced from then on, also where its lists
// still tell of it as it was; when the replacement is rejected after all, the old one goes on and shows its own status again.
import type { OrderStatus } from '@clubfolio/domain'
import { type RawBuilder, sql } from 'kysely'

/** Over the rows of `broker_order` under that name. What hangs under a replaced order went with it. */
export const shownStatus = (orders: string): RawBuilder<OrderStatus> => sql<OrderStatus>`case
  when ${sql.ref(`${orders}.status`)} in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED') then ${sql.ref(`${orders}.status`)}
  when ${isReplaced(orders, 'broker_id')} then 'REPLACED'
  when ${sql.ref(`${orders}.parent_id`)} is not null and ${isReplaced(orders, 'parent_id')} then 'CANCELED'
  else ${sql.ref(`${orders}.status`)} end`

const isReplaced = (orders: string, id: 'broker_id' | 'parent_id'): RawBuilder<boolean> => sql<boolean>`exists (
  select from order_request r join broker_order successor on successor.account_id = r.account_id and successor.broker_id = r.broker_id
  where r.account_id = ${sql.ref(`${orders}.account_id`)} and r.replaces_id = ${sql.ref(`${orders}.${id}`)} and r.state = 'PLACED' and successor.status <> 'REJECTED')`
