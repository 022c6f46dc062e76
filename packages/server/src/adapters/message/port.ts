// What the application asks of a text message service and of a mail server. Configuration chooses who answers.

export interface TextMessagePort {
  /** Sends `text` to a number in E.164. Throws when the service did not take it. */
  send(phoneNumber: string, text: string): Promise<void>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface MailPort {
  send(mail: Mail): Promise<void>
}
