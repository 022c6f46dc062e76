// A browser of its own for calls in tests: it keeps the cookies that the server sets.
import { createClient, type Client } from '@clubfolio/contract'
import type { TestApp } from './test-app.ts'

/** Returns the clients of one browser: `browser()` without a session, `browser(token)` with one. */
export function openBrowser({ url }: Pick<TestApp, 'url'>): (token?: string) => Client {
  const cookies = new Map<string, string>()
  const browserFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    return response
  }
  return (token) => createClient({ baseUrl: url, getToken: () => token, fetch: browserFetch })
}
