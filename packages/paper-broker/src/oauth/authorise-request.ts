// Parses the query of the authorise page. A wrong client or callback must end on our own error page and never redirect;
// every other error goes back to the callback as an OAuth error.

import type { OAuthClient } from './client.ts'

export interface AuthoriseRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | null
  readonly codeChallenge: { readonly method: 'S256' | 'plain'; readonly value: string } | null
}

export type ReadAuthoriseRequest =
  | { readonly outcome: 'READ'; readonly request: AuthoriseRequest }
  | { readonly outcome: 'UNKNOWN_CLIENT' | 'UNKNOWN_CALLBACK' }
  | { readonly outcome: 'REFUSED'; readonly location: string }

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the callback with parameters added, each percent-encoded (the `@` of a code becomes `%40`). */
export function callbackLocation(redirectUri: string, parameters: Record<string, string | null>): string {
  const query = Object.entries(parameters)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/** Validates client, callback (exact text, case and trailing slash included), response type and PKCE challenge. */
export function readAuthoriseRequest(
  clients: readonly OAuthClient[],
  query: Record<string, unknown>,
): ReadAuthoriseRequest {
  const client = clients.find((known) => known.clientId === query['client_id'])
  if (client === undefined) return { outcome: 'UNKNOWN_CLIENT' }
  const redirectUri = client.redirectUris.find((known) => known === query['redirect_uri'])
  if (redirectUri === undefined) return { outcome: 'UNKNOWN_CALLBACK' }
  const state = textOf(query['state'])
  const refuse = (error: string): ReadAuthoriseRequest => ({
    outcome: 'REFUSED',
    location: callbackLocation(redirectUri, { error, state }),
  })
  if (query['response_type'] !== 'code') return refuse('unsupported_response_type')
  const challenge = textOf(query['code_challenge'])
  const method = textOf(query['code_challenge_method']) ?? 'plain'
  if (challenge === null) return { outcome: 'READ', request: { client, redirectUri, state, codeChallenge: null } }
  if (!CHALLENGE.test(challenge) || (method !== 'S256' && method !== 'plain')) return refuse('invalid_request')
  return { outcome: 'READ', request: { client, redirectUri, state, codeChallenge: { method, value: challenge } } }
}
