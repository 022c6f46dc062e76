// What became of a request whose answer did not arrive: asked by its Idempotency-Key. Source: docs/api-additions.md.
import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './wire.ts'

/** What an Idempotency-Key looks like. */
export const requestKeyPattern = /^[\w.:-]{8,128}$/

/** Keys are kept this long; what became of an older request is not known any more. */
export const requestKeyLifeMs = 30 * 24 * 60 * 60 * 1000

/**
 * DONE: it happened, with its answer. NOT_DONE: it did not happen and never will, a copy that arrives later is refused. RUNNING: the
 * server works on it. LOOKING: it is looked for at the brokerage. UNKNOWN: it cannot be found out any more.
 */
export const requestFates = ['DONE', 'NOT_DONE', 'RUNNING', 'LOOKING', 'UNKNOWN'] as const
export type RequestFate = (typeof requestFates)[number]

export const RequestOutcome = z.object({
  fate: z.enum(requestFates),
  /** Plain words for the caller: why it did not happen, what is waited for. Null where the fate says it all. */
  reason: z.string().nullable(),
  /** Of a DONE request: the answer as it was sent the first time. */
  reply: z.unknown(),
}).meta({ id: 'RequestOutcome' })
export type RequestOutcome = z.output<typeof RequestOutcome>

export const requestRoutes = {
  settle: route({
    method: 'POST',
    path: '/v1/api/request/settle',
    summary: 'What became of a request of the session user, by its Idempotency-Key. A request that has not arrived is abandoned: it is refused if it arrives later.',
    access: { kind: 'session' },
    body: z.object({
      key: z.string().regex(requestKeyPattern, 'An Idempotency-Key has 8 to 128 letters, digits, or . : - _'),
      /** When it was sent, by the caller's clock. */
      sentAt: instant,
    }),
    reply: RequestOutcome,
  }),
} as const
