// Selects the senders of text messages and mails: the configured services, or the outbox where none is configured.
import type { Config } from '../../kernel/config.ts'
import type { MailPort, TextMessagePort } from './port.ts'
import { createTwilio } from './twilio.ts'

export interface Messages {
  readonly sms: TextMessagePort
  readonly mail: MailPort
}

/** The mail library is loaded only when a mail server is configured. */
export async function chooseMessages({ messages }: Config, outbox: Messages): Promise<Messages> {
  return {
    sms: messages.twilio ? createTwilio(messages.twilio) : outbox.sms,
    mail: messages.smtp ? (await import('./smtp.ts')).createSmtp(messages.smtp) : outbox.mail,
  }
}

/** Returns true while the outbox replaces at least one of the services, so that it has messages to show. */
export const usesOutbox = ({ messages }: Config): boolean => !messages.twilio || !messages.smtp
