// Sends the deliveries of webhooks. A worker claims a delivery for a limited time and records the attempt after the
// answer; if it dies in between, the claim expires and the delivery is sent again under the same id: at least once, in
// no promised order. Deliveries run beside each other, few of one webhook, so that a slow one holds up no other.
import { sql, type Selectable } from 'kysely'
import { OutboundFailure } from '../../adapters/outbound/port.ts'
import type { Tables } from '../../db/tables.ts'
import { newId } from '../../kernel/id.ts'
import { createLease } from '../../kernel/lease.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { Services } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { recordNotification } from '../notification/record-notification.ts'
import { failWaiting } from '../webhook/change-webhook.ts'
import { messageId, signMessage } from '../webhook/sign-message.ts'
import { mayReadEvent } from './may-read-event.ts'
import { nextWait } from './retry-schedule.ts'

export type WebhookServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'outbound' | 'log' | 'pause'>

/** Of one process. */
const mostAtOnce = 20
const mostPerWebhook = 2
/** The next turn goes on. A server that stops waits for the turn. */
const longestTurnMs = 20_000
/** While some are being sent, this often the worker looks for others. */
const lookMs = 1000
/** Longer than the time limit of a request. */
const leaseMs = 60_000
/** A webhook is paused when it fails this long without a success. */
const patienceMs = 3 * 24 * 60 * 60_000

const lease = createLease({
  table: 'webhook_delivery',
  key: ['id'],
  owner: { by: 'COUNT', column: 'claims' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs,
  held: sql<boolean>`state = 'WAITING'`,
})

type Delivery = Readonly<Selectable<Tables['webhook_delivery']>>
type WebhookRow = Readonly<Selectable<Tables['webhook']>>

/** Sends what is due, until nothing is, and returns how many attempts were made. */
export async function deliverWebhooks(services: WebhookServices): Promise<number> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let attempts = 0
  const endMs = performance.now() + longestTurnMs
  for (;;) {
    // Some may end while the claim waits for the database, and make room for others.
    const wasIdle = running.size === 0
    const claimed =
      failures.length > 0 || performance.now() > endMs ? [] : await claimDue(services, mostAtOnce - running.size)
    attempts += claimed.length
    for (const delivery of claimed) {
      const work = sendRow(services, delivery)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(work))
      running.add(work)
    }
    if (wasIdle && claimed.length === 0) break
    await Promise.race([...running, services.pause(lookMs)])
  }
  if (failures.length > 0) throw failures[0]
  return attempts
}

const sendRow = async (services: WebhookServices, delivery: Delivery): Promise<void> => {
  await runRows(services, 'send-webhook', [delivery], {
    describe: ({ id }) => ({ id, name: 'A delivery of a webhook' }),
    work: (row) => attempt(services, row),
  })
}

function claimDue(services: WebhookServices, room: number): Promise<Delivery[]> {
  if (room <= 0) return Promise.resolve([])
  const now = new Date(services.clock.nowMs())
  return lease.claim(services, {
    // The first ones of each webhook, as far as it has room beside those that are being sent.
    due: sql<boolean>`state = 'WAITING' and id in (
      select ranked.id from (
        select w.id as id, row_number() over (partition by w.webhook_id order by w.next_at, w.id)
          + (select count(*) from webhook_delivery o where o.webhook_id = w.webhook_id and o.state = 'WAITING'
            and o.claimed_until > ${now}) as place
        from webhook_delivery w
        where w.state = 'WAITING' and w.next_at <= ${now} and (w.claimed_until is null or w.claimed_until <= ${now})
          and not ${isBackingOff('send-webhook', sql`w.id::text`, services.clock)}
      ) ranked where ranked.place <= ${mostPerWebhook})`,
    orderBy: sql`next_at, id`,
    limit: room,
  })
}

async function attempt(services: WebhookServices, delivery: Delivery): Promise<void> {
  const { db, clock } = services
  const webhook = await db.selectFrom('webhook').selectAll().where('id', '=', delivery.webhook_id).executeTakeFirst()
  // Deleted or paused meanwhile.
  if (webhook?.state !== 'ACTIVE') return void (await lease.release(services, delivery, { state: 'FAILED' }))
  const subject = {
    ownerId: webhook.owner_id,
    factor: webhook.factor,
    event: delivery.event,
    accountId: delivery.account_id,
    memberId: delivery.member_id,
  }
  if (!(await mayReadEvent(db, clock, subject)))
    return void (await lease.release(services, delivery, { state: 'WITHHELD', payload: '' }))
  const outcome = await post(services, webhook, delivery)
  await inTransaction(db, (trx) => record({ services, trx, webhook, delivery }, outcome))
}

