// Structured logs: one JSON line per event with the request id; secrets are redacted by name as a second net,
// the first being that nobody logs bodies or headers.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

export interface OpenLog {
  readonly log: Log
  /** Resolves when every line has left the process, or when whoever reads them does not take them within a second. */
  flush(): Promise<void>
}

const secretNames = ['password', 'token', 'code', 'accessToken', 'refreshToken', 'authorization', 'secret', 'bankAccountNumber', 'bankRouting']
const flushLimitMs = 1_000

/**
 * A log to standard output that never makes its callers wait. Lines are on their way when `log` returns, and `process.exit` does not
 * wait for them: a process that ends on purpose calls `flush` before.
 */
export function openLog(level: string): OpenLog {
  // With no least length the library takes everything for written as soon as it is asked to flush.
  const destination = pino.destination({ dest: process.stdout.fd, sync: false, minLength: 1 })
  const log = pino(
    {
      level,
      base: null,
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  )
  return {
    log,
    flush: () => Promise.race([new Promise<void>((resolve) => destination.flush(() => resolve())), delay(flushLimitMs, undefined, { ref: false })]),
  }
}

export const createLog = (level: string): Log => openLog(level).log
