// Browsers that signed in before: a random cookie, stored hashed, valid for 180 days, never needed to sign in. It only
// gives the browser a separate allowance of tries, so that strangers' guesses do not slow down its owner.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, newId, newToken } from '../../kernel/id.ts'
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
    .executeTakeFirst()
  return device?.id
}

export async function rememberDevice(trx: Trx, clock: Clock, userId: string): Promise<string> {
  const token = newToken()
  const now = new Date(clock.nowMs())
  await trx
    .insertInto('device')
    .values({
      id: newId(clock),
      user_id: userId,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + deviceLifeSeconds * 1000),
    })
    .execute()
  return token
}
