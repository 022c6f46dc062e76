// How the demonstration acts as one of its users: by the use cases of their screens, in a session of its own.
import type { Caller } from '../kernel/handler.ts'
import { findSession, openSession, type Session } from '../kernel/session.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { Services } from '../services.ts'

/** Marks the demonstration's actions in the audit log, so that the next start continues where a killed one stopped. */
export const requestId = 'demonstration'

/** Returns whether the user did it, or the demonstration in their name. */
export async function hasDone({ db }: Services, actorId: string, action: string, byRequest?: string): Promise<boolean> {
  let query = db.selectFrom('audit_log').select('id').where('actor_id', '=', actorId).where('action', '=', action)
  if (byRequest !== undefined) query = query.where('request_id', '=', byRequest)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** The use cases require the session of an acting user; this one never leaves the process. */
export async function openOwnSession({ db, clock }: Services, userId: string): Promise<Session> {
  const token = await inTransaction(db, (trx) =>
    openSession(trx, clock, { userId, address: '127.0.0.1', userAgent: requestId }),
  )
  const session = await findSession(db, clock, token, true)
  if (!session) throw new Error('The session of the demonstration could not be opened.')
  return session
}

/** Nobody waits for the answer. */
export const callerOf = (services: Services): Caller => ({
  requestId,
  address: '127.0.0.1',
  userAgent: requestId,
  isBackground: true,
  requestKey: undefined,
  deviceToken: undefined,
  setDeviceToken: () => undefined,
  signInToken: undefined,
  setSignInToken: () => undefined,
  log: services.log,
  signal: new AbortController().signal,
})
