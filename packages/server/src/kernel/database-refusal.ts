// Refusals for failures of the database rather than the request: it is unreachable or out of space. All its other
// errors are faults of ours.
import { Refusal } from '@clubfolio/contract'

/**
 * PostgreSQL error classes and codes (connection failure, shutdown, crash, startup), and those of the connection to it.
 */
const unreachableCodes = /^(08...|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE)$/
/** The driver reports a connection that ended during a statement without a code, only with this text. */
const awayWords = /^Connection terminated|^Client has encountered a connection error/
/** The pool's text when no connection became free in time. */
const poolTimeoutPattern = /^timeout exceeded when trying to connect/
/** No space for rows, or none for the write-ahead log. */
const outOfSpaceCodes = /^(53100|ENOSPC)$/

/** Returns the refusal for `error` if it came from the database. */
export function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (outOfSpaceCodes.test(code)) return new Refusal('storageFull')
  if (poolTimeoutPattern.test(error.message)) return new Refusal('busy')
  return isSocketGone(error) || unreachableCodes.test(code) || awayWords.test(error.message)
    ? new Refusal('databaseAway')
    : undefined
}

/** A missing socket is the database's; any other missing file is a fault of ours. */
export const isSocketGone = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
