// Imitates a browser's handling of the sign-in cookie, for the typed client in tests: each e-mail signs in from a
// separate browser.

/** Returns a `fetch` that stores the cookie of each first step and sends it with the following steps. */
export function createSignInFetch(): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const email = emailOf(init?.body)
    const cookie = email === undefined ? undefined : cookies.get(email)
    const headers = new Headers(init?.headers)
    if (cookie !== undefined) headers.set('cookie', cookie)
    const response = await fetch(input, { ...init, headers })
    const given = response.headers.getSetCookie().find((one) => one.startsWith('sign-in='))
    if (given) cookies.set(((await response.clone().json()) as { email: string }).email, given.split(';')[0]!)
    return response
  }
}

function emailOf(body: unknown): string | undefined {
  if (typeof body !== 'string') return undefined
  try {
    return (JSON.parse(body) as { email?: string }).email
  } catch {
    return undefined
  }
}
