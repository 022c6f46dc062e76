// Tables of orders: our copy of the brokerage's, and our own requests. Quantities and prices are exact decimal text.
import type { EntryDraft, LimitKind, OrderDraft, OrderStatus, SymbolRule } from '@clubfolio/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableCentsColumn, Timestamp } from './kernel-tables.ts'

/** The complete request: enough to send it and to recognise it in the broker's list. */
export interface OrderPlan {
  readonly draft: OrderDraft
  /** The price at which the waiting entry is cancelled. */
  readonly cancelPrice: string | null
  /** SERVER when the brokerage gets the entry alone, and we place its exits once it is filled. */
  readonly exitHolder?: 'SERVER'
}

/**
 * NEW: recorded, nothing sent. SENDING: its process is listing orders and sending. UNKNOWN: sent, the answer is lost.
 * PLACED: it is `broker_id` at the brokerage. REFUSED: the broker rejected it. NOT_PLACED: it certainly never became an
 * order, and is sent again when it is requested again. WITHDRAWN: the same, but its owner was informed of that: it is
 * never sent again.
 */
export type OrderRequestState = 'NEW' | 'SENDING' | 'UNKNOWN' | 'PLACED' | 'REFUSED' | 'NOT_PLACED' | 'WITHDRAWN'

/**
 * WAITING: a part is filled, and the rest may follow at once. CANCELLING: the order is being cancelled. PROTECTING: it
 * is over, and the part gets its exits. ENTERING: the rest is being entered. DIVIDED: the rest is an order. ENDED:
 * there is none, for `reason`. OVER: the order ended by itself.
 */
export type EntryDivisionState = 'WAITING' | 'CANCELLING' | 'PROTECTING' | 'ENTERING' | 'DIVIDED' | 'ENDED' | 'OVER'

/** One leg of a multi-leg order, as stored in its column. */
export interface StoredLeg {
  readonly symbol: string
  readonly assetType: string
  readonly instruction: string
  readonly quantity: string | null
}

