// What one person is told: notifications and alerts.
import type { AlertKind, AlertSeverity, NotificationKind } from '@clubfolio/contract'
import type { GeneratedAlways } from 'kysely'
import type { Timestamp } from './kernel-tables.ts'

interface Message<Kind> {
  id: string
  user_id: string
  /** Later rows have larger numbers, also within one moment. */
  position: GeneratedAlways<bigint>
  /** The occasion: one notification per key, one standing alert per key. */
  key: string
  kind: Kind
  title: string
  text: string
  /** An address inside the product. */
  link: string | null
}

export interface MessageTables {
  notification: Message<NotificationKind> & { created_at: Timestamp; read_at: Timestamp | null }
  alert: Message<AlertKind> & {
    severity: AlertSeverity
    raised_at: Timestamp
    updated_at: Timestamp
    seen_at: Timestamp | null
    resolved_at: Timestamp | null
  }
}
