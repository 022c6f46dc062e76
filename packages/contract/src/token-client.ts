// The typed client for programs: with an API token in place of a session, and a key for each effect.
import { createClient, type Client } from './client.ts'

export interface TokenClientOptions {
  /** Origin of the server: `https://club.example`. */
  readonly baseUrl: string
  /** An API token, `clf_...`. */
  readonly token: string
  readonly fetch?: typeof fetch
}

/**
 * Returns a client that calls with an API token: `createTokenClient({ baseUrl, token }).apiToken.findThisToken()`.
 * Each effect gets an Idempotency-Key, unless the call names one: name one and keep it, to repeat a call whose answer
 * was lost.
 */
export function createTokenClient({ baseUrl, token, fetch: send = fetch }: TokenClientOptions): Client {
  return createClient({
    baseUrl,
    getToken: () => undefined,
    fetch: (address, request) =>
      send(address, { ...request, headers: { ...headersOf(request), authorization: `Bearer ${token}` } }),
    runEffect: (_effect, run, key) => run(key ?? crypto.randomUUID()),
  })
}

const headersOf = (request: RequestInit | undefined): Record<string, string> =>
  Object.fromEntries(new Headers(request?.headers))
