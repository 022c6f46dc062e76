// The default sender outside production: messages go to a table that a development page shows, and to the console.
import type { Db } from '../../db/connect.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import type { MailPort, TextMessagePort } from './port.ts'

export interface OutboxEntry {
  readonly channel: 'SMS' | 'MAIL'
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** Returns both ports on one outbox; `announce` prints a line on the console so that a code can be read there. */
export function createOutbox(
  db: Db,
  clock: Clock,
  announce: (line: string) => void,
): { sms: TextMessagePort; mail: MailPort } {
  const keep = async (entry: OutboxEntry): Promise<void> => {
    await db
      .insertInto('outbox_message')
      .values({ id: newId(clock), created_at: new Date(clock.nowMs()), ...entry })
      .execute()
    announce(
      `${entry.channel === 'SMS' ? 'Text message' : 'Mail'} to ${entry.recipient}: ` +
        `${entry.subject === '' ? '' : `${entry.subject} - `}${entry.body}`,
    )
  }
  return {
    sms: { send: (phoneNumber, text) => keep({ channel: 'SMS', recipient: phoneNumber, subject: '', body: text }) },
    mail: {
      send: ({ to, subject, text, attachments = [] }) => {
        // The outbox shows that a file was attached and its size; the file itself is not copied.
        const files = attachments.map(({ fileName, content }) => `\n[attached: ${fileName}, ${content.length} bytes]`)
        return keep({ channel: 'MAIL', recipient: to, subject, body: text + files.join('') })
      },
    },
  }
}
