// Creates an access token for a consent and the response that carries it.

import { createHmac } from 'node:crypto'
import type { DatabaseTransaction } from '../db/in-transaction.ts'
import { digestOf, randomSecret } from '../kernel/secret.ts'
import type { OAuthClient } from './client.ts'
import type { Lifetimes } from './lifetime.ts'

export interface TokenAnswer {
  readonly expires_in: number
  readonly token_type: 'Bearer'
  readonly scope: 'api'
  readonly refresh_token: string
  readonly access_token: string
  readonly id_token: string
}

interface TokenSubject {
  readonly consentId: string
  readonly loginId: string
  readonly client: OAuthClient
  readonly issuer: () => string
  readonly nowMs: number
  readonly lifetimes: Lifetimes
}

function idToken({ loginId, client, issuer, nowMs, lifetimes }: TokenSubject): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(nowMs / 1000)
  const claims = {
    iss: issuer(),
    sub: loginId,
    aud: client.clientId,
    iat,
    exp: iat + Math.floor(lifetimes.accessTokenMs / 1000),
  }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', client.clientSecret).update(signed).digest('base64url')}`
}

/** Stores a new access token; the refresh token belongs to the consent and is returned unchanged. */
export async function answerWithTokens(
  transaction: DatabaseTransaction,
  subject: TokenSubject,
  refreshToken: string,
): Promise<TokenAnswer> {
  const accessToken = `I0.${randomSecret()}@`
  await transaction
    .insertInto('paper.access_token')
    .values({
      token_digest: digestOf(accessToken),
      consent_id: subject.consentId,
      expires_at: new Date(subject.nowMs + subject.lifetimes.accessTokenMs),
    })
    .execute()
  return {
    expires_in: Math.floor(subject.lifetimes.accessTokenMs / 1000),
    token_type: 'Bearer',
    scope: 'api',
    refresh_token: refreshToken,
    access_token: accessToken,
    id_token: idToken(subject),
  }
}
