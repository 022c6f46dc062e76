// Messages to one person: notifications and alerts, and the mails and text messages that carry them.
import type { AlertKind, AlertSeverity, NotificationKind } from '@clubfolio/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

export type MessageChannel = 'MAIL' | 'SMS'

interface Message<Kind> {
  id: string
  user_id: string
  /** Later rows have larger numbers, even at the same instant. */
  position: GeneratedAlways<bigint>
  /** The occasion: one notification per key, one active alert per key. */
  key: string
  kind: Kind
  title: string
  text: string
  /** A path inside the product. */
  link: string | null
}

export interface MessageTables {
  notification: Message<NotificationKind> & {
    created_at: Timestamp
    read_at: Timestamp | null
    on_screen: Generated<boolean>
    /** What its mail says when it is sent alone; null for the text. */
    mail_text: string | null
  }
  alert: Message<AlertKind> & {
    severity: AlertSeverity
    raised_at: Timestamp
    updated_at: Timestamp
    seen_at: Timestamp | null
    resolved_at: Timestamp | null
  }
  /** A person's choices; a kind without a row uses the contract's defaults. */
  notification_choice: {
    user_id: string
    kind: NotificationKind
    on_screen: boolean
    by_mail: boolean
    by_sms: boolean
    /** Null: chosen before there was web push; the contract's default applies. */
    by_push: Generated<boolean | null>
  }
  notification_delivery: {
    notification_id: string
    channel: MessageChannel
    user_id: string
    created_at: Timestamp
    message_id: string | null
  }
  outgoing_message: {
    id: string
    user_id: string
    /** The sending order. */
    position: GeneratedAlways<bigint>
    channel: MessageChannel
    state: 'WAITING' | 'SENT' | 'FAILED'
    planned_at: Timestamp
    next_at: Timestamp
    claimed_until: Timestamp | null
    attempts: Generated<number>
    sent_at: Timestamp | null
    reason: string | null
  }
  web_push_key: {
    id: string
    only_row: Generated<boolean>
    public_key: string
    private_sealed: Buffer
    created_at: Timestamp
  }
  web_push_device: {
    id: string
    user_id: string
    session_id: string
    endpoint_hash: Buffer
    /** Address and keys of the browser as JSON. */
    subscription_sealed: Buffer
    shows_details: boolean
    user_agent: string
    created_at: Timestamp
    last_sent_at: Timestamp | null
  }
  web_push_delivery: {
    id: string
    /** Null: a test message. */
    notification_id: string | null
    device_id: string
    user_id: string
    /** The sending order. */
    position: GeneratedAlways<bigint>
    state: 'WAITING' | 'SENT' | 'FAILED'
    created_at: Timestamp
    next_at: Timestamp
    claimed_until: Timestamp | null
    attempts: Generated<number>
    reason: string | null
  }
}
