// Formats notifications as mails and text messages: plain text, with a way to switch them off.
import { notificationKinds, type NotificationKind } from '@clubfolio/contract'
import { newYorkTimeText, toEpochMs } from '@clubfolio/domain'
import { plainLine } from '../../kernel/plain-line.ts'

export interface ToldNotification {
  readonly kind: NotificationKind
  readonly title: string
  readonly text: string
  /** What a mail of its own says in place of the text. */
  readonly mailText: string | null
  readonly link: string | null
  readonly createdAt: Date
}

/** Fits into at most two parts of a text message. */
const mostSmsCharacters = 300
const mostSubjectCharacters = 120
const choicesPath = '/notification?ways=1'

export function mailOf(
  notifications: readonly ToldNotification[],
  origin: string,
): { readonly subject: string; readonly text: string } {
  const [first] = notifications
  const why = notifications.every(({ kind }) => kind === 'SIGN_IN')
    ? 'Mails about your sign-in are always sent.'
    : 'You get this mail because you chose mail for ' +
      `${notifications.length === 1 ? `"${notificationKinds[first!.kind]}"` : 'such notifications'}. To stop these ` +
      `mails, switch them off under Notifications, "Delivery settings": ${origin}${choicesPath}`
  if (notifications.length === 1) {
    const more = first!.link === null ? [] : [`More: ${origin}${first!.link}`]
    return {
      subject: plainLine(`Clubfolio: ${first!.title}`, mostSubjectCharacters),
      text: [first!.mailText ?? first!.text, ...more, why].join('\n\n'),
    }
  }
  const lines = notifications.map(
    ({ title, text, createdAt }) =>
      `- ${newYorkTimeText(toEpochMs(createdAt.getTime()), { hasSeconds: false })}  ${title}: ${text}`,
  )
  return {
    subject: `Clubfolio: ${notifications.length} notifications`,
    text: [
      'Much happened within an hour, so these come together:',
      lines.join('\n'),
      `All of them: ${origin}/notification`,
      why,
    ].join('\n\n'),
  }
}

export function smsOf(notifications: readonly ToldNotification[], origin: string): string {
  const [first] = notifications
  if (notifications.length === 1) return plainLine(`Clubfolio: ${first!.title}. ${first!.text}`, mostSmsCharacters)
  const counts = new Map<NotificationKind, number>()
  for (const { kind } of notifications) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = [...counts].map(([kind, count]) => `${count} ${notificationKinds[kind]}`).join(', ')
  return plainLine(
    `Clubfolio: ${notifications.length} notifications (${kinds}). ${origin}/notification`,
    mostSmsCharacters,
  )
}
