// Tickets for the WebSocket, whose URL must not carry a session token: valid for 30 seconds, single-use, stored hashed,
// bound to one session.
import type { Db } from '../db/connect.ts'
import type { Clock } from './clock.ts'
import { hashToken, newToken } from './id.ts'
import { findLiveSessions } from './session.ts'

const lifeMs = 30_000

export async function createTicket(
  db: Db,
  clock: Clock,
  sessionId: string,
): Promise<{ ticket: string; expiresAt: number }> {
  const ticket = newToken()
  const nowMs = clock.nowMs()
  await db.deleteFrom('socket_ticket').where('expires_at', '<=', new Date(nowMs)).execute()
  await db
    .insertInto('socket_ticket')
    .values({ ticket_hash: hashToken(ticket), session_id: sessionId, expires_at: new Date(nowMs + lifeMs) })
    .execute()
  return { ticket, expiresAt: nowMs + lifeMs }
}

/**
 * Redeems a ticket and returns its session; undefined when there is none, or when the ticket or its session has
 * expired.
 */
export async function redeemTicket(db: Db, clock: Clock, ticket: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('socket_ticket')
    .where('ticket_hash', '=', hashToken(ticket))
    .returning(['session_id', 'expires_at'])
    .executeTakeFirst()
  if (!row || row.expires_at.getTime() <= clock.nowMs()) return undefined
  return (await findLiveSessions(db, clock, [row.session_id])).has(row.session_id) ? row.session_id : undefined
}
