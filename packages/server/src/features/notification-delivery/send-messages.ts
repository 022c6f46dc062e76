// Sends the planned mails and text messages. A worker claims a message for a limited time and records that it went out.
// If it dies, the claim expires and the message is sent again under the same reference: once, as far as mail servers
// and text message services allow. A worker that has lost its claim may still record that the message went out, and
// nothing else.
import { sql } from 'kysely'
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import type { MessageChannel } from '../../db/tables/message-tables.ts'
import type { Services } from '../../services.ts'
import { recordRowEnd } from '../job/record-row-failure.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { runSteps } from '../job/run-steps.ts'
import { mailOf, smsOf } from './message-text.ts'
import { planMessages } from './plan-messages.ts'

export type MessageServices = Pick<Services, 'db' | 'clock' | 'config' | 'mail' | 'sms' | 'log'>

const claimMs = 2 * 60_000
const againMs = 60_000
const mostAttempts = 8
const messagesPerPage = 50
/** Rates are counted over an hour; sent messages are not needed after that. */
const keptMs = 30 * 24 * 60 * 60_000

interface Message {
  readonly id: string
  readonly user_id: string
  readonly position: bigint
  readonly channel: MessageChannel
  readonly attempts: number
}

/** Plans what is waiting, sends what is planned, and returns how many messages were sent. */
export async function deliverMessages(services: MessageServices): Promise<number> {
  let sent = 0
  await runSteps(
    () => planMessages(services),
    async () => {
      let messages: readonly Message[]
      do {
        messages = await claimMessages(services)
        const outcomes = await runRows(services, 'send-message', messages, {
          describe: ({ id, user_id: ownerId, channel }) => ({
            id,
            ownerId,
            name: channel === 'MAIL' ? 'A mail to you' : 'A text message to you',
          }),
          work: (message) => send(services, message),
        })
        sent += outcomes.filter(Boolean).length
      } while (messages.length === messagesPerPage)
    },
    () => deleteOldMessages(services),
  )
  return sent
}

async function deleteOldMessages(services: MessageServices): Promise<void> {
  await services.db
    .deleteFrom('outgoing_message')
    .where('state', '!=', 'WAITING')
    .where('planned_at', '<', new Date(services.clock.nowMs() - keptMs))
    .execute()
}

async function claimMessages({ db, clock }: MessageServices): Promise<Message[]> {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<Message>`
    update outgoing_message set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = attempts + 1
    where id in (
      select id from outgoing_message where state = 'WAITING' and next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        and not ${isBackingOff('send-message', sql`outgoing_message.id::text`, clock)}
      order by position limit ${messagesPerPage} for update skip locked
    )
    returning id, user_id, position, channel, attempts`.execute(db)
  return rows.toSorted((a, b) => (a.position < b.position ? -1 : 1))
}

/**
 * Extends the claim, because the messages claimed with this one took time; returns false when another worker has it by
 * now.
 */
async function keepClaim({ db, clock }: MessageServices, { id, attempts }: Message): Promise<boolean> {
  const kept = await db
    .updateTable('outgoing_message')
    .set({ claimed_until: new Date(clock.nowMs() + claimMs) })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

async function send(services: MessageServices, message: Message): Promise<boolean> {
  const { db, clock, config, log } = services
  if (!(await keepClaim(services, message))) return false
  const person = await db
    .selectFrom('app_user')
    .select(['email', 'phone_number', 'confirmed_phone', 'status'])
    .where('id', '=', message.user_id)
    .executeTakeFirstOrThrow()
  const notifications = await db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.id', 'd.notification_id')
    .select(['n.kind', 'n.title', 'n.text', 'n.link', 'n.created_at as createdAt'])
    .where('d.message_id', '=', message.id)
    .orderBy('n.position')
    .execute()
  const mayReach =
    person.status === 'ACTIVE' && (message.channel === 'MAIL' || person.confirmed_phone === person.phone_number)
  if (notifications.length === 0 || !mayReach)
    return end(services, message, { state: 'FAILED', reason: 'There is no one left to notify.' })
  try {
    if (message.channel === 'MAIL')
      await services.mail.send({
        to: person.email,
        ...mailOf(notifications, config.origin),
        reference: `notification-${message.id}`,
      })
    else await services.sms.send(person.phone_number, smsOf(notifications, config.origin))
    return await end(services, message, { state: 'SENT', reason: null, sent_at: new Date(clock.nowMs()) })
  } catch (error) {
    // An error of ours with one message does not block the others.
    const isOurs = !(error instanceof MessageFailure)
    const reason = error instanceof MessageFailure ? error.message : 'Something went wrong on our side.'
    const isOver = (error instanceof MessageFailure && error.kind === 'refused') || message.attempts >= mostAttempts
    if (isOurs && isOver) await recordRowEnd(services, 'send-message', message.id, error)
    else if (isOurs) log.error({ err: error, messageId: message.id }, 'a notification could not be sent')
    if (isOver) return end(services, message, { state: 'FAILED', reason })
    const later = {
      claimed_until: null,
      reason,
      next_at: new Date(clock.nowMs() + againMs * 2 ** (message.attempts - 1)),
    }
    await db
      .updateTable('outgoing_message')
      .set(later)
      .where('id', '=', message.id)
      .where('state', '=', 'WAITING')
      .where('attempts', '=', message.attempts)
      .execute()
    return false
  }
}

async function end(
  { db }: MessageServices,
  { id, attempts }: Message,
  change: { readonly state: 'SENT' | 'FAILED'; readonly reason: string | null; readonly sent_at?: Date },
): Promise<boolean> {
  await db
    .updateTable('outgoing_message')
    .set({ ...change, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .$if(change.state === 'FAILED', (query) => query.where('attempts', '=', attempts))
    .execute()
  return change.state === 'SENT'
}
