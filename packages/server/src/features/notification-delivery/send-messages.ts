// Sends the planned mails and text messages. A worker claims a message for a limited time and records that it went out.
// If it dies, the claim expires and the message is sent again under the same reference: once, as far as mail servers
// and text message services allow. A worker that has lost its claim may still record that the message went out, and
// nothing else.
import { sql, type Selectable } from 'kysely'
import { MessageFailure } from '../../adapters/message/message-failure.ts'
import type { Tables } from '../../db/tables.ts'
import { createLease } from '../../kernel/lease.ts'
import type { Services } from '../../services.ts'
import { mostMailAttempts, nextMailTry } from '../job/mail-row.ts'
import { recordRowEnd } from '../job/record-row-failure.ts'
import { isBackingOff, runRows } from '../job/run-rows.ts'
import { runSteps } from '../job/run-steps.ts'
import { mailOf, smsOf } from './message-text.ts'
import { planMessages } from './plan-messages.ts'

export type MessageServices = Pick<Services, 'db' | 'clock' | 'config' | 'mail' | 'sms' | 'log'>

const lease = createLease({
  table: 'outgoing_message',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'claimed_until',
  isClearedOnRelease: true,
  leaseMs: 2 * 60_000,
  held: sql<boolean>`state = 'WAITING'`,
})
const messagesPerPage = 50

type Message = Readonly<Selectable<Tables['outgoing_message']>>

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
  )
  return sent
}

async function claimMessages(services: MessageServices): Promise<Message[]> {
  const { clock } = services
  const isResting = isBackingOff('send-message', sql`outgoing_message.id::text`, clock)
  const claimed = await lease.claim(services, {
    due: sql<boolean>`state = 'WAITING' and next_at <= ${new Date(clock.nowMs())} and not ${isResting}`,
    orderBy: sql`position`,
    limit: messagesPerPage,
  })
  return claimed.toSorted((a, b) => (a.position < b.position ? -1 : 1))
}

async function send(services: MessageServices, message: Message): Promise<boolean> {
  const { db, clock, config, log } = services
  // The messages claimed with this one took time.
  if (!(await lease.renew(services, message))) return false
  const person = await db
    .selectFrom('app_user')
    .select(['email', 'phone_number', 'confirmed_phone', 'status'])
    .where('id', '=', message.user_id)
    .executeTakeFirstOrThrow()
  const notifications = await db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.id', 'd.notification_id')
    .select(['n.kind', 'n.title', 'n.text', 'n.mail_text as mailText', 'n.link', 'n.created_at as createdAt'])
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
    const isOver = (error instanceof MessageFailure && error.kind === 'refused') || message.attempts >= mostMailAttempts
    if (isOurs && isOver) await recordRowEnd(services, 'send-message', message.id, error)
    else if (isOurs) log.error({ err: error, messageId: message.id }, 'a notification could not be sent')
    if (isOver) return end(services, message, { state: 'FAILED', reason })
    await lease.release(services, message, {
      reason,
      next_at: nextMailTry(clock, message.attempts),
    })
    return false
  }
}

/** That a message went out is recorded also by a worker that has lost its claim. */
async function end(
  services: MessageServices,
  message: Message,
  change: { readonly state: 'SENT' | 'FAILED'; readonly reason: string | null; readonly sent_at?: Date },
): Promise<boolean> {
  const isSent = change.state === 'SENT'
  if (!(await lease.release(services, message, change)) && isSent)
    await services.db
      .updateTable('outgoing_message')
      .set({ ...change, claimed_until: null })
      .where('id', '=', message.id)
      .where('state', '=', 'WAITING')
      .execute()
  return isSent
}
