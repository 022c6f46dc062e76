// The applications that may request access: their key, secret, and the exact callback addresses they registered.

import { isSameSecret } from '../kernel/secret.ts'

export interface OAuthClient {
  readonly clientId: string
  readonly clientSecret: string
  /** Name shown on the consent page. */
  readonly name: string
  readonly redirectUris: readonly string[]
}

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns why a callback address cannot be registered, or null when it can: https, or http on this machine only. */
export function callbackRefusal(redirectUri: string): string | null {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : null
  if (url === null) return `${redirectUri} is no address`
  if (url.hash !== '') return `${redirectUri} has a part after #`
  if (url.protocol === 'https:') return null
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname)
    ? null
    : `${redirectUri} is neither https nor on this machine`
}

/** Returns the client whose key and secret are in a Basic authorization header, or null. */
export function clientOfBasic(clients: readonly OAuthClient[], header: string | undefined): OAuthClient | null {
  const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')
  if (match === null) return null
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return null
  const client = clients.find((known) => known.clientId === text.slice(0, colon))
  return client !== undefined && isSameSecret(client.clientSecret, text.slice(colon + 1)) ? client : null
}
