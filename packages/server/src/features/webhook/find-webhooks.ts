// The webhooks of the session user and the log of their deliveries.
import { Refusal, type ParamsOf, type Webhook, type WebhookDelivery } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'
import { messageId } from './sign-message.ts'

export async function findMyWebhooks({ db, clock }: Services, ownerId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook as w')
    .selectAll('w')
    .select(
      sql<Webhook['accounts']>`(
        select coalesce(json_agg(json_build_object('id', a.id, 'number', a.number) order by a.number, a.id), '[]')
        from webhook_account l join account a on a.id = l.account_id where l.webhook_id = w.id
      )`.as('accounts'),
    )
    .where('w.owner_id', '=', ownerId)
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id', 'desc')
    .execute()
  const nowMs = clock.nowMs()
  return rows.map((row) => {
    const until = row.old_secret_until?.getTime() ?? 0
    return {
      id: row.id,
      name: row.name,
      url: row.url,
      events: row.events,
      accounts: row.is_for_all_accounts ? null : row.accounts,
      state: row.state,
      reason: row.reason,
      createdAt: row.created_at.getTime(),
      lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
      lastStatus: row.last_status,
      failingSince: row.failing_since?.getTime() ?? null,
      oldSecretUntil: until > nowMs ? until : null,
    }
  })
}

interface AttemptRow {
  readonly at: string
  readonly status: number | null
  readonly duration_ms: number
  readonly reason: string | null
  readonly answer: string
}

/** Throws `notFound` for a webhook of somebody else. The payload is shown once an attempt was made. */
export async function findDeliveries(
  { db }: Services,
  ownerId: string,
  { webhookId, start, count }: ParamsOf<'webhook', 'findDeliveries'>,
): Promise<{ total: number; result: WebhookDelivery[] }> {
  const mine = await db
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', webhookId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!mine) throw new Refusal('notFound')
  const { total } = await db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .select(['d.id', 'd.event', 'd.state', 'd.created_at', 'd.next_at', 'd.payload'])
    .select(
      sql<AttemptRow[]>`(
        select coalesce(json_agg(t order by t.at, t.id), '[]') from (
          select * from webhook_attempt a where a.delivery_id = d.id order by a.at desc, a.id desc limit 30) t
      )`.as('attempts'),
    )
    .where('d.webhook_id', '=', webhookId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .offset(start)
    .limit(count)
    .execute()
  return {
    total: Number(total),
    result: rows.map((row) => ({
      id: row.id,
      messageId: messageId(row.id),
      event: row.event,
      state: row.state,
      createdAt: row.created_at.getTime(),
      nextAt: row.state === 'WAITING' ? row.next_at.getTime() : null,
      payload: row.attempts.length === 0 || row.payload === '' ? null : row.payload,
      attempts: row.attempts.map(({ at, status, duration_ms: durationMs, reason, answer }) => ({
        at: Date.parse(at),
        status,
        durationMs,
        reason,
        answer,
      })),
    })),
  }
}
