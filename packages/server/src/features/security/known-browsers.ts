// A user's own known browsers: listed, and forgotten one by one. A forgotten one is as if it had never signed in: its
// sessions end, its tries count with those of strangers, and its next sign-in is mailed.
import { Refusal, type KnownBrowser } from '@clubfolio/contract'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'

export async function findKnownBrowsers(
  { db, clock }: Services,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
  { userId }: Session,
): Promise<KnownBrowser[]> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'token_hash', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('forgotten_at', 'is', null)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .orderBy((eb) => eb.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute()
  const own = deviceToken === undefined ? undefined : hashToken(deviceToken)
  return rows
    .map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      lastAddress: row.address,
      knownSince: row.created_at.getTime(),
      lastUsedAt: row.last_used_at?.getTime() ?? null,
      isThisBrowser: own?.equals(row.token_hash) ?? false,
    }))
    .sort((a, b) => Number(b.isThisBrowser) - Number(a.isThisBrowser))
}

/** Another user's browser is answered like a missing one. */
export function forgetBrowser({ db, clock }: Services, caller: Caller, session: Session, id: string): Promise<void> {
  const { userId } = session
  const now = new Date(clock.nowMs())
  return inTransaction(db, async (trx) => {
    const forgotten = await trx
      .updateTable('device')
      .set({ forgotten_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('forgotten_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_agent')
      .executeTakeFirst()
    if (!forgotten) throw new Refusal('notFound')
    await trx
      .updateTable('session')
      .set({ ended_at: now })
      // A session that an older version opened does not say its browser. It could be this one.
      .where((eb) =>
        eb.or([eb('device_id', '=', id), eb.and([eb('device_id', 'is', null), eb('id', '!=', session.id)])]),
      )
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
    await writeAudit(trx, clock, {
      actorId: userId,
      action: 'browser.forget',
      objectType: 'known browser',
      objectId: id,
      before: { userAgent: forgotten.user_agent },
      requestId: caller.requestId,
      address: caller.address,
    })
  })
}
