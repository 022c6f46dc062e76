// The brokerage's OAuth: the consent address, exchanging a code for tokens, and a refresh token for a new access token.
import { toEpochMs } from '@clubfolio/domain'
import { z } from 'zod'
import { BrokerFailure, type BrokerTokens } from '../port.ts'
import { type CallParts, parseJson, sendOnce, sendPatiently } from './call.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'

/** An authorisation lasts 7 days from the owner's consent; refreshing its tokens does not extend it. */
const authorisationLifeMs = 7 * 24 * 60 * 60 * 1000

export interface OAuthSettings {
  readonly oauthUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly callbackUrl: string
}

export interface OAuthParts {
  readonly call: CallParts
  readonly breaker: CircuitBreaker
  readonly settings: OAuthSettings
  readonly nowMs: () => number
}

const TokenAnswer = z.looseObject({
  access_token: z.string().min(1).max(8_192),
  refresh_token: z.string().min(1).max(8_192),
  expires_in: z.number().positive().max(86_400),
})

export function authoriseUrl({ oauthUrl, clientId, callbackUrl }: OAuthSettings, state: string): string {
  const url = new URL(`${oauthUrl}/authorize`)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', callbackUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('state', state)
  return url.href
}

/** A code works once, so a lost answer is not retried: the owner starts over. */
export async function exchangeCode(parts: OAuthParts, code: string): Promise<BrokerTokens> {
  const request = tokenRequest(parts.settings, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: parts.settings.callbackUrl,
  })
  const answer = await sendOnce(parts.call, parts.breaker, { key: 'authorisation', request })
  return readTokens(parts, answer, 'REFUSED')
}

/** Any 400 or 401 means that the authorisation has ended: its error texts vary and cannot be relied on. */
export async function refreshTokens(parts: OAuthParts, refreshToken: string): Promise<BrokerTokens> {
  const request = tokenRequest(parts.settings, { grant_type: 'refresh_token', refresh_token: refreshToken })
  const answer = await sendPatiently(parts.call, parts.breaker, 'authorisation', request)
  return readTokens(parts, answer, 'LAPSED')
}

function tokenRequest({ oauthUrl, clientId, clientSecret }: OAuthSettings, form: Record<string, string>): HttpRequest {
  return {
    method: 'POST',
    url: `${oauthUrl}/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  }
}

function readTokens({ nowMs }: OAuthParts, answer: HttpAnswer, refusal: 'REFUSED' | 'LAPSED'): BrokerTokens {
  if (answer.status === 400 || answer.status === 401)
    throw new BrokerFailure(refusal, 'The brokerage did not accept the authorisation.')
  // No part of this answer may appear in a message: a valid one holds tokens.
  if (answer.status !== 200)
    throw new BrokerFailure('NONSENSE', `The authorisation answered with status ${answer.status}.`)
  const parsed = TokenAnswer.safeParse(parseJson(answer.text))
  if (!parsed.success) throw new BrokerFailure('NONSENSE', 'The authorisation answered without usable tokens.')
  return {
    accessToken: parsed.data.access_token,
    accessExpiresMs: toEpochMs(nowMs() + parsed.data.expires_in * 1000),
    refreshToken: parsed.data.refresh_token,
    lifeMs: authorisationLifeMs,
  }
}
