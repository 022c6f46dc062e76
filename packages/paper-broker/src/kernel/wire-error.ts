// The two error envelopes of the brokerage: `{message}` from its services, `{errors: [...]}` from its gateway.

import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Sends a 400, 403, 404, 500 or 503 of the trader calls. */
export function refuseWithMessage(
  reply: FastifyReply,
  status: number,
  message: string,
  errors: readonly string[] = [],
): FastifyReply {
  return reply.code(status).send(errors.length === 0 ? { message } : { message, errors })
}

export interface RefuseAtGatewayOptions {
  readonly title: string
  readonly detail: string
  /** Sends the inner status as text. */
  readonly asText: boolean
}

/** Sends a gateway refusal. The inner status is a number on trader calls and text on market data calls. */
export function refuseAtGateway(
  reply: FastifyReply,
  status: number,
  { title, detail, asText }: RefuseAtGatewayOptions,
): FastifyReply {
  return reply
    .code(status)
    .send({ errors: [{ id: randomUUID(), status: asText ? String(status) : status, title, detail }] })
}
