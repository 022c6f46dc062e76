// Structured logs: one JSON line per event with the request id; on a terminal the same events as lines for people.
// Secrets are redacted by name as a second safeguard; the first is that bodies and headers are never logged.
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { formatLogLine } from './format-log-line.ts'

export type Log = FastifyBaseLogger

export type LogFormat = 'json' | 'text'

/** All that a part needs which reports faults and nothing else. */
export interface FaultLog {
  error(facts: object, text: string): void
}

export interface OpenLog {
  readonly log: Log
  readonly format: LogFormat
  /** Writes words that its reader waits for, such as a sign-in code, whatever the level is. */
  tell(words: string): void
  /** Writes a block for the person at the terminal, without times; in JSON each line that is not empty is an event. */
  say(block: string): void
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

/** Returns the format that was asked for; `auto` is text on a terminal and JSON everywhere else. */
export const chooseFormat = (asked: LogFormat | 'auto', isTerminal = process.stdout.isTTY): LogFormat =>
  asked === 'auto' ? (isTerminal ? 'text' : 'json') : asked

/**
 * Opens a log to standard output that never blocks its callers. Lines may still be in flight when `log` returns, and
 * `process.exit` does not wait for them: a process that exits on purpose calls `flush` first. Without a level, text
 * shows what is wrong, and JSON every event.
 */
export function openLog(asked: string | undefined, format: LogFormat = 'json'): OpenLog {
  const level = asked ?? (format === 'text' ? 'warn' : 'info')
  // Without a minimum length the library considers everything written as soon as a flush is requested.
  const destination = pino.destination({
    dest: process.stdout.fd,
    sync: false,
    minLength: togetherBytes,
    periodicFlush: togetherMs,
  })
  // A terminal decides (TERM, NO_COLOR, FORCE_COLOR); text in a file has no colours.
  const hasColours = process.stdout.isTTY && process.stdout.hasColors()
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
    format === 'json'
      ? destination
      : { write: (line: string) => destination.write(`${formatLogLine(line, { hasColours })}\n`) },
  )
  const always = log.child({}, { level: 'info' })
  const tell = (words: string): void => always.info(words)
  return {
    log,
    format,
    tell,
    say(block) {
      if (format === 'text') destination.write(`${block}\n`)
      else for (const line of block.split('\n').map((text) => text.trim())) if (line !== '') tell(line)
    },
    flush: () =>
      Promise.race([
        new Promise<void>((resolve) => destination.flush(() => resolve())),
        delay(flushLimitMs, undefined, { ref: false }),
      ]),
  }
}

export const createLog = (level: string | undefined, format: LogFormat = 'json'): Log => openLog(level, format).log
