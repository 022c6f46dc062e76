// Sends notifications to the push services of browsers: as soon as the message log tells of one, and again later after
// a failure. A notification has one row for each device, so it goes out once. A slow push service holds up only what it
// was sent: the messages of a user are limited at a time, and everybody else's go on.
import { sql, type Selectable } from 'kysely'
import { webPushRequest, type PushSubscriptionKeys } from '../../adapters/outbound/web-push.ts'
import { OutboundFailure } from '../../adapters/outbound/port.ts'
import type { Tables } from '../../db/tables.ts'
import { deleteWhere } from '../../kernel/delete-in-batches.ts'
import { createLease } from '../../kernel/lease.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import { hasRequiredFactor } from '../../kernel/strong-factor.ts'
import type { Services } from '../../services.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { readPushKey } from './push-key.ts'
import { pushPayload, pushUrgency } from './push-text.ts'

export type WebPushServices = Pick<Services, 'db' | 'clock' | 'config' | 'secrets' | 'outbound' | 'log'>

const lease = createLease({
  table: 'web_push_delivery',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs: 60_000,
  held: sql<boolean>`state = 'WAITING'`,
})
const mostAtOnce = 32
const mostAtOnceOfUser = 4
const mostAttempts = 8
const againMs = 5_000
const longestPauseMs = 60 * 60_000
const newsMs = 24 * 60 * 60_000
/** A browser whose user has not signed in for so long gets nothing more. */
const unusedMs = 30 * 24 * 60 * 60_000

type Delivery = Readonly<Selectable<Tables['web_push_delivery']>>

export interface WebPushSender {
  /** Starts to send what is due, as far as there is room; the rest follows as messages end. */
  pump(): Promise<void>
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

export function createWebPushSender(services: WebPushServices): WebPushSender {
  const { log } = services
  const sending = new Map<Promise<void>, string>()
  let pumping: Promise<void> | undefined
  let isAsked = false

  const busyUsers = (): string[] => {
    const counts = new Map<string, number>()
    for (const userId of sending.values()) counts.set(userId, (counts.get(userId) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= mostAtOnceOfUser).map(([userId]) => userId)
  }
  const start = (delivery: Delivery): void => {
    const work = sendRow(services, delivery)
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'a web push could not be sent'))
      .finally(() => {
        sending.delete(work)
        pumpQuietly()
      })
    sending.set(work, delivery.user_id)
  }
  const claim = async (): Promise<void> => {
    do {
      isAsked = false
      const room = mostAtOnce - sending.size
      if (room <= 0) return
      for (const delivery of await claimDue(services, busyUsers(), room)) start(delivery)
    } while (isAsked)
  }
  const pump = (): Promise<void> => {
    isAsked = true
    pumping ??= claim().finally(() => (pumping = undefined))
    return pumping
  }
  const pumpQuietly = (): void => {
    pump().catch((error: unknown) => log.warn({ err: error }, 'web pushes could not be read'))
  }
  return {
    pump,
    async idle() {
      const underWay = () => [...(pumping ? [pumping] : []), ...sending.keys()]
      while (underWay().length > 0) await Promise.allSettled(underWay())
    },
  }
}

/** Sends everything that is due now. */
export async function deliverWebPush(services: WebPushServices): Promise<void> {
  const sender = createWebPushSender(services)
  await sender.pump()
  await sender.idle()
}

/** Drops what is too old or may no longer be shown, before anything is claimed. */
export async function dropWebPush({ db, clock }: WebPushServices): Promise<void> {
  const now = clock.nowMs()
  await sql`
    delete from web_push_device d using session s, app_user u
    where s.id = d.session_id and u.id = d.user_id and (s.ended_at is not null or u.status <> 'ACTIVE'
      or s.created_at < ${new Date(now - unusedMs)})`.execute(db)
  await deleteWhere(db, 'web_push_delivery', sql`created_at < ${new Date(now - newsMs)}`)
}

