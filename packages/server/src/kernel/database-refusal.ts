// What a caller is told when the database fails rather than the request: it is away, or has no room. Everything else that it says is a
// fault of ours.
import { Refusal } from '@clubfolio/contract'

/** Classes and codes of PostgreSQL: connection failures, shutting down, crashed, starting; and those of the way to it. */
const awayCodes = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** The driver's own words for a connection that ended under a statement have no code. */
const awayWords = /^Connection terminated|^Client has encountered a connection error/
/** The pool's words when no connection came free in time. */
const crowdedWords = /^timeout exceeded when trying to connect/
/** No room for rows, or none for the log that makes them durable. */
const fullCodes = /^(53100|ENOSPC)$/

/** The refusal that `error` stands for, when it came from the database. */
export function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (fullCodes.test(code)) return new Refusal('storageFull')
  if (crowdedWords.test(error.message)) return new Refusal('busy')
  return isSocketGone(error) || awayCodes.test(code) || awayWords.test(error.message) ? new Refusal('databaseAway') : undefined
}

/** A socket that is gone is the database's; any other file that is missing is a fault of ours. */
export const isSocketGone = (error: Error): boolean => 'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
