// Refusals for failures of the database rather than the request: it is unreachable or out of space. All its other
// errors are faults of ours.
import { Refusal } from '@clubfolio/contract'
import { UnreplicatedCommit } from '../db/watched-client.ts'

/**
 * PostgreSQL error classes and codes (connection failure, a server that only reads, shutdown, crash, startup), and
 * those of the connection to it.
 */
const unreachableCodes =
  /^(08...|25006|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/
/** The driver reports a connection that ended during a statement without a code, only with this text. */
const awayWords = /^Connection terminated|^Client (has encountered a connection error|was closed)/
/** The pool's text when no connection became free in time. */
const poolTimeoutPattern = /^timeout exceeded when trying to connect/
/** More connections than the server has, as when all processes connect to a new primary at once. */
const tooManyConnections = '53300'
/** No space for rows, or none for the write-ahead log. */
const outOfSpaceCodes = /^(53100|ENOSPC)$/

/** Returns the refusal for `error` if it came from the database. */
export function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (outOfSpaceCodes.test(code)) return new Refusal('storageFull')
  if (code === tooManyConnections || poolTimeoutPattern.test(error.message)) return new Refusal('busy')
  const isAway = isSocketGone(error) || unreachableCodes.test(code) || awayWords.test(error.message)
  return isAway || error instanceof UnreplicatedCommit ? new Refusal('databaseAway') : undefined
}

/** A missing socket is the database's; any other missing file is a fault of ours. */
export const isSocketGone = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
