// This process's view of the message log: reads on when the bell rings and tells its listeners each message once and in order. It
// listens while somebody listens to it.
import type { Db } from '../../db/connect.ts'
import type { Log } from '../../kernel/log.ts'
import { listenForBell, type Bell } from './bell.ts'
import { numberMessages, readLog, type LoggedMessage } from './message-log.ts'

/** Also without a bell the log is looked at this often. */
const lookMs = 5_000
const pageSize = 500

export type MessageListener = (messages: readonly LoggedMessage[]) => void

export interface MessageFeed {
  /** Up to where the listeners were told; undefined before the first look at the log. */
  position(): number | undefined
  /** Looks at the log now; resolves when everything committed before the call was told. */
  look(): Promise<void>
  listen(listener: MessageListener): () => void
  stop(): Promise<void>
}

export interface FeedParts {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
}

export function createMessageFeed({ db, databaseUrl, log }: FeedParts): MessageFeed {
  const listeners = new Set<MessageListener>()
  let position: number | undefined
  let bell: Bell | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  let isStopped = false

  const readOn = async (): Promise<void> => {
    const { last } = await numberMessages(db)
    if (position === undefined) {
      position = last
      return
    }
    while (position < last) {
      const messages = await readLog(db, position, pageSize)
      // What the log has of no user any more was forgotten.
      position = messages.length < pageSize ? Math.max(last, messages.at(-1)?.position ?? 0) : messages.at(-1)!.position
      for (const listener of listeners) listener(messages)
    }
  }

  /** A look that was asked for while one ran is one more look, however often it was asked for. */
  const look = (): Promise<void> => {
    if (isStopped) return Promise.resolve()
    if (running === undefined) {
      running = readOn().finally(() => (running = undefined))
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return look()
      })
    return next
  }

  const lookQuietly = (): void => {
    look().catch((error: unknown) => log.warn({ err: error }, 'the log of messages could not be read'))
  }

  return {
    position: () => position,
    look,
    listen(listener) {
      listeners.add(listener)
      if (bell === undefined && !isStopped) {
        bell = listenForBell(databaseUrl, log, lookQuietly)
        timer = setInterval(lookQuietly, lookMs)
        timer.unref()
      }
      return () => void listeners.delete(listener)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      listeners.clear()
      await bell?.stop()
      await running?.catch(() => undefined)
    },
  }
}
