// POST /v1/oauth/token: code exchange and refresh, form-encoded, with the client's key and secret in a Basic header.

import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { OAuthClient } from './client.ts'
import { clientOfBasic } from './client.ts'
import { exchangeCode } from './exchange-code.ts'
import type { TokenParts } from './exchange-code.ts'
import { refreshAccess } from './refresh-access.ts'

const tokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    code: z.string().min(1),
    redirect_uri: z.string().min(1),
    code_verifier: z.string().optional(),
  }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) }),
])

const KNOWN_GRANTS = new Set<unknown>(['authorization_code', 'refresh_token'])

function refuse(reply: FastifyReply, status: number, error: string, description: string): FastifyReply {
  return reply.code(status).send({ error, error_description: description })
}

/**
 * Sends an error in the brokerage's form, with the reason wrapped in another error; clients look for the inner word.
 */
function wrapped(reply: FastifyReply, error: string, reason: string): FastifyReply {
  const inner = JSON.stringify({ error_description: reason, error })
  return refuse(reply, 400, 'unsupported_token_type', `400 Bad Request: ${JSON.stringify(inner)}`)
}

export function tokenRoute(
  app: FastifyInstance,
  parts: TokenParts & { readonly clients: readonly OAuthClient[] },
): void {
  app.post('/v1/oauth/token', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const client = clientOfBasic(parts.clients, request.headers.authorization)
    if (client === null)
      return refuse(reply, 401, 'invalid_client', 'Unauthorized: the application key or secret is wrong')
    const read = tokenRequest.safeParse(request.body)
    if (!read.success) {
      const grant = readFields(request.body)['grant_type']
      if (grant !== undefined && !KNOWN_GRANTS.has(grant)) {
        return refuse(reply, 400, 'unsupported_grant_type', 'Use authorization_code or refresh_token')
      }
      return refuse(reply, 400, 'invalid_request', 'The token request lacks a field')
    }
    const sent = read.data
    if (sent.grant_type === 'refresh_token') {
      const tokens = await refreshAccess(parts, client, sent.refresh_token)
      return (
        tokens ?? wrapped(reply, 'refresh_token_authentication_error', 'Exception while authenticating refresh token')
      )
    }
    const tokens = await exchangeCode(parts, client, {
      code: sent.code,
      redirectUri: sent.redirect_uri,
      verifier: sent.code_verifier,
    })
    return tokens ?? wrapped(reply, 'invalid_request', 'Bad authorization code')
  })
}
