// The only writer of notifications. Code that makes an event happen records it in the same transaction, so that nobody
// is notified of what was rolled back and nobody misses what was committed.
import { alwaysOnScreen, defaultChannels, type NotificationKind } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { plainLine } from '../../kernel/plain-line.ts'
import type { Trx } from '../../kernel/transaction.ts'

const mostTitleCharacters = 120
const mostTextCharacters = 500

export interface NewNotification {
  /** The recipient. */
  readonly userId: string
  readonly kind: NotificationKind
  /** The occasion, unique per user: "order.filled 1023". An occasion is notified once, however often it is recorded. */
  readonly key: string
  /** A few words: "Order filled". */
  readonly title: string
  /** What happened, in plain words with its figures: "Bought 100 SPY at $512.40 in account •••• 4821." */
  readonly text: string
  /** A path inside the product with more details: "/order". */
  readonly link?: `/${string}`
  /** What its mail says in place of the text, in several lines, when it is sent alone. */
  readonly mailText?: string
  /** Sent neither by mail nor by text message nor by web push, whatever the recipient has chosen. */
  readonly isOnScreenOnly?: boolean
  /** Mailed whatever the recipient has chosen: an attacker must not be able to hide it. */
  readonly isAlwaysMailed?: boolean
}

/**
 * Records a notification and returns whether it is new: `await recordNotification(trx, clock, { userId, kind:
 * 'ORDER_FILLED', key: 'order.filled 1023', ... })`. The same statement queues it for the channels the recipient has
 * chosen for this kind; without a choice the defaults apply.
 */
export async function recordNotification(
  db: Db | Trx,
  clock: Clock,
  { userId, kind, key, title, text, link, mailText, isOnScreenOnly = false, isAlwaysMailed = false }: NewNotification,
): Promise<boolean> {
  const usual = defaultChannels[kind]
  const isAlwaysShown = alwaysOnScreen.includes(kind)
  const { rows } = await sql<{ id: string }>`
    with ways as (
      select ${isAlwaysShown || isOnScreenOnly} or coalesce(c.on_screen, ${usual.screen}) as on_screen,
        ${isAlwaysMailed} or coalesce(c.by_mail, ${usual.mail}) as by_mail, coalesce(c.by_sms, ${usual.sms}) as by_sms,
        coalesce(c.by_push, ${usual.push}) as by_push
      from (select 1) as one left join notification_choice c on c.user_id = ${userId} and c.kind = ${kind}
    ), written as (
      insert into notification (id, user_id, key, kind, title, text, link, created_at, on_screen, mail_text)
      select ${newId(clock)}::uuid, ${userId}::uuid, ${key}, ${kind}, ${plainLine(title, mostTitleCharacters)},
        ${plainLine(text, mostTextCharacters)}, ${link ?? null}, ${new Date(clock.nowMs())}::timestamptz, on_screen,
        ${mailText ?? null}
      from ways
      on conflict (user_id, key) do nothing
      returning id, user_id, created_at
    ), sent as (
      insert into notification_delivery (notification_id, channel, user_id, created_at)
      select w.id, channel.name, w.user_id, w.created_at
      from written w cross join ways cross join lateral (values ('MAIL', ways.by_mail), ('SMS', ways.by_sms))
        as channel (name, is_wanted)
      where channel.is_wanted and not ${isOnScreenOnly}
    ), pushed as (
      insert into web_push_delivery (id, notification_id, device_id, user_id, state, created_at, next_at)
      select gen_random_uuid(), w.id, d.id, w.user_id, 'WAITING', w.created_at, w.created_at
      from written w cross join ways join web_push_device d on d.user_id = w.user_id
      where ways.by_push and not ${isOnScreenOnly}
    )
    select id from written`.execute(db)
  return rows.length > 0
}
