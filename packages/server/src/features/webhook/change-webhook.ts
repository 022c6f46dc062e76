// Changes, pauses, resumes and deletes webhooks of the session user, and sends tests and deliveries again. Another
// user's webhook is answered like a missing one.
import { mostWaitingDeliveries, Refusal, webhookTest, type BodyOf } from '@clubfolio/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/handler.ts'
import { newId } from '../../kernel/id.ts'
import type { Session } from '../../kernel/session.ts'
import type { Trx } from '../../kernel/transaction.ts'
import type { EffectServices } from '../../services.ts'
import { limitToAccounts } from './create-webhook.ts'
import { insertDelivery } from './record-event.ts'

export const pausedByOwner = 'Paused by you.'

export async function saveWebhook(
  { db, clock }: EffectServices,
  caller: Caller,
  { userId: ownerId, proof }: Session,
  { id, name, events, accountIds, isPaused }: BodyOf<'webhook', 'saveWebhook'>,
): Promise<void> {
  // As the call that makes one: otherwise two calls could both find a name free.
  await sql`select from app_user where id = ${ownerId} for update`.execute(db)
  const row = await lockWebhook(db, ownerId, id)
  const twin = await db
    .selectFrom('webhook')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<string>`lower(name)`, '=', name.toLowerCase())
    .where('id', '!=', id)
    .executeTakeFirst()
  if (twin) throw new Refusal('webhookName', { name })
  const isActive = row.state === 'ACTIVE'
  await db
    .updateTable('webhook')
    .set({
      name,
      events: [...new Set(events)],
      factor: proof?.factor ?? 'SMS',
      is_for_all_accounts: accountIds === null,
      ...(isPaused && isActive ? { state: 'PAUSED' as const, reason: pausedByOwner } : {}),
      ...(!isPaused && !isActive ? { state: 'ACTIVE' as const, reason: null, failing_since: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (isPaused && isActive) await failWaiting(db, id)
  await limitToAccounts(db, { webhookId: id, ownerId, accountIds })
  await audit(db, clock, caller, {
    actorId: ownerId,
    action: 'webhook.save',
    objectId: id,
    before: { name: row.name, events: row.events, state: row.state },
    after: { name, events, accountIds, isPaused },
  })
}

/** What waits when a webhook is paused is not sent later by itself; it can be sent again from the log. */
export async function failWaiting(db: Trx, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', claimed_until: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .execute()
}

export async function deleteWebhook(
  { db, clock }: EffectServices,
  caller: Caller,
  ownerId: string,
  id: string,
): Promise<void> {
  const { name, url } = await lockWebhook(db, ownerId, id)
  await db.deleteFrom('webhook').where('id', '=', id).execute()
  await audit(db, clock, caller, { actorId: ownerId, action: 'webhook.delete', objectId: id, before: { name, url } })
}

export async function sendTest({ db, clock }: EffectServices, ownerId: string, id: string): Promise<void> {
  const { name, state } = await lockWebhook(db, ownerId, id)
  await requireReady(db, id, state)
  await insertDelivery(db, clock, {
    webhookId: id,
    type: webhookTest,
    key: `test ${newId(clock)}`,
    accountId: null,
    memberId: null,
    data: { webhookId: id, name },
  })
}

/** Sends a delivery again under its id. Withheld ones have no body any more, so they are answered as missing. */
export async function redeliver({ db, clock }: EffectServices, ownerId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .select(['w.id', 'w.state'])
    .where('d.id', '=', id)
    .where('w.owner_id', '=', ownerId)
    .where('d.state', '!=', 'WITHHELD')
    .executeTakeFirst()
  if (!found) throw new Refusal('notFound')
  await requireReady(db, found.id, found.state)
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'WAITING', tries: 0, next_at: new Date(clock.nowMs()) })
    .where('id', '=', id)
    .execute()
}

async function requireReady(db: Trx, webhookId: string, state: string): Promise<void> {
  if (state !== 'ACTIVE') throw new Refusal('webhookPaused')
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostWaitingDeliveries) throw new Refusal('webhookBusy', { count: Number(count) })
}

async function lockWebhook(db: Trx, ownerId: string, id: string) {
  const row = await db
    .selectFrom('webhook')
    .select(['name', 'url', 'events', 'state'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('notFound')
  return row
}

interface Change {
  readonly actorId: string
  readonly action: string
  readonly objectId: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

const audit = (db: Trx, clock: EffectServices['clock'], caller: Caller, change: Change): Promise<void> =>
  writeAudit(db, clock, {
    ...change,
    objectType: 'webhook',
    requestId: caller.requestId,
    address: caller.address,
  })
