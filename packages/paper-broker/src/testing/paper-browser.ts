// A scriptless browser for tests: stores cookies, follows no redirects by itself, fills in a page's forms.

export interface SeenPage {
  readonly status: number
  readonly location: string | null
  readonly headers: Headers
  readonly body: string
}

export interface PaperBrowser {
  get(path: string): Promise<SeenPage>
  /** Posts the form of the last page whose action contains `action`, with its hidden fields. */
  submit(action: string, fields: Record<string, string | string[]>): Promise<SeenPage>
  /** Posts arbitrary fields to a path, with this browser's cookies. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<SeenPage>
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

interface Form {
  readonly action: string
  readonly hidden: Record<string, string>
}

/** Returns the forms of a page: action and hidden fields. */
export function formsOf(page: string): Form[] {
  return [...page.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inner = '']) => ({
      action: unescaped(action),
      hidden: Object.fromEntries(
        [...inner.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          unescaped(value),
        ]),
      ),
    }),
  )
}

export function paperBrowser(origin: string): PaperBrowser {
  let cookie = ''
  let seen = ''
  const call = async (path: string, init: RequestInit): Promise<SeenPage> => {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const answer = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    const set = answer.headers.get('set-cookie')
    if (set !== null) cookie = set.split(';')[0] ?? ''
    const body = await answer.text()
    if (body !== '') seen = body
    return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers, body }
  }
  const send = async (
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string>,
  ): Promise<SeenPage> => {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
    return call(path, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }
  return {
    get: async (path) => call(path, { method: 'GET', headers: {} }),
    submit: async (action, fields) => {
      const form = formsOf(seen).find((one) => one.action.includes(action))
      if (form === undefined) throw new Error(`The page has no form for ${action}: ${seen.slice(0, 400)}`)
      return send(form.action, { ...form.hidden, ...fields }, { origin })
    },
    post: async (path, fields, headers = {}) => send(path, fields, headers),
  }
}
