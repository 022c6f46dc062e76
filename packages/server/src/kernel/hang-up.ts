// A caller who disconnects before the end of the answer: what breaks off because of it is no fault.
import type { FastifyReply } from 'fastify'

const codes: ReadonlySet<unknown> = new Set([
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * Returns whether the failure only says that the caller is gone: their connection closed before the answer was
 * written, and a stream or an aborted piece of work reports it. Any other failure stays a fault, even when nobody
 * waits for it.
 */
export function isOfHangUp(error: unknown, { raw }: FastifyReply): boolean {
  if (typeof error !== 'object' || error === null || raw.writableFinished) return false
  const isGone = raw.destroyed || raw.socket?.destroyed === true
  const code = 'code' in error ? error.code : undefined
  return isGone && (codes.has(code) || ('name' in error && error.name === 'AbortError'))
}