export interface OrderTables {
  /** One row per order of the brokerage, including child orders. */
  broker_order: {
    account_id: string
    broker_id: string
    /** The outermost order of the tree; its own id when it has no parent. */
    root_id: string
    /** The parent: a TRIGGER order or an OCO wrapper. */
    parent_id: string | null
    /** Its place among the children of the same parent. */
    position: number
    strategy: string
    /** Null, like all terms, on an OCO wrapper. */
    symbol: string | null
    asset_type: string | null
    multiplier: number
    leg_count: number
    /** All legs of a multi-leg order; empty otherwise. */
    legs: ColumnType<readonly StoredLeg[], string | undefined, string>
    /** The broker's name for several legs together. */
    shape: ColumnType<string | null, string | null | undefined, string | null>
    instruction: string | null
    order_type: string | null
    session: string | null
    duration: string | null
    /** The last day of an order that is good till a day: `2026-12-18`. */
    good_till: ColumnType<string | null, string | null | undefined, string | null>
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
    /** When the reading that reported this started; an older reading never overwrites it. */
    read_at: Timestamp
  }
  /** Every observed status and filled quantity, oldest first by id. */
  broker_order_status: {
    account_id: string
    id: GeneratedAlways<bigint>
    broker_id: string
    status: OrderStatus
    filled_quantity: string
    description: string | null
    seen_at: Timestamp
  }
  /** Our requests to the brokerage; written before anything is sent. */
  order_request: {
    account_id: string
    id: string
    kind: 'PLACE' | 'REPLACE'
    /** The caller's Idempotency-Key: one request per key. */
    request_key: string
    body_hash: Buffer
    plan: ColumnType<OrderPlan, string, string>
    /** The broker's id of the order that a REPLACE replaces. */
    replaces_id: string | null
    state: OrderRequestState
    /** Number of sending attempts; settling an earlier attempt changes nothing. */
    attempts: Generated<number>
    /** The broker's order ids right before the POST; null while nothing was sent. */
    known_ids: string[] | null
    /** Start of that list (market time); the search starts at the same place. */
    listed_from: Timestamp | null
    broker_id: string | null
    /** For a REPLACE: the filled quantity of the old order right before sending. */
    filled_before: string | null
    /**
     * For a REPLACE: when the quantity that the old order still filled meanwhile was deducted from the new one, or was
     * found to be zero.
     */
    overlap_settled_at: Timestamp | null
    /** Orders that may be this request, when there is more than one. */
    candidate_ids: string[] | null
    reason: string | null
    /** The price in dollars at which the limits of the account judged it; null where none did. */
    judged_price: ColumnType<string | null, string | null | undefined, string | null>
    created_at: Timestamp
    /** Wall time. */
    sent_at: Timestamp | null
    /** When the first list was read after this attempt was sent. */
    searched_from: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** When the job last searched for it. */
    searched_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    settled_at: Timestamp | null
  }
  /** A cancellation sent under its caller's Idempotency-Key; written before it is sent. */
  order_cancellation: {
    account_id: string
    request_key: string
    order_id: string
    sent_at: Timestamp
  }
  /** The price at which the waiting entry of a request is cancelled. */
  order_watch: {
    account_id: string
    request_id: string
    symbol: string
    direction: 'LONG' | 'SHORT'
    cancel_price: string
    state: 'WATCHING' | 'TOUCHED' | 'CANCELLED' | 'OVER'
    /** Market time up to which prices were evaluated. */
    looked_until: Timestamp
    touched_price: string | null
    claimed_until: Timestamp | null
    next_at: Timestamp
  }
  /** The exits of a request that we place once its entry is filled. */
  held_exit: {
    account_id: string
    request_id: string
    /** PLACED: for all that its entry filled. OVER: its entry ended without a fill. */
    state: 'WAITING' | 'PLACED' | 'OVER'
    /** For how much of what the entry filled they are placed. */
    placed_quantity: Generated<string>
    /** Refusals and rejections since the last success; each try is a request of its own. */
    tries: Generated<number>
    /** Why they could not be placed at the last try. */
    reason: string | null
    claimed_until: Timestamp | null
    next_at: Timestamp
  }
  /** An entry that rests after a partial fill, and how far it is divided into its part and its rest. */
  entry_division: {
    account_id: string
    /** The request of the entry. */
    request_id: string
    order_id: string
    symbol: string
    /** Counts the divisions of one entry: its rest may be divided again. */
    number: number
    state: EntryDivisionState
    /** The entry as the brokerage had it when its cancellation was decided; null before that. */
    draft: ColumnType<EntryDraft | null, string | null | undefined, string | null>
    /** The market day then: a rest for the day is not entered on another one. */
    market_day: ColumnType<string | null, string | null | undefined, string | null>
    /** When somebody wanted the entry to end: its rest is not entered. */
    refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** From then on a cancelled entry was cancelled by us. */
    cancel_sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** The request of the rest, once it is placed. */
    rest_request_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Why the rest was not entered. */
    reason: ColumnType<string | null, string | null | undefined, string | null>
    claimed_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    next_at: Timestamp
  }
  order_guard: {
    account_id: string
    largest_order_cents: NullableCentsColumn
    largest_position_cents: NullableCentsColumn
    daily_loss_cents: NullableCentsColumn
    price_distance_percent: string | null
    largest_position_percent: string | null
    open_heat_cents: NullableCentsColumn
    open_heat_percent: string | null
    heat_without_stop_percent: string | null
    open_positions: number | null
    symbol_rule: SymbolRule | null
    symbols: Generated<string[]>
    cancels_entries: Generated<boolean>
  }
  /** A limit that was reached on a market day: it cannot be loosened on that day. */
  order_limit_reached: {
    account_id: string
    day: string
    kind: LimitKind
    /** Wall time. */
    reached_at: Timestamp
    /** What broke it, in words. */
    said: string
    /** Of the daily loss. */
    loss_cents: NullableCentsColumn
    limit_cents: NullableCentsColumn
    /** What becomes of the working entries: they stay, are to be cancelled, or the cancellations were sent. */
    entries: Generated<'KEPT' | 'DUE' | 'CANCELLED'>
  }
  /** The limits from which a user is asked for confirmation; null where nothing is asked. */
  order_question_limit: {
    user_id: string
    limit_through_percent: string | null
    buying_power_percent: string | null
    usual_quantity_times: string | null
  }
  /** When an account with open orders is read next. */
  order_turn: { account_id: string; next_at: Timestamp }
}
