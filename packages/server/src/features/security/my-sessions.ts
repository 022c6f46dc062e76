// A user's own live sessions: listed with their place and time of opening, ended one by one or all but this one.
import { Refusal, type MySession } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { endSessions, idleLimitMs, type Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'

export async function findMySessions({ db, clock }: Services, session: Session): Promise<MySession[]> {
  const nowMs = clock.nowMs()
  const rows = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'address', 'user_agent', 'factor', 'provider'])
    .where('user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where('last_used_at', '>', new Date(nowMs - idleLimitMs))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      startedAt: row.created_at.getTime(),
      lastUsedAt: row.last_used_at.getTime(),
      expiresAt: Math.min(row.expires_at.getTime(), row.last_used_at.getTime() + idleLimitMs),
      address: row.address,
      userAgent: row.user_agent,
      openedBy: row.factor,
      provider: row.provider,
      isCurrent: row.id === session.id,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

/** Another user's session is answered like a missing one. */
export async function endMySession(
  { db, clock }: Services,
  caller: Caller,
  session: Session,
  id: string,
): Promise<void> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('notFound')
  await writeAudit(db, clock, {
    actorId: session.userId,
    action: 'session.end',
    objectType: 'session',
    objectId: id,
    requestId: caller.requestId,
    address: caller.address,
  })
}

export async function endMyOtherSessions({ db, clock }: Services, caller: Caller, session: Session): Promise<void> {
  await endSessions(db, clock, { userId: session.userId, except: session.id })
  await writeAudit(db, clock, {
    actorId: session.userId,
    action: 'session.end-others',
    requestId: caller.requestId,
    address: caller.address,
  })
}
