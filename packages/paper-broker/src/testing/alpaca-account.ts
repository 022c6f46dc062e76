// One account of a test broker over the Alpaca wire, through an access token or a key pair.

import { checkAnswer } from './alpaca-check.ts'
import type { TestBroker } from './test-broker.ts'
import { TEST_CALLBACK, TEST_CLIENT } from './test-broker.ts'
import { accountBoxes, callbackOf } from './link.ts'
import type { PaperBrowser } from './paper-browser.ts'
import { paperBrowser } from './paper-browser.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the wire answers
export type AlpacaBody = any

export interface AlpacaAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: AlpacaBody
}

export interface AlpacaAccount {
  /** Signed in to the console, as the owner of the account. */
  readonly browser: PaperBrowser
  readonly token: string
  /** Calls a path below /alpaca. */
  call(method: string, path: string, body?: unknown): Promise<AlpacaAnswer>
  get(path: string): Promise<AlpacaAnswer>
  /** Returns the body of an answer that must have a status. */
  expect(status: number, method: string, path: string, body?: unknown): Promise<AlpacaBody>
}

/** Calls a path of the Alpaca wire with some headers. Each answer is checked against the public text. */
export async function callAlpaca(
  origin: string,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body?: unknown },
): Promise<AlpacaAnswer> {
  const answer = await fetch(`${origin}/alpaca${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const read: unknown = text === '' ? null : JSON.parse(text)
  const violations = checkAnswer({ method, path: path.split('?')[0] ?? '', status: answer.status, body: read })
  if (violations.length > 0) throw new Error(`The answer is not as the public text has it: ${violations.join('; ')}`)
  return { status: answer.status, headers: answer.headers, body: read }
}

const SCOPES = 'account:write trading data'

export function alpacaAuthorisePath(more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: TEST_CLIENT.clientId,
    redirect_uri: TEST_CALLBACK,
    response_type: 'code',
    scope: SCOPES,
    ...more,
  })
  return `/alpaca/oauth/authorize?${query.toString()}`
}

/** Registers a login on the consent page of this wire and returns the page with its accounts. */
export async function registeredOnAlpaca(
  test: Pick<TestBroker, 'url' | 'database'>,
  name: string,
  { accountType = 'MARGIN', more = {} }: { accountType?: string; more?: Record<string, string> } = {},
): Promise<{ browser: PaperBrowser; page: string }> {
  // This many registrations from one address would be throttled.
  await test.database.deleteFrom('paper.sign_in_try').execute()
  const browser = paperBrowser(test.url)
  await browser.get(alpacaAuthorisePath(more))
  const made = await browser.submit('/register', { name, password: 'a long password', accountType })
  return { browser, page: (await browser.get(made.location ?? '')).body }
}

/** Exchanges a code with the application's key and secret in the form. */
export async function exchangeOnAlpaca(
  origin: string,
  code: string,
  more: Record<string, string> = {},
): Promise<AlpacaAnswer> {
  const answer = await fetch(`${origin}/alpaca/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: TEST_CLIENT.clientId,
      client_secret: TEST_CLIENT.clientSecret,
      redirect_uri: TEST_CALLBACK,
      ...more,
    }),
  })
  const read: unknown = await answer.json()
  const violations = checkAnswer({ method: 'POST', path: '/oauth/token', status: answer.status, body: read })
  if (violations.length > 0) throw new Error(`The answer is not as the public text has it: ${violations.join('; ')}`)
  return { status: answer.status, headers: answer.headers, body: read }
}

/** Registers a login, allows its account, and returns that account over the wire. */
export async function alpacaAccount(
  test: Pick<TestBroker, 'url' | 'database'>,
  name: string,
  how: { accountType?: 'MARGIN' | 'CASH'; more?: Record<string, string> } = {},
): Promise<AlpacaAccount> {
  const { browser, page } = await registeredOnAlpaca(test, name, how)
  const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
  const { body } = await exchangeOnAlpaca(test.url, callbackOf(back.location).get('code') ?? '')
  const headers = { authorization: `Bearer ${body.access_token}` }
  const call = (method: string, path: string, sent?: unknown): Promise<AlpacaAnswer> =>
    callAlpaca(test.url, { method, path, headers, body: sent })
  return {
    browser,
    token: body.access_token,
    call,
    get: (path) => call('GET', path),
    expect: async (status, method, path, sent) => {
      const answer = await call(method, path, sent)
      if (answer.status === status) return answer.body
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
  }
}
