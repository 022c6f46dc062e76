// Structured logs: one JSON line per event with the request id; secrets are redacted by name as a second net,
// the first being that nobody logs bodies or headers.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

const secretNames = ['password', 'token', 'code', 'accessToken', 'refreshToken', 'authorization', 'secret', 'bankAccountNumber', 'bankRouting']

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: { err: pino.stdSerializers.err },
  })
}
