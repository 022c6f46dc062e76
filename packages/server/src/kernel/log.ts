// Structured logs: one JSON line per event with the request id. Secrets are redacted by name as a second safeguard; the
// first is that bodies and headers are never logged.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

/** All that a part needs which reports faults and nothing else. */
export interface FaultLog {
  error(facts: object, text: string): void
}

export interface OpenLog {
  readonly log: Log
  /** Resolves when every line has left the process, or after a second if the reader does not accept them. */
  flush(): Promise<void>
}

const secretNames = [
  'password',
  'token',
  'code',
  'accessToken',
  'refreshToken',
  'authorization',
  'secret',
  'keyPair',
  'bankAccountNumber',
  'bankRouting',
]
const flushLimitMs = 1_000
/** Lines of this span are written together: a write for each costs a thirtieth of the server's time. */
const togetherMs = 50
const togetherBytes = 4_096

/**
 * Opens a log to standard output that never blocks its callers. Lines may still be in flight when `log` returns, and
 * `process.exit` does not wait for them: a process that exits on purpose calls `flush` first.
 */
export function openLog(level: string): OpenLog {
  // Without a minimum length the library considers everything written as soon as a flush is requested.
  const destination = pino.destination({
    dest: process.stdout.fd,
    sync: false,
    minLength: togetherBytes,
    periodicFlush: togetherMs,
  })
  const log = pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          ...secretNames.flatMap((name) => [name, `*.${name}`]),
          // Headers as a request, its log line or a library would carry them.
          ...['token', 'authorization'].flatMap((name) => [`*.headers.${name}`, `*.*.headers.${name}`]),
        ],
        censor: '[redacted]',
      },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  )
  return {
    log,
    flush: () =>
      Promise.race([
        new Promise<void>((resolve) => destination.flush(() => resolve())),
        delay(flushLimitMs, undefined, { ref: false }),
      ]),
  }
}

export const createLog = (level: string): Log => openLog(level).log
