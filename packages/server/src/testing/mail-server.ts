// A real mail server on this machine, with one user, that stores the mails it receives.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The whole message as it was sent, headers first. */
  readonly text: string
}

export interface MailServer {
  /** The value for SMTP_URL. */
  readonly url: string
  readonly received: readonly ReceivedMail[]
  stop(): Promise<void>
}

export const mailPassword = 'canary-mail-8812'

/** Starts on a free port; `options` override its replies, `password` is the one in its address. */
export async function startMailServer(options: SMTPServerOptions = {}, password = mailPassword): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.username === 'club' && auth.password === mailPassword
        ? done(null, { user: 'club' })
        : done(Object.assign(new Error('5.7.8 no'), { responseCode: 535 })),
    onData(stream, session, done) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (text += part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          text,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://club:${encodeURIComponent(password)}@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/**
 * Returns the attachment of that type in a message: its headers, unfolded, and its bytes. Throws when there is none.
 */
export function attachmentOf({ text }: ReceivedMail, contentType: string): { headers: string; content: Buffer } {
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1]
  const parts = boundary === undefined ? [] : text.split(`--${boundary}`)
  const part = parts.find((one) => one.includes(`Content-Type: ${contentType}`))
  if (part === undefined) throw new Error(`No ${contentType} in the message:\n${text.slice(0, 2_000)}`)
  const [headers = '', body = ''] = part.trim().split('\r\n\r\n')
  return { headers: headers.replaceAll(/\r\n\s+/g, ' '), content: Buffer.from(body, 'base64') }
}
