// Single-use tickets that open a WebSocket.
import type { Timestamp } from './kernel-tables.ts'

export interface QuoteTables {
  socket_ticket: { ticket_hash: Buffer; session_id: string; expires_at: Timestamp }
}
