// The browsers that show a user's notifications. A browser belongs to the session that saved it last: it ends when its
// user signs out, and passes to another user who saves it. Source: docs/rules/trading.md, "Notifications".
import { ECDH } from 'node:crypto'
import { pushDeviceLimit, pushTestsPerHour, Refusal, type BodyOf, type PushDevices } from '@clubfolio/contract'
import { sql } from 'kysely'
import { OutboundFailure } from '../../adapters/outbound/port.ts'
import { describeUserAgent } from '../../kernel/describe-user-agent.ts'
import { hashToken, newId } from '../../kernel/id.ts'
import type { Caller } from '../../kernel/handler.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Session } from '../../kernel/session.ts'
import type { EffectServices, Services } from '../../services.ts'
import { raiseMessage } from '../push/raise-message.ts'
import { readPushKey } from './push-key.ts'

const hourMs = 60 * 60_000

export async function findDevices(services: Services, session: Session): Promise<PushDevices> {
  const { publicKey } = await readPushKey(services)
  const rows = await services.db
    .selectFrom('web_push_device as d')
    .innerJoin('session as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.user_agent', 'd.created_at', 'd.last_sent_at', 'd.shows_details', 'd.session_id'])
    .where('d.user_id', '=', session.userId)
    .where('s.ended_at', 'is', null)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()
  return {
    publicKey,
    devices: rows.map((row) => ({
      id: row.id,
      browser: describeUserAgent(row.user_agent),
      createdAt: row.created_at.getTime(),
      lastSentAt: row.last_sent_at?.getTime() ?? null,
      showsDetails: row.shows_details,
      isCurrent: row.session_id === session.id,
    })),
  }
}

/** Whether 65 bytes in base64url are a point of the curve P-256, which nothing else can encrypt for. */
function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/**
 * Throws `pushAddress` for an address that is never called, `pushKey` for a key that no browser has, and `pushDevices`
 * beyond the limit.
 */
export async function saveDevice(
  { db, clock, secrets, outbound }: EffectServices,
  caller: Caller,
  session: Session,
  { endpoint, p256dh, auth, showsDetails }: BodyOf<'webPush', 'saveDevice'>,
): Promise<{ id: string }> {
  try {
    outbound.check(endpoint)
  } catch (error) {
    if (error instanceof OutboundFailure) throw new Refusal('pushAddress', { reason: error.message })
    throw error
  }
  if (!isPublicKey(p256dh)) throw new Refusal('pushKey')
  // Two parallel calls of one user could otherwise both pass the check of the count.
  await sql`select from app_user where id = ${session.userId} for update`.execute(db)
  const hash = hashToken(endpoint)
  await sql`
    delete from web_push_device d using session s
    where s.id = d.session_id and ((d.user_id = ${session.userId} and s.ended_at is not null)
      or (d.endpoint_hash = ${hash} and d.user_id <> ${session.userId}))`.execute(db)
  const known = await db
    .selectFrom('web_push_device')
    .select(['id', 'endpoint_hash'])
    .where('user_id', '=', session.userId)
    .execute()
  const same = known.find((row) => row.endpoint_hash.equals(hash))
  if (same === undefined && known.length >= pushDeviceLimit)
    throw new Refusal('pushDevices', { limit: pushDeviceLimit })
  const id = same?.id ?? newId(clock)
  const values = {
    session_id: session.id,
    subscription_sealed: secrets.seal(
      JSON.stringify({ endpoint, p256dh, auth }),
      sealedFor('web_push_device', id, 'subscription'),
    ),
    shows_details: showsDetails,
    user_agent: caller.userAgent.slice(0, 256),
  }
  await db
    .insertInto('web_push_device')
    .values({
      id,
      user_id: session.userId,
      endpoint_hash: hash,
      created_at: new Date(clock.nowMs()),
      last_sent_at: null,
      ...values,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return { id }
}

export async function removeDevice({ db }: EffectServices, userId: string, id: string): Promise<void> {
  const removed = await db
    .deleteFrom('web_push_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('notFound')
}

/** Queues a test message; the job sends it with the commit. */
export async function testDevice({ db, clock }: EffectServices, userId: string, id: string): Promise<void> {
  const now = new Date(clock.nowMs())
  await sql`select from app_user where id = ${userId} for update`.execute(db)
  const device = await db
    .selectFrom('web_push_device')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!device) throw new Refusal('notFound')
  const { count } = await db
    .selectFrom('web_push_delivery')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('notification_id', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow()
  if (Number(count) >= pushTestsPerHour) throw new Refusal('pushTests', { limit: pushTestsPerHour })
  await db
    .insertInto('web_push_delivery')
    .values({
      id: newId(clock),
      notification_id: null,
      device_id: id,
      user_id: userId,
      state: 'WAITING',
      created_at: now,
      next_at: now,
      claimed_until: null,
      reason: null,
    })
    .execute()
  // Rings the bell that the job listens to.
  await raiseMessage(db, userId, { topic: 'notification' })
}
