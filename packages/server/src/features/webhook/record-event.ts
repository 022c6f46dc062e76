// The only writer of what webhooks send. Code that makes an event happen records it in the same transaction, so that
// nothing is sent of what was rolled back, and nothing that was committed is missed. Source: docs/api-guide.md.
import type { DeliveredEvent, WebhookEvent } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { Trx } from '../../kernel/transaction.ts'

export interface NewEvent {
  readonly type: WebhookEvent
  /** The occasion: "entry 018f...". An occasion is sent once to each webhook, however often it is recorded. */
  readonly key: string
  /** What it is about; null for events of one user. */
  readonly accountId: string | null
  /** The member of a fund's entry, who may sign in and have webhooks of their own. */
  readonly memberId?: string
  /** The user of an event about no account. */
  readonly userId?: string
  /** Texts, numbers and null only; amounts as decimal texts. */
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Records a delivery for every active webhook that asks for the event and whose owner may come into question: `await
 * recordEvent(trx, clock, { type: 'order.filled', key: 'order 1023 FILLED', accountId, data })`. Whether the owner may
 * read it is decided when it is sent.
 */
export async function recordEvent(db: Db | Trx, clock: Clock, event: NewEvent): Promise<void> {
  const { type, key, accountId, memberId = null, userId = null, data } = event
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook w
    where w.state = 'ACTIVE' and ${type} = any(w.events)
      and (w.is_for_all_accounts or exists (
        select from webhook_account l where l.webhook_id = w.id and l.account_id = ${accountId}::uuid))
      and (w.owner_id = ${userId}::uuid
        or exists (select from account a where a.id = ${accountId}::uuid and a.owner_id = w.owner_id)
        or (${memberId}::uuid is not null and (
          exists (select from member m where m.id = ${memberId}::uuid and m.user_id = w.owner_id)
          or exists (select from fund_role r where r.account_id = ${accountId}::uuid and r.user_id = w.owner_id
            and r.ended_at is null))))
  `.execute(db)
  for (const { id: webhookId } of rows)
    await insertDelivery(db, clock, { webhookId, type, key, accountId, memberId, data })
}

/** Whether any active webhook asks for events of a type, before many of them are recorded. */
export async function hasListener(trx: Trx, type: WebhookEvent): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook')
    .select('id')
    .where('state', '=', 'ACTIVE')
    .where(sql<boolean>`${type} = any(events)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface NewDelivery {
  readonly webhookId: string
  readonly type: DeliveredEvent
  readonly key: string
  readonly accountId: string | null
  readonly memberId: string | null
  readonly data: object
}

/** Queues one delivery to one webhook; the body is final, so that every attempt sends the same bytes. */
export async function insertDelivery(
  db: Db | Trx,
  clock: Clock,
  { webhookId, type, key, accountId, memberId, data }: NewDelivery,
): Promise<void> {
  const now = new Date(clock.nowMs())
  await db
    .insertInto('webhook_delivery')
    .values({
      id: newId(clock),
      webhook_id: webhookId,
      event: type,
      key,
      account_id: accountId,
      member_id: memberId,
      payload: JSON.stringify({ type, timestamp: now.toISOString(), data }),
      state: 'WAITING',
      created_at: now,
      next_at: now,
      claimed_until: null,
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'key']).doNothing())
    .execute()
}
