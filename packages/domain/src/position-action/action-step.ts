// The steps of an action on a position: exactly one order to the brokerage each, in the order in which they are sent.
// Quantities are whole shares or contracts.
// Source: docs/rules/trading.md, "Acting on a position".
import type { Decimal } from 'decimal.js'
import type { EntryDraft, OrderTerms, PairDraft } from '../order/order-draft.ts'
import type { Trail } from '../order/trail.ts'

export const positionActionKinds = ['CLOSE', 'REVERSE', 'ADD', 'MOVE_STOP', 'TRAIL_STOP', 'SET_TARGET'] as const
export type PositionActionKind = (typeof positionActionKinds)[number]

/** What is to be done with a position. Prices and quantities are decimal text. */
export type ActionOnPosition =
  /** `quantity` null closes all of it. */
  | { readonly kind: 'CLOSE'; readonly quantity: string | null }
  /** `stopPrice` protects the new position from its fill on; null for none. */
  | { readonly kind: 'REVERSE'; readonly stopPrice: string | null }
  /** `limitPrice` null buys or sells short at the market. */
  | { readonly kind: 'ADD'; readonly quantity: string; readonly limitPrice: string | null }
  | { readonly kind: 'MOVE_STOP'; readonly stopPrice: string }
  | { readonly kind: 'TRAIL_STOP'; readonly trail: Trail }
  | { readonly kind: 'SET_TARGET'; readonly targetPrice: string }

/** A working order that closes the position, or a part of it. */
export interface PositionExit {
  readonly orderId: string
  /** Orders that cancel each other share it, and claim the position once. Otherwise the order's own id. */
  readonly groupId: string
  readonly isStop: boolean
  /** Unfilled quantity. */
  readonly quantity: Decimal
  /** What is filled of it, as decimal text. */
  readonly filled: string
  /** For the unfilled quantity; null for terms that are not changed here, such as a stop that trails with a limit. */
  readonly terms: OrderTerms | null
  /** It belongs to another open order, so that a pair cannot take its place. */
  readonly isInner: boolean
  /** A change or cancellation is on its way. */
  readonly isChanging: boolean
}

/** An entry that is filled in part and goes on: its exits start with its last share, or with the end of it. */
export interface FillingEntry {
  readonly orderId: string
  /** What is filled of it, as decimal text. */
  readonly filled: string
  /** The shares of the position that its exits are going to claim. */
  readonly claim: Decimal
  /** Its exits as they are once the entry is cancelled; empty where they end with it. */
  readonly exits: readonly PositionExit[]
}

export interface ActedPosition {
  readonly symbol: string
  /** Signed, negative for a short position. */
  readonly held: Decimal
  readonly exits: readonly PositionExit[]
  /** What they claim is free for no other order, or the brokerage rejects their exits. */
  readonly entries?: readonly FillingEntry[]
}

/** What the brokerage's wire can do in one call. */
export interface ActionWire {
  /** An order can be replaced by one of another type: a stop by a market order. */
  readonly replacesType: boolean
  /** An order can be replaced by a pair of orders that cancel each other. */
  readonly replacesByPair: boolean
}

/** An order of a step: a single one, perhaps with a stop that its fill starts, or a pair of a stop and a target. */
export type ActionOrder = EntryDraft | PairDraft

export type ActionStep = (
  | {
      readonly kind: 'CANCEL'
      readonly symbol: string
      readonly orderId: string
      /** What the steps behind it expect to be filled of a cancelled entry. */
      readonly filled?: string
      /** What was filled of a cancelled exit when it was planned: what is more, the steps behind it leave out. */
      readonly exitFilled?: string
    }
  | {
      readonly kind: 'REPLACE'
      readonly symbol: string
      readonly orderId: string
      /** What was filled of the old order when the action was planned. */
      readonly filled: string
      readonly order: ActionOrder
    }
  | {
      readonly kind: 'PLACE'
      readonly symbol: string
      readonly order: ActionOrder
      /** Sent only after the closing orders before it are filled and nothing of the position is left. */
      readonly waitsForFlat: boolean
    }
) & {
  /** Positions whose own steps are filled, or have failed, before this one is sent: what is written on it. */
  readonly after?: readonly string[]
}
