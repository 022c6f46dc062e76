// Tables of the kernel: stored answers of repeated requests, the audit log, counters of limits, settings, the outbox.
import type { Cents } from '@clubfolio/domain'
import type { ColumnType, Generated } from 'kysely'

/** Filled by the database or given as a Date; read as a Date. */
export type Timestamp = ColumnType<Date, Date, Date>

/** Whole cents: read as `Cents`, written from any whole number. */
export type CentsColumn = ColumnType<Cents, bigint, bigint>
export type NullableCentsColumn = ColumnType<Cents | null, bigint | null, bigint | null>
export type JsonColumn = ColumnType<unknown, string, string>

/**
 * RUNNING: a process works on it and renews its lease. DONE: answered by `reply`. OPEN: it ended and it is unknown
 * whether the effect happened. WITHDRAWN: its owner was informed that it did not happen; it is refused when it arrives.
 */
export type RequestState = 'RUNNING' | 'DONE' | 'OPEN' | 'WITHDRAWN'

export interface KernelTables {
  worker_beat: { only_row: Generated<boolean>; beat_at: Timestamp }
  idempotency_key: {
    owner_id: string
    key: string
    route: string
    body_hash: Buffer
    reply: JsonColumn | null
    created_at: Timestamp
    state: ColumnType<RequestState, RequestState | undefined, RequestState>
    /** Why it did not happen, or why that is unknown. */
    reason: ColumnType<string | null, string | null | undefined, string | null>
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  audit_log: {
    id: string
    at: Timestamp
    actor_id: string | null
    action: string
    object_type: string | null
    object_id: string | null
    before: JsonColumn | null
    after: JsonColumn | null
    request_id: string | null
    address: string | null
    /** The API token that acted for the actor. */
    token_id: Generated<string | null>
    token_name: Generated<string | null>
  }
  rate_counter: {
    scope: string
    window_start: Timestamp
    count: number
    blocked_until: Timestamp | null
  }
  job_failure: {
    /** One of `rowJobs`. */
    job: string
    row_id: string
    failures: number
    first_failed_at: Timestamp
    last_failed_at: Timestamp
    /** The row is not retried before this time. */
    next_at: Timestamp
    given_up_at: Timestamp | null
    fault_id: string
  }
  setting: { name: string; value: JsonColumn; updated_at: Timestamp }
  outbox_message: {
    id: string
    channel: 'SMS' | 'MAIL'
    recipient: string
    subject: string
    body: string
    created_at: Timestamp
    position: Generated<bigint>
  }
}
