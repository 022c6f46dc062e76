// What the application asks of a text message service and of a mail server. Configuration chooses who answers.

export interface TextMessagePort {
  /** Sends `text` to a number in E.164. Throws when the service did not take it. */
  send(phoneNumber: string, text: string): Promise<void>
}

export interface MailAttachment {
  readonly fileName: string
  readonly contentType: string
  readonly content: Buffer
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
  /** The same for every try of one mail, so that a mailbox that got it twice can tell. */
  readonly reference?: string
}

export interface MailPort {
  send(mail: Mail): Promise<void>
}
