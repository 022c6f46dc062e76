// The two kinds of access to an account: the token of an OAuth consent, and a key pair. Both are kept as one text in
// the place of an access token, and both last until the owner revokes them. Source: docs/rules/brokerage.md, "Alpaca".
import { z } from 'zod'
import { type CallParts, parseJson, sendOnce } from '../http/call.ts'
import type { CircuitBreaker } from '../http/circuit-breaker.ts'
import { BrokerFailure, type BrokerTokens, type KeyPair } from '../port.ts'

export interface AlpacaClient {
  readonly clientId: string
  readonly clientSecret: string
}

export interface AlpacaOAuthSettings {
  /** Our application at Alpaca; undefined where accounts are linked by key pairs only. */
  readonly client: AlpacaClient | undefined
  readonly callbackUrl: string
  /** The page on which the owner consents. */
  readonly authoriseUrl: string
  readonly tokenUrl: string
}

/** To read accounts and prices, and to place, change and cancel orders. */
const scope = 'trading data'

export function alpacaAuthoriseUrl(
  { client, callbackUrl, authoriseUrl: page }: AlpacaOAuthSettings,
  state: string,
): string {
  const url = new URL(page)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', client?.clientId ?? '')
  url.searchParams.set('redirect_uri', callbackUrl)
  url.searchParams.set('state', state)
  url.searchParams.set('scope', scope)
  return url.href
}

const TokenAnswer = z.looseObject({ access_token: z.string().min(1).max(8_192) })

/** A code works once, so a lost answer is not retried: the owner starts over. */
export async function exchangeAlpacaCode(
  call: CallParts,
  breaker: CircuitBreaker,
  { client, callbackUrl, tokenUrl, code }: AlpacaOAuthSettings & { readonly code: string },
): Promise<BrokerTokens> {
  if (client === undefined) throw new BrokerFailure('REFUSED', 'This installation has no application at Alpaca.')
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uri: callbackUrl,
  })
  const answer = await sendOnce(call, breaker, {
    key: 'authorisation',
    request: {
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
  })
  // No part of this answer may appear in a message: a valid one holds a token.
  if (answer.status >= 400 && answer.status < 500)
    throw new BrokerFailure('REFUSED', 'Alpaca did not accept the authorisation.')
  const parsed = TokenAnswer.safeParse(parseJson(answer.text))
  if (answer.status !== 200 || !parsed.success)
    throw new BrokerFailure('NONSENSE', 'The authorisation answered without a usable token.')
  return lasting(parsed.data.access_token)
}

const lasting = (accessToken: string): BrokerTokens => ({
  accessToken,
  accessExpiresMs: null,
  refreshToken: null,
  lifeMs: null,
})

const StoredPair = z.object({ keyId: z.string(), secret: z.string() })

/** Returns a key pair as the one text that is sealed like a token. */
export const tokensOfPair = ({ keyId, secret }: KeyPair): BrokerTokens => lasting(JSON.stringify({ keyId, secret }))

/** Returns the key pair behind an access token; undefined for the token of a consent. */
function pairOf(token: string): KeyPair | undefined {
  return token.startsWith('{') ? StoredPair.safeParse(parseJson(token)).data : undefined
}

/** Returns the headers of a request. */
export function authorisation(token: string): Readonly<Record<string, string>> {
  const pair = pairOf(token)
  return pair === undefined
    ? { authorization: `Bearer ${token}` }
    : { 'apca-api-key-id': pair.keyId, 'apca-api-secret-key': pair.secret }
}

/** Returns what the stream of orders asks for at its beginning. */
export function streamAuthentication(token: string): object {
  const pair = pairOf(token)
  return pair === undefined ? { oauth_token: token } : { key_id: pair.keyId, secret_key: pair.secret }
}
