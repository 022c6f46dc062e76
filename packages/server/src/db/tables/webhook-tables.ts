// Tables of webhooks.
import type { DeliveredEvent, DeliveryState, SessionFactor, WebhookEvent, WebhookState } from '@clubfolio/contract'
import type { Generated } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export interface WebhookTables {
  webhook: {
    id: string
    owner_id: string
    name: string
    url: string
    events: WebhookEvent[]
    /** Of the session that made it or changed it last. */
    factor: SessionFactor
    is_for_all_accounts: boolean
    secret_sealed: Buffer
    /** The replaced secret, which signs beside the new one until `old_secret_until`. */
    old_secret_sealed: Buffer | null
    old_secret_until: Timestamp | null
    state: WebhookState
    reason: string | null
    created_at: Timestamp
    last_attempt_at: Timestamp | null
    last_status: number | null
    failing_since: Timestamp | null
  }
  webhook_account: { webhook_id: string; account_id: string }
  webhook_delivery: {
    id: string
    webhook_id: string
    event: DeliveredEvent
    /** The occasion, unique per webhook. */
    key: string
    account_id: string | null
    member_id: string | null
    /** Empty once it is withheld. */
    payload: string
    state: DeliveryState
    /** How often a worker has claimed it; tells claims apart. */
    claims: Generated<number>
    /** Failed attempts since it was recorded or sent again on demand. */
    tries: Generated<number>
    created_at: Timestamp
    next_at: Timestamp
    claimed_until: Timestamp | null
  }
  webhook_attempt: {
    id: string
    delivery_id: string
    at: Timestamp
    status: number | null
    duration_ms: number
    reason: string | null
    answer: string
  }
}
