// Groups waiting notifications into mails and text messages: each in its own message while there are few, the rest of
// an hour combined in one, so that nobody is flooded. Only one worker at a time plans for a user and channel; any
// worker sends what is planned (`send-messages.ts`).
import { messagesPerHour } from '@clubfolio/contract'
import { sql } from 'kysely'
import type { MessageChannel } from '../../db/tables/message-tables.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { inTransaction, type Trx } from '../../kernel/transaction.ts'
import type { JobServices } from '../job/job-row.ts'
import { runRows } from '../job/run-rows.ts'

const hourMs = 60 * 60_000
/** Older notifications stay on the screen but are no longer sent. */
const newsMs = 24 * hourMs
const peopleAtOnce = 200

interface Reader {
  readonly user_id: string
  readonly channel: MessageChannel
}

/** Plans messages and returns how many were planned. Processes readers one page at a time. */
export async function planMessages(services: JobServices, pageSize = peopleAtOnce): Promise<number> {
  const { db, clock } = services
  const now = new Date(clock.nowMs())
  await db
    .deleteFrom('notification_delivery')
    .where('message_id', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - newsMs))
    .execute()
  await dropUnreachable()
  let planned = 0
  let last: Reader | undefined
  for (;;) {
    // A reader without room this hour keeps waiting, so the next page starts after the last reader of this one.
    const readers: Reader[] = await readersAfter(last)
    const counts = await runRows(services, 'plan-messages', readers, {
      describe: ({ user_id: userId, channel }) => ({
        id: `${userId} ${channel}`,
        ownerId: userId,
        name: channel === 'MAIL' ? 'Your mails' : 'Your text messages',
      }),
      work: (reader) => inTransaction(db, (trx) => planFor(trx, clock, reader)),
    })
    planned += counts.reduce((sum, count) => sum + count, 0)
    if (readers.length < pageSize) return planned
    last = readers.at(-1)
  }

  function readersAfter(reader: Reader | undefined): Promise<Reader[]> {
    return db
      .selectFrom('notification_delivery')
      .select(['user_id', 'channel'])
      .where('message_id', 'is', null)
      .$if(reader !== undefined, (query) =>
        query.where(sql<boolean>`(user_id, channel) > (${reader?.user_id}::uuid, ${reader?.channel})`),
      )
      .groupBy(['user_id', 'channel'])
      .orderBy('user_id')
      .orderBy('channel')
      .limit(pageSize)
      .execute()
  }

  /**
   * Drops what may not be sent: users who may not sign in get nothing, and text messages go to confirmed numbers only.
   */
  async function dropUnreachable(): Promise<void> {
    await sql`
      delete from notification_delivery d using app_user u
      where d.message_id is null and u.id = d.user_id
        and (u.status <> 'ACTIVE' or (d.channel = 'SMS' and u.confirmed_phone is distinct
        from u.phone_number))`.execute(db)
  }
}

async function planFor(trx: Trx, clock: Clock, { user_id: userId, channel }: Reader): Promise<number> {
  const { rows: locked } = await sql<{
    is_ours: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`messages ${channel} ${userId}`}, 0)) as is_ours`.execute(trx)
  if (!locked[0]!.is_ours) return 0
  const now = new Date(clock.nowMs())
  const waiting = await trx
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.id', 'd.notification_id')
    .select('d.notification_id')
    .where('d.user_id', '=', userId)
    .where('d.channel', '=', channel)
    .where('d.message_id', 'is', null)
    .orderBy('n.position')
    .execute()
  const { count } = await trx
    .selectFrom('outgoing_message')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('planned_at', '>', new Date(now.getTime() - hourMs))
    .executeTakeFirstOrThrow()
  const messages = shareOut(
    waiting.map((row) => row.notification_id),
    messagesPerHour[channel] - Number(count),
  )
  for (const notificationIds of messages) {
    const id = newId(clock)
    await trx
      .insertInto('outgoing_message')
      .values({
        id,
        user_id: userId,
        channel,
        state: 'WAITING',
        planned_at: now,
        next_at: now,
        claimed_until: null,
        sent_at: null,
        reason: null,
      })
      .execute()
    await trx
      .updateTable('notification_delivery')
      .set({ message_id: id })
      .where('channel', '=', channel)
      .where('notification_id', 'in', notificationIds)
      .execute()
  }
  return messages.length
}

/**
 * Distributes notifications over the available messages: one each while they fit, otherwise the first ones alone and
 * the rest together in the last message; none without room. `shareOut(['a', 'b', 'c'], 2)` is [['a'], ['b', 'c']].
 */
export function shareOut<Item>(items: readonly Item[], room: number): Item[][] {
  if (items.length === 0 || room <= 0) return []
  if (items.length <= room) return items.map((item) => [item])
  return [...items.slice(0, room - 1).map((item) => [item]), items.slice(room - 1)]
}
