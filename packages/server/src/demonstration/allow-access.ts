// Walks through the brokerage's pages as the demonstration's owner would in the popup: signs in and grants access to
// every account. Only for our own paper brokerage, whose login and pages are known.

export interface BrokerLogin {
  readonly userName: string
  readonly password: string
}

interface Page {
  readonly location: string | null
  readonly text: string
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the form of a page whose action contains `part`, with its hidden fields. */
function formOf(page: string, part: string): { readonly action: string; readonly hidden: [string, string][] } {
  for (const [, action = '', inner = ''] of page.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)) {
    if (!action.includes(part)) continue
    const hidden = [...inner.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, unescaped(value)],
    )
    return { action: unescaped(action), hidden }
  }
  throw new Error(`The page of the paper brokerage has no form for ${part}.`)
}

/**
 * Returns the callback's parameters `code` and `state`. Throws when the brokerage does not redirect the browser back.
 */
export async function allowAccess(authoriseUrl: string, login: BrokerLogin): Promise<{ code: string; state: string }> {
  const { origin } = new URL(authoriseUrl)
  let cookie = ''
  const call = async (address: string, sent?: [string, string][]): Promise<Page> => {
    const answer = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: {
        origin,
        ...(cookie === '' ? {} : { cookie }),
        ...(sent ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(sent ? { method: 'POST', body: new URLSearchParams(sent).toString() } : {}),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { location: answer.headers.get('location'), text: await answer.text() }
  }
  const signIn = formOf((await call(authoriseUrl)).text, '/sign-in')
  const signedIn = await call(signIn.action, [...signIn.hidden, ['name', login.userName], ['password', login.password]])
  if (signedIn.location === null) throw new Error('The paper brokerage did not take the login of the demonstration.')
  const { text } = await call(signedIn.location)
  const decision = formOf(text, '/decision')
  const accounts = [...text.matchAll(/name="account"\s+value="([^"]+)"/g)].map(([, id = '']): [string, string] => [
    'account',
    unescaped(id),
  ])
  const back = await call(decision.action, [...decision.hidden, ...accounts, ['decision', 'allow']])
  const answered = back.location === null ? null : new URL(back.location).searchParams
  const [code, state] = [answered?.get('code'), answered?.get('state')]
  if (!code || !state) throw new Error('The paper brokerage did not allow the access of the demonstration.')
  return { code, state }
}
