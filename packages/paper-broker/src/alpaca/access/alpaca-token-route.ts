// POST oauth/token of the Alpaca wire: exchanges a code, with the application's key and secret in the form. The token
// does not lapse; there is no refresh token.

import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BrokerParts } from '../../broker-parts.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { digestOf, isSameSecret } from '../../kernel/secret.ts'
import { redeemCode } from '../../oauth/exchange-code.ts'
import { refuseOnAlpaca } from '../kernel/alpaca-error.ts'

const tokenForm = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().min(1),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  redirect_uri: z.string().min(1),
  code_verifier: z.string().optional(),
})

export function alpacaTokenRoute(scope: FastifyInstance, parts: BrokerParts): void {
  scope.post('/oauth/token', async (request, reply) => {
    const read = tokenForm.safeParse(request.body)
    if (!read.success) {
      const fields = [...new Set(read.error.issues.map((issue) => issue.path.join('.')))].join(', ')
      return refuseOnAlpaca(reply, 'unreadable', `Missing or wrong in the token request: ${fields || 'the form'}.`)
    }
    const sent = read.data
    const client = parts.clients.find(
      (known) => known.clientId === sent.client_id && isSameSecret(known.clientSecret, sent.client_secret),
    )
    if (client === undefined)
      return refuseOnAlpaca(reply, 'unauthorised', 'The client_id or the client_secret is wrong.')
    const token = randomUUID()
    const consent = await inTransaction(parts.database, async (transaction) => {
      const code = { code: sent.code, redirectUri: sent.redirect_uri, verifier: sent.code_verifier }
      const redeemed = await redeemCode(transaction, code, { client, wire: 'alpaca', nowMs: parts.clock.now() })
      if (redeemed === null) return null
      await transaction
        .insertInto('paper.lasting_token')
        .values({ token_digest: digestOf(token), consent_id: redeemed.consent_id })
        .execute()
      return redeemed
    })
    if (consent === null)
      return refuseOnAlpaca(reply, 'unauthorised', 'The code is unknown, used, expired, or for another callback.')
    return { access_token: token, token_type: 'bearer', scope: consent.scopes.join(' ') }
  })
}