/** At most a few messages of one user at a time, so that nobody's slow push service takes all the room. */
const claimDue = (services: WebPushServices, busyUsers: readonly string[], limit: number): Promise<Delivery[]> => {
  const now = new Date(services.clock.nowMs())
  return lease.claim(services, {
    due: sql<boolean>`state = 'WAITING' and next_at <= ${now} and id in (
      select id from (
        select id, row_number() over (partition by user_id order by position) as place from web_push_delivery
        where state = 'WAITING' and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
          and not user_id = any(${[...busyUsers]}::uuid[])
          and not ${isBackingOff('send-web-push', sql`web_push_delivery.id::text`, services.clock)}
      ) waiting where place <= ${mostAtOnceOfUser})`,
    orderBy: sql`position`,
    limit,
  })
}

const sendRow = async (services: WebPushServices, delivery: Delivery): Promise<void> => {
  await runRows(services, 'send-web-push', [delivery], {
    describe: ({ id }) => ({ id, name: 'A notification by web push' }),
    work: (row) => send(services, row),
  })
}

async function send(services: WebPushServices, delivery: Delivery): Promise<void> {
  const { db, clock, secrets, outbound } = services
  const device = await db
    .selectFrom('web_push_device as d')
    .innerJoin('session as s', 's.id', 'd.session_id')
    .innerJoin('app_user as u', 'u.id', 'd.user_id')
    .select(['d.id', 'd.subscription_sealed', 'd.shows_details', 'd.user_id', 's.ended_at', 'u.status'])
    .select(hasRequiredFactor('s.factor', 'd.user_id').as('is_strong_enough'))
    .where('d.id', '=', delivery.device_id)
    .executeTakeFirst()
  if (!device) return
  // The browser was passed on, its user signed out or may not sign in.
  if (device.user_id !== delivery.user_id || device.ended_at !== null || device.status !== 'ACTIVE') {
    await db.deleteFrom('web_push_device').where('id', '=', device.id).execute()
    return
  }
  if (!device.is_strong_enough) {
    await lease.release(services, delivery, {
      state: 'FAILED',
      reason: 'Its user has to sign in with a passkey or app.',
    })
    return
  }
  const message =
    delivery.notification_id === null
      ? null
      : await db
          .selectFrom('notification')
          .select(['id', 'kind', 'title', 'text', 'link'])
          .where('id', '=', delivery.notification_id)
          .executeTakeFirstOrThrow()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `saveDevice` writes it
  const keys = JSON.parse(
    secrets.open(device.subscription_sealed, sealedFor('web_push_device', device.id, 'subscription')),
  ) as PushSubscriptionKeys
  const again = (reason: string, pauseMs = 0): Promise<unknown> =>
    delivery.attempts >= mostAttempts
      ? lease.release(services, delivery, { state: 'FAILED', reason })
      : lease.release(services, delivery, {
          reason,
          next_at: new Date(clock.nowMs() + Math.max(pauseMs, againMs * 2 ** (delivery.attempts - 1))),
        })
  try {
    const { status, retryAfter } = await outbound.post(
      await webPushRequest(
        keys,
        {
          text: JSON.stringify(pushPayload(device, message)),
          ...pushUrgency(message?.kind),
          // A message that is sent again after a crash replaces itself, at the push service and on the screen.
          topic: delivery.id.replaceAll('-', ''),
        },
        await readPushKey(services),
      ),
    )
    if (status >= 200 && status < 300) {
      await db
        .updateTable('web_push_device')
        .set({ last_sent_at: new Date(clock.nowMs()) })
        .where('id', '=', device.id)
        .execute()
      await lease.release(services, delivery, { state: 'SENT', reason: null })
    } else if (status === 404 || status === 410) {
      // The browser has ended its subscription.
      await db.deleteFrom('web_push_device').where('id', '=', device.id).execute()
    } else if (status === 429 || status >= 500) await again(`The push service answered ${status}.`, pauseOf(retryAfter))
    else await lease.release(services, delivery, { state: 'FAILED', reason: `The push service answered ${status}.` })
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    await again(error.message)
  }
}

/** `pauseOf('7')` is 7,000; a date or nonsense is no pause of its own. */
const pauseOf = (retryAfter: string | undefined): number =>
  /^\d{1,6}$/.test(retryAfter ?? '') ? Math.min(Number(retryAfter) * 1000, longestPauseMs) : 0
