// Tables of orders: our copy of the brokerage's, and what we asked for. Quantities and prices are exact decimal text.
import type { OrderStatus } from '@clubfolio/domain'
import type { GeneratedAlways } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export interface OrderTables {
  /** One row per order of the brokerage, those that hang under another included. */
  broker_order: {
    account_id: string
    broker_id: string
    /** The outermost order of the tree; its own id when it hangs under none. */
    root_id: string
    /** The TRIGGER order or OCO wrapper it hangs under. */
    parent_id: string | null
    /** Its place among those under the same parent. */
    position: number
    strategy: string
    /** Null, like all terms, on an OCO wrapper. */
    symbol: string | null
    asset_type: string | null
    multiplier: number
    leg_count: number
    instruction: string | null
    order_type: string | null
    session: string | null
    duration: string | null
    quantity: string | null
    filled_quantity: string
    remaining_quantity: string
    price: string | null
    stop_price: string | null
    average_fill_price: string | null
    status: OrderStatus
    description: string | null
    is_cancelable: boolean
    entered_at: Timestamp
    closed_at: Timestamp | null
    /** When the reading that says this began; an older one never overwrites it. */
    read_at: Timestamp
  }
  /** Every status and filled quantity that was seen, oldest first by id. */
  broker_order_status: {
    account_id: string
    id: GeneratedAlways<bigint>
    broker_id: string
    status: OrderStatus
    filled_quantity: string
    description: string | null
    seen_at: Timestamp
  }
}
