// Tables of orders: our copy of the brokerage's, and what we asked for. Quantities and prices are exact decimal text.
import type { OrderDraft, OrderStatus } from '@clubfolio/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

/** What was asked for, whole: enough to send it and to recognise it in the broker's list. */
export interface OrderPlan {
  readonly draft: OrderDraft
  /** The price at which the waiting entry is given up. */
  readonly cancelPrice: string | null
}

/**
 * NEW: written down, nothing sent. SENDING: its process lists and sends now. UNKNOWN: sent, the answer is lost.
 * PLACED: it is `broker_id` there. REFUSED: the broker said no. NOT_PLACED: it certainly never became an order, and is sent again when
 * it is asked for again. WITHDRAWN: the same, but its owner was told so: it is never sent again.
 */
export type OrderRequestState = 'NEW' | 'SENDING' | 'UNKNOWN' | 'PLACED' | 'REFUSED' | 'NOT_PLACED' | 'WITHDRAWN'

/** One of several legs of an order, as its column keeps it. */
export interface StoredLeg {
  readonly symbol: string
  readonly assetType: string
  readonly instruction: string
  readonly quantity: string | null
}

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
    /** All legs of an order of several; empty otherwise. */
    legs: ColumnType<readonly StoredLeg[], string | undefined, string>
    /** The broker's name for several legs together. */
    shape: ColumnType<string | null, string | null | undefined, string | null>
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
    last_fill_at: Timestamp | null
    /** How far a trailing stop stays behind the market. */
    trail_offset: string | null
    trail_unit: 'DOLLARS' | 'PERCENT' | null
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
  /** What we asked the brokerage for; written before anything is sent. */
  order_request: {
    account_id: string
    id: string
    kind: 'PLACE' | 'REPLACE'
    /** The caller's Idempotency-Key: one request per key. */
    request_key: string
    body_hash: Buffer
    plan: ColumnType<OrderPlan, string, string>
    /** The broker's id of the order that a REPLACE takes out. */
    replaces_id: string | null
    state: OrderRequestState
    /** Counts how often it was taken up for sending; a settlement of an earlier try changes nothing. */
    attempts: Generated<number>
    /** The broker's ids right before the POST; null while nothing was sent. */
    known_ids: string[] | null
    /** Where that list began (market time); the search begins at the same place. */
    listed_from: Timestamp | null
    broker_id: string | null
    /** Of a REPLACE: what was filled of the old order right before it was sent. */
    filled_before: string | null
    /** Of a REPLACE: when what the old order still filled meanwhile was taken off the new one, or was nothing. */
    overlap_settled_at: Timestamp | null
    /** Orders that it may be, when there is more than one. */
    candidate_ids: string[] | null
    reason: string | null
    created_at: Timestamp
    /** Wall time. */
    sent_at: Timestamp | null
    /** When the first list was read after this attempt was sent. */
    searched_from: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** When the job looked for it last. */
    searched_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    settled_at: Timestamp | null
  }
  /** A cancellation that was sent under its caller's Idempotency-Key; written before it is sent. */
  order_cancellation: {
    account_id: string
    request_key: string
    order_id: string
    sent_at: Timestamp
  }
  /** The price at which the waiting entry of a request is given up. */
  order_watch: {
    account_id: string
    request_id: string
    symbol: string
    direction: 'LONG' | 'SHORT'
    cancel_price: string
    state: 'WATCHING' | 'TOUCHED' | 'CANCELLED' | 'OVER'
    /** Market time up to which prices were looked at. */
    looked_until: Timestamp
    touched_price: string | null
    claimed_until: Timestamp | null
    next_at: Timestamp
  }
  order_guard: {
    account_id: string
    largest_order_cents: bigint | null
    largest_position_cents: bigint | null
    daily_loss_cents: bigint | null
    price_distance_percent: string | null
  }
  /** From when on a user is asked a second time; null where nothing is asked. */
  order_question_limit: {
    user_id: string
    limit_through_percent: string | null
    buying_power_percent: string | null
    usual_quantity_times: string | null
  }
  /** When an account with open orders is read next. */
  order_turn: { account_id: string; next_at: Timestamp }
}
