// Finds the messages that a client missed since a position, in order, or reports that there are too many or that they
// are no longer in the log.
import type { Db } from '../../db/connect.ts'
import type { SessionHolder } from '../../kernel/session.ts'
import { mayReceive } from './audience.ts'
import { numberMessages, readLog, type LoggedMessage } from './message-log.ts'

/** Beyond this many missed messages, reloading everything is faster. */
export const maxMissedMessages = 500

export interface Missed {
  /** The answer is complete up to this position. */
  readonly position: number
  readonly isReload: boolean
  readonly messages: readonly LoggedMessage[]
}

/**
 * Returns the missed messages. `after` is null for a client that has received nothing yet and has just loaded
 * everything.
 */
export async function findMissed(db: Db, holder: SessionHolder, after: number | null): Promise<Missed> {
  const { last, forgotten } = await numberMessages(db)
  if (after === null) return { position: last, isReload: false, messages: [] }
  // A position that was never assigned comes from another log: the database was restored from a backup.
  if (after < forgotten || after > last) return { position: last, isReload: true, messages: [] }
  const messages = await readLog(db, after, maxMissedMessages + 1, holder.userId)
  if (messages.length > maxMissedMessages) return { position: last, isReload: true, messages: [] }
  return {
    position: Math.max(last, messages.at(-1)?.position ?? 0),
    isReload: false,
    messages: messages.filter((message) => mayReceive(holder, message)),
  }
}
