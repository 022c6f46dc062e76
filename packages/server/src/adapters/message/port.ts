// The interfaces to a text message service and a mail server. Configuration chooses the implementation.

export interface TextMessagePort {
  /** Sends `text` to a number in E.164. Throws when the service did not accept it. */
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
  /** The same for every attempt to send one mail, so that a mailbox can detect duplicates. */
  readonly reference?: string
}

export interface MailPort {
  send(mail: Mail): Promise<void>
}
