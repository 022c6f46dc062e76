// The status an order is shown with. An order whose replacement the brokerage has accepted is shown as Replaced from
// then on, even while the brokerage's lists still report its old status; if the replacement is rejected after all, the
// old order continues and shows its own status again.
import type { OrderStatus } from '@clubfolio/domain'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the SQL for the shown status over the rows of `broker_order` under that alias. Children of a replaced order
 * went with it.
 */
export const shownStatus = (orders: string): RawBuilder<OrderStatus> => sql<OrderStatus>`case
  when ${sql.ref(`${orders}.status`)} in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED')
    then ${sql.ref(`${orders}.status`)}
  when ${isReplaced(orders, 'broker_id')} then 'REPLACED'
  when ${sql.ref(`${orders}.parent_id`)} is not null and ${isReplaced(orders, 'parent_id')} then 'CANCELED'
  else ${sql.ref(`${orders}.status`)} end`

const isReplaced = (orders: string, id: 'broker_id' | 'parent_id'): RawBuilder<boolean> => sql<boolean>`exists (
  select from order_request r join broker_order successor on successor.account_id = r.account_id
    and successor.broker_id = r.broker_id
  where r.account_id = ${sql.ref(`${orders}.account_id`)} and r.replaces_id = ${sql.ref(`${orders}.${id}`)}
    and r.state = 'PLACED' and successor.status <> 'REJECTED')`
