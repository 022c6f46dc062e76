// Mail by SMTP. Without TLS from the first byte (smtps) the connection is upgraded, and refused where that is
// impossible, except on this machine.
import { createTransport } from 'nodemailer'
import { MessageFailure } from './message-failure.ts'
import type { MailPort } from './port.ts'

const timeoutMs = 10_000

export interface SmtpSettings {
  /** `smtps://user:password@mail.example:465` or `smtp://...:587` */
  readonly url: string
  /** The sender: `Clubfolio <no-reply@club.example>`. */
  readonly from: string
}

export function createSmtp(settings: SmtpSettings, waitMs = timeoutMs): MailPort {
  const address = new URL(settings.url)
  const isSecure = address.protocol === 'smtps:'
  const isLocal = address.hostname === '127.0.0.1' || address.hostname === 'localhost' || address.hostname === '[::1]'
  const transport = createTransport({
    host: address.hostname.replaceAll(/[[\]]/g, ''),
    port: address.port === '' ? (isSecure ? 465 : 587) : Number(address.port),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    ...(address.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    // Texts are ours and plain; nothing in them may make the library read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, attachments = [], reference }) {
      try {
        await transport.sendMail({
          from: settings.from,
          to: { name: '', address: to },
          subject,
          text,
          attachments: attachments.map(({ fileName, contentType, content }) => ({
            filename: fileName,
            contentType,
            content,
          })),
          ...(reference ? { messageId: `<${reference}@${senderDomain(settings.from)}>` } : {}),
        })
      } catch (error) {
        throw describeFailure(error)
      }
    },
  }
}

const senderDomain = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'clubfolio'

/** Maps nodemailer's codes to ours; its messages quote the server's answer and are not passed on. */
function describeFailure(error: unknown): MessageFailure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const answer =
    typeof error === 'object' && error !== null && 'responseCode' in error ? ` (${String(error.responseCode)})` : ''
  if (code === 'EAUTH')
    return new MessageFailure('credentials', `The mail server refused the sign-in${answer}: check SMTP_URL.`)
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new MessageFailure('refused', `The mail server refused the message${answer}.`)
  if (code === 'ETIMEDOUT') return new MessageFailure('timeout', 'The mail server did not answer in time.')
  return new MessageFailure(
    'unavailable',
    `The mail server could not be used (${code === '' ? 'no reason given' : code}).`,
  )
}
