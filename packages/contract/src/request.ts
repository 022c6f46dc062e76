// The fate of a request whose response did not arrive, queried by its Idempotency-Key. Source: docs/api-additions.md.
import { z } from 'zod'
import { access } from './access.ts'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** Format of an Idempotency-Key. */
export const requestKeyPattern = /^[\w.:-]{8,128}$/

/** Retention of keys; the fate of an older request is unknown. */
export const requestKeyLifeMs = 30 * 24 * 60 * 60 * 1000

/**
 * DONE: it happened, with its response. NOT_DONE: it did not happen and never will, a copy that arrives later is
 * refused. RUNNING: the server is processing it. LOOKING: the brokerage is being searched for it. UNKNOWN: its fate can
 * no longer be determined.
 */
export const requestFates = ['DONE', 'NOT_DONE', 'RUNNING', 'LOOKING', 'UNKNOWN'] as const
export type RequestFate = (typeof requestFates)[number]

export const RequestOutcome = z
  .object({
    fate: z.enum(requestFates),
    /**
     * Plain words for the caller: why it did not happen, or what it is waiting for. Null where the fate says enough.
     */
    reason: z.string().nullable(),
    /** For a DONE request: the original response. */
    reply: z.unknown(),
  })
  .meta({ id: 'RequestOutcome' })
export type RequestOutcome = z.output<typeof RequestOutcome>

export const requestRoutes = {
  settle: route({
    method: 'POST',
    path: '/v1/api/request/settle',
    summary:
      'The outcome of a request of the session user, by its Idempotency-Key. A request that has not arrived is ' +
      'abandoned: it is refused if it arrives later.',
    access: access.session,
    body: z.object({
      key: z.string().regex(requestKeyPattern, 'An Idempotency-Key has 8 to 128 letters, digits, or . : - _'),
      /** When it was sent, by the caller's clock. */
      sentAt: instant,
    }),
    reply: RequestOutcome,
  }),
} as const
