// Why a message was not sent, in words that may be logged: never the text, never a key or password.

export type MessageFailureKind = 'refused' | 'credentials' | 'timeout' | 'unavailable'

/** `refused`: this message or recipient; `credentials`: our keys; `timeout`, `unavailable`: the service. */
export class MessageFailure extends Error {
  readonly kind: MessageFailureKind
  constructor(kind: MessageFailureKind, message: string) {
    super(message)
    this.name = 'MessageFailure'
    this.kind = kind
  }
}
