// Who sends text messages and mails: the services that the configuration names, the outbox where it names none.
import type { Config } from '../../kernel/config.ts'
import type { MailPort, TextMessagePort } from './port.ts'
import { createTwilio } from './twilio.ts'

export interface Messages {
  readonly sms: TextMessagePort
  readonly mail: MailPort
}

/** The mail library is loaded only for those who have a mail server. */
export async function chooseMessages({ messages }: Config, outbox: Messages): Promise<Messages> {
  return {
    sms: messages.twilio ? createTwilio(messages.twilio) : outbox.sms,
    mail: messages.smtp ? (await import('./smtp.ts')).createSmtp(messages.smtp) : outbox.mail,
  }
}

/** The outbox has messages to show while it stands in for at least one of them. */
export const usesOutbox = ({ messages }: Config): boolean => !messages.twilio || !messages.smtp
