// What somebody missed since a position, in order; or the word that it is too much, or out of the log already.
import type { Db } from '../../db/connect.ts'
import type { SessionHolder } from '../../kernel/session.ts'
import { hears } from './audience.ts'
import { numberMessages, readLog, type LoggedMessage } from './message-log.ts'

/** Whoever missed more than this is quicker by reading everything anew. */
export const mostMissed = 500

export interface Missed {
  /** Up to where the answer is complete. */
  readonly position: number
  readonly isReload: boolean
  readonly messages: readonly LoggedMessage[]
}

/** `after` is null for somebody who has not heard anything yet and has just read everything. */
export async function findMissed(db: Db, holder: SessionHolder, after: number | null): Promise<Missed> {
  const { last, forgotten } = await numberMessages(db)
  if (after === null) return { position: last, isReload: false, messages: [] }
  // A position that was never given is of another log: the database was restored from a backup.
  if (after < forgotten || after > last) return { position: last, isReload: true, messages: [] }
  const messages = await readLog(db, after, mostMissed + 1, holder.userId)
  if (messages.length > mostMissed) return { position: last, isReload: true, messages: [] }
  return { position: Math.max(last, messages.at(-1)?.position ?? 0), isReload: false, messages: messages.filter((message) => hears(holder, message)) }
}
