// This process's view of the message log: reads new messages when the bell rings and passes each to its listeners once
// and in order. It is active while it has listeners.
import type { Db } from '../../db/connect.ts'
import type { Log } from '../../kernel/log.ts'
import { listenForBell, type Bell } from './bell.ts'
import { numberMessages, readLog, type LoggedMessage } from './message-log.ts'

/** Polling interval of the log, independent of the bell. */
const lookMs = 5_000
const pageSize = 500

export type MessageListener = (messages: readonly LoggedMessage[]) => void

export interface MessageFeed {
  /** The position up to which listeners were notified; undefined before the first read of the log. */
  position(): number | undefined
  /** Reads the log now; resolves when everything committed before the call was passed on. */
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
      // Positions missing at the end belong to messages that were already deleted.
      position = messages.length < pageSize ? Math.max(last, messages.at(-1)?.position ?? 0) : messages.at(-1)!.position
      for (const listener of listeners) listener(messages)
    }
  }

  /** All requests for a read while one is running share one more read. */
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
        bell = listenForBell({ databaseUrl, channel: 'clubfolio_push', log, onRing: lookQuietly })
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
