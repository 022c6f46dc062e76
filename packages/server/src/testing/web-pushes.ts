// Web push for tests, without a browser that subscribes.
import { createECDH, randomBytes } from 'node:crypto'
import { hashToken, newId } from '../kernel/id.ts'
import { sealedFor } from '../kernel/sealed-column.ts'
import { openSession } from '../kernel/session.ts'
import { inTransaction } from '../kernel/transaction.ts'
import type { TestGround } from './test-app.ts'

/** Keys as a browser makes them. */
export const browserKeys = (): { readonly p256dh: string; readonly auth: string } => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

/** Gives a user a device and a message that waits for it; both have the id that is returned. */
export async function giveWebPush({ services: { db, clock, secrets } }: TestGround, userId: string): Promise<string> {
  const token = await inTransaction(db, (trx) =>
    openSession(trx, clock, { userId, address: '127.0.0.1', userAgent: 'a phone' }),
  )
  const { id: session_id } = await db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  const id = newId(clock)
  const now = new Date(clock.nowMs())
  const endpoint = `https://push.example/${id}`
  await db
    .insertInto('web_push_device')
    .values({
      id,
      user_id: userId,
      session_id,
      endpoint_hash: hashToken(endpoint),
      subscription_sealed: secrets.seal(
        JSON.stringify({ endpoint, ...browserKeys() }),
        sealedFor('web_push_device', id, 'subscription'),
      ),
      shows_details: false,
      user_agent: 'a phone',
      created_at: now,
      last_sent_at: null,
    })
    .execute()
  await db
    .insertInto('web_push_delivery')
    .values({
      id,
      notification_id: null,
      device_id: id,
      user_id: userId,
      state: 'WAITING',
      created_at: now,
      next_at: now,
    })
    .execute()
  return id
}
