// Tables of actions on positions and of their steps.
import type { ActionStepState, PositionActionState, PositionActionToTake } from '@clubfolio/contract'
import type { ActionStep, OrderTerms, PositionActionKind } from '@clubfolio/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>
type NullableText = ColumnType<string | null, string | null | undefined, string | null>

/** A step; `overtaken` is what the order that it was to replace has closed of it by itself. */
export type StoredStep = ActionStep & { readonly overtaken?: string }

/** A position as it was before an action, with quantities as decimal text. */
export interface StoredPosition {
  readonly symbol: string
  /** Signed. */
  readonly held: string
  readonly exits: readonly {
    readonly orderId: string
    readonly groupId: string
    readonly isStop: boolean
    readonly quantity: string
    readonly filled: string
    readonly terms: OrderTerms | null
    readonly isInner: boolean
    readonly isChanging: boolean
  }[]
}

export interface PositionActionTables {
  position_action: {
    account_id: string
    id: string
    kind: PositionActionKind | 'FLATTEN'
    /** Null for a whole account. */
    symbol: string | null
    /** The caller's Idempotency-Key: one action per key. */
    request_key: string
    body_hash: Buffer
    title: string
    /** Null for a whole account. */
    asked: ColumnType<PositionActionToTake | null, string | null, string | null>
    /** The positions and their exits right before the first step. */
    before: ColumnType<readonly StoredPosition[], string, string>
    state: PositionActionState
    message: string
    /** Its last steps place the stop again. */
    is_restoring: Generated<boolean>
    /** Number of claims; a worker recognises its own by it. */
    turns: Generated<number>
    /** When it is due again; while a worker has it, when its claim expires. */
    next_at: Timestamp
    /** When the stop of a stopped action is placed again without its owner. */
    restore_at: NullableTimestamp
    /** When its last step began or ended. */
    touched_at: Timestamp
    created_at: Timestamp
    ended_at: NullableTimestamp
  }
  position_action_step: {
    account_id: string
    action_id: string
    place: number
    /** Steps of one track depend on each other: one that fails stops the rest of its track. */
    track: string
    step: ColumnType<StoredStep, string, string>
    text: string
    state: ActionStepState
    /** Every attempt sends under a key of its own. */
    attempts: Generated<number>
    /** The order that it became at the brokerage. */
    order_id: NullableText
    reason: NullableText
  }
}
