// Parses the query of the authorise page. A wrong client or callback must end on our own error page and never redirect;
// every other error goes back to the callback as an OAuth error.

import type { Wire } from '../kind/wire.ts'
import type { OAuthClient } from './client.ts'

export interface AuthoriseRequest {
  readonly wire: Wire
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | null
  /** What the application asks for beyond reading; empty on a wire that does not divide access. */
  readonly scopes: readonly string[]
  readonly codeChallenge: { readonly method: 'S256' | 'plain'; readonly value: string } | null
}

export type ReadAuthoriseRequest =
  | { readonly outcome: 'READ'; readonly request: AuthoriseRequest }
  | { readonly outcome: 'UNKNOWN_CLIENT' | 'UNKNOWN_CALLBACK' }
  | { readonly outcome: 'REFUSED'; readonly location: string }

/** The scopes of each wire; null where the parameter has no meaning and is ignored. */
const SCOPES: Readonly<Record<Wire, readonly string[] | null>> = {
  schwab: null,
  alpaca: ['account:write', 'trading', 'data'],
}

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

/** Returns the scopes asked for, or null when one of them does not exist. */
function scopesOf(wire: Wire, value: unknown): readonly string[] | null {
  const known = SCOPES[wire]
  if (known === null) return []
  const asked = (textOf(value) ?? '').split(/\s+/).filter((scope) => scope !== '')
  return asked.every((scope) => known.includes(scope)) ? [...new Set(asked)] : null
}

/**
 * Validates client, callback (exact text, case and trailing slash included), response type, scopes and PKCE challenge.
 */
export function readAuthoriseRequest(
  wire: Wire,
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
  const scopes = scopesOf(wire, query['scope'])
  if (scopes === null) return refuse('invalid_scope')
  const challenge = textOf(query['code_challenge'])
  const method = textOf(query['code_challenge_method']) ?? 'plain'
  const read = { wire, client, redirectUri, state, scopes }
  if (challenge === null) return { outcome: 'READ', request: { ...read, codeChallenge: null } }
  if (!CHALLENGE.test(challenge) || (method !== 'S256' && method !== 'plain')) return refuse('invalid_request')
  return { outcome: 'READ', request: { ...read, codeChallenge: { method, value: challenge } } }
}
