// Browsers that signed in before: a random cookie, stored hashed, valid for 180 days, never needed to sign in. It only
// gives the browser a separate allowance of tries, so that strangers' guesses do not slow down its owner.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/handler.ts'
import { hashToken, newId, newToken } from '../../kernel/id.ts'
import { mostUserAgentCharacters } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'

export const deviceLifeSeconds = 180 * 24 * 60 * 60

export async function findKnownDevice(
  db: Db,
  clock: Clock,
  userId: string,
  token: string,
): Promise<string | undefined> {
  const device = await db
    .selectFrom('device')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(clock.nowMs()))
    .where('forgotten_at', 'is', null)
    .executeTakeFirst()
  return device?.id
}

/** Returns the id of the caller's browser where it is known to the user. */
export const findCallersDevice = async (
  db: Db,
  clock: Clock,
  userId: string,
  { deviceToken }: Pick<Caller, 'deviceToken'>,
): Promise<string | undefined> =>
  deviceToken === undefined ? undefined : findKnownDevice(db, clock, userId, deviceToken)

type Visitor = Pick<Caller, 'address' | 'userAgent'>

/** Notes the sign-in, and returns false for a browser that was forgotten meanwhile; until the commit it cannot be. */
export async function noteUse(trx: Trx, clock: Clock, deviceId: string, visitor: Visitor): Promise<boolean> {
  const used = await trx
    .updateTable('device')
    .set({ ...columnsOf(visitor), last_used_at: new Date(clock.nowMs()) })
    .where('id', '=', deviceId)
    .where('forgotten_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

const columnsOf = ({ address, userAgent }: Visitor) => ({
  address,
  user_agent: userAgent.slice(0, mostUserAgentCharacters),
})

export interface RememberedDevice {
  readonly id: string
  readonly token: string
}

export async function rememberDevice(
  trx: Trx,
  clock: Clock,
  userId: string,
  visitor: Visitor,
): Promise<RememberedDevice> {
  const [id, token] = [newId(clock), newToken()]
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('device')
    .values({
      id,
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + deviceLifeSeconds * 1000),
      ...columnsOf(visitor),
      last_used_at: now,
    })
    .execute()
  return { id, token }
}
