// The refusals of the Alpaca wire: a status, and a body with a code of eight digits whose first three are that status
// or the one that the public text groups it under.

import type { FastifyReply } from 'fastify'

/** The codes by what went wrong, each with the status that it is sent with. */
export const ALPACA_CODES = {
  /** The query or the body cannot be understood. */
  unreadable: { status: 400, code: 40_010_000 },
  /** A field of an order is missing, wrong, or does not go with the others. */
  invalid: { status: 422, code: 40_010_001 },
  /** No credential, or one that is unknown or revoked. */
  unauthorised: { status: 401, code: 40_110_000 },
  /** The credential's scopes, the buying power, the position or the instrument do not allow it. */
  forbidden: { status: 403, code: 40_310_000 },
  notFound: { status: 404, code: 40_410_000 },
  /** Well formed, but it cannot be processed: a price off its tick, an order that has ended. */
  unprocessable: { status: 422, code: 42_210_000 },
  tooMany: { status: 429, code: 42_910_000 },
  broken: { status: 500, code: 50_010_000 },
  unavailable: { status: 503, code: 50_310_000 },
} as const

export type AlpacaCode = keyof typeof ALPACA_CODES

/** Thrown where a request cannot be carried out; the scope's error handler sends it. */
export class AlpacaRefusal extends Error {
  readonly kind: AlpacaCode
  /** Further fields of the body, as the wire has them for some refusals. */
  readonly facts: Readonly<Record<string, string>>

  constructor(kind: AlpacaCode, message: string, facts: Readonly<Record<string, string>> = {}) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

/** Sends a refusal. */
export function refuseOnAlpaca(
  reply: FastifyReply,
  kind: AlpacaCode,
  message: string,
  facts: Readonly<Record<string, string>> = {},
): FastifyReply {
  const { status, code } = ALPACA_CODES[kind]
  return reply.code(status).send({ code, message, ...facts })
}