interface Outcome {
  readonly at: Date
  readonly status: number | null
  readonly durationMs: number
  /** Null after a success. */
  readonly reason: string | null
  readonly answer: string
  readonly retryAfter?: string | undefined
}

async function post(services: WebhookServices, webhook: WebhookRow, delivery: Delivery): Promise<Outcome> {
  const { clock, secrets, outbound } = services
  const at = new Date(clock.nowMs())
  const signing = [secrets.open(webhook.secret_sealed, sealedFor('webhook', webhook.id, 'secret'))]
  if (webhook.old_secret_sealed !== null && webhook.old_secret_until !== null && webhook.old_secret_until > at)
    signing.push(secrets.open(webhook.old_secret_sealed, sealedFor('webhook', webhook.id, 'old-secret')))
  const headers = signMessage({
    id: messageId(delivery.id),
    body: delivery.payload,
    nowMs: at.getTime(),
    secrets: signing,
  })
  const startedMs = performance.now()
  const duration = () => Math.round(performance.now() - startedMs)
  try {
    const { status, head, retryAfter } = await outbound.post({
      url: webhook.url,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Clubfolio-Webhooks' },
      body: delivery.payload,
    })
    const isGood = status >= 200 && status < 300
    return {
      at,
      status,
      durationMs: duration(),
      reason: isGood ? null : `The address answered ${status}.`,
      // PostgreSQL stores no NUL.
      answer: head.replaceAll('\0', ''),
      retryAfter,
    }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { at, status: null, durationMs: duration(), reason: error.message, answer: '' }
  }
}

interface Attempted {
  readonly services: WebhookServices
  readonly trx: Trx
  readonly webhook: WebhookRow
  readonly delivery: Delivery
}

/** Records the attempt and what follows from it, all at once. */
async function record({ services, trx, webhook, delivery }: Attempted, outcome: Outcome): Promise<void> {
  const { clock } = services
  const { at, status, durationMs, reason, answer } = outcome
  // In the order in which the calls of its owner lock.
  const current = await trx
    .selectFrom('webhook')
    .select(['state', 'failing_since'])
    .where('id', '=', webhook.id)
    .forUpdate()
    .executeTakeFirst()
  if (!current) return
  await trx
    .insertInto('webhook_attempt')
    .values({ id: newId(clock), delivery_id: delivery.id, at, status, duration_ms: durationMs, reason, answer })
    .execute()
  const isGood = reason === null
  const isOurs = await lease.change(trx, delivery, { claimed_until: null })
  // A worker that has lost its claim may still record that the delivery arrived, and nothing else.
  if (!isOurs) {
    if (isGood)
      await trx
        .updateTable('webhook_delivery')
        .set({ state: 'DELIVERED', claimed_until: null })
        .where('id', '=', delivery.id)
        // A pause in between has ended what waited.
        .where('state', 'in', ['WAITING', 'FAILED'])
        .execute()
    return
  }
  const failingSince = isGood ? null : (current.failing_since ?? at)
  await trx
    .updateTable('webhook')
    .set({ last_attempt_at: at, last_status: status, failing_since: failingSince })
    .where('id', '=', webhook.id)
    .execute()
  const tries = delivery.tries + 1
  const wait = isGood ? undefined : nextWait(tries, outcome.retryAfter)
  const nowMs = clock.nowMs()
  await lease.change(trx, delivery, {
    tries,
    ...(isGood
      ? { state: 'DELIVERED' as const }
      : wait === undefined
        ? { state: 'FAILED' as const }
        : { next_at: new Date(nowMs + wait) }),
  })
  if (isGood || current.state !== 'ACTIVE') return
  if (status === 410) await pause(services, trx, webhook, { state: 'GONE', reason: 'The address answered 410 Gone.' })
  else if (failingSince !== null && nowMs - failingSince.getTime() >= patienceMs)
    await pause(services, trx, webhook, { state: 'FAILED', reason: `Every attempt of three days failed. ${reason}` })
}

interface Pause {
  readonly state: 'GONE' | 'FAILED'
  readonly reason: string
}

async function pause(
  { clock }: WebhookServices,
  trx: Trx,
  { id, owner_id: userId, name }: WebhookRow,
  { state, reason }: Pause,
): Promise<void> {
  await trx.updateTable('webhook').set({ state, reason }).where('id', '=', id).execute()
  await failWaiting(trx, id)
  await recordNotification(trx, clock, {
    userId,
    kind: 'JOB_FAILED',
    key: `webhook ${id} paused ${clock.nowMs()}`,
    title: `Webhook ${name} is paused`,
    text: `${reason} Events are not sent to it until you resume it.`,
    link: '/profile',
  })
}
