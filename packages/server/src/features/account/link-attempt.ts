// One attempt at linking or renewing: a random state that only the same session may return, once, within ten minutes.
// Only its hash is stored. It ties the code returned from the broker's page to the user who started the attempt.
import { Refusal } from '@clubfolio/contract'
import type { BrokerPort } from '../../adapters/broker/port.ts'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, newToken } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import { linkAttemptLifeMs, type BrokerAuthorisation } from '@clubfolio/contract'

export interface StartLinkAttemptOptions {
  readonly broker: BrokerPort
  readonly session: Session
  readonly accountId: string | null
}

/** Starts an attempt. `accountId` makes it a renewal of that account, whose ownership the caller has checked. */
export async function startLinkAttempt(
  db: Db,
  clock: Clock,
  { broker, session, accountId }: StartLinkAttemptOptions,
): Promise<BrokerAuthorisation> {
  const now = clock.nowMs()
  const state = newToken()
  await db
    .deleteFrom('link_attempt')
    .where('owner_id', '=', session.userId)
    .where('created_at', '<=', new Date(now - linkAttemptLifeMs))
    .execute()
  await db
    .insertInto('link_attempt')
    .values({
      state_hash: hashToken(state),
      owner_id: session.userId,
      session_id: session.id,
      account_id: accountId,
      broker: broker.name,
      created_at: new Date(now),
      used_at: null,
    })
    .execute()
  return {
    appKey: broker.appKey,
    redirectUrl: broker.redirectUrl,
    token: state,
    authoriseUrl: broker.authoriseUrl(state),
    expiresInSeconds: linkAttemptLifeMs / 1000,
  }
}

export interface UseLinkAttemptOptions {
  readonly session: Session
  readonly accountId: string | null
  readonly state: string | undefined
}

/**
 * Consumes an attempt, before anything else is done with the code: of two calls with the same state, one wins. A
 * renewal may omit the state; then the newest open attempt of this session for this account is used. Returns the name
 * of the brokerage whose page was opened. Throws `linkAttemptOver`.
 */
export async function useLinkAttempt(
  db: Db,
  clock: Clock,
  { session, accountId, state }: UseLinkAttemptOptions,
): Promise<string> {
  const now = clock.nowMs()
  const used = await db
    .updateTable('link_attempt')
    .set({ used_at: new Date(now) })
    .where('owner_id', '=', session.userId)
    .where('session_id', '=', session.id)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(now - linkAttemptLifeMs))
    .where('account_id', 'is not distinct from', accountId)
    .where('state_hash', '=', (eb) =>
      state !== undefined
        ? eb.val(hashToken(state))
        : eb
            .selectFrom('link_attempt as newest')
            .select('newest.state_hash')
            .where('newest.session_id', '=', session.id)
            .where('newest.account_id', 'is not distinct from', accountId)
            .where('newest.used_at', 'is', null)
            .orderBy('newest.created_at', 'desc')
            .limit(1),
    )
    .returning('broker')
    .executeTakeFirst()
  if (!used) throw new Refusal('linkAttemptOver')
  return used.broker
}
