// A minimal event emitter: listeners subscribe, receive messages and unsubscribe.

export interface Listeners<Message> {
  readonly add: (listener: (message: Message) => void) => () => void
  readonly tell: (message: Message) => void
}

export function createListeners<Message>(): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>()
  return {
    add: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell: (message) => {
      for (const listener of listeners) listener(message)
    },
  }
}
