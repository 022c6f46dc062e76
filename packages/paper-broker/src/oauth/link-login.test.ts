import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountBoxes,
  authorisePath,
  callbackOf,
  codeFor,
  getJson,
  link,
  postToken,
  registered,
} from '../testing/link.ts'
import { paperBrowser } from '../testing/paper-browser.ts'
import { startTestBroker, TEST_CALLBACK } from '../testing/test-broker.ts'
import type { TestBroker } from '../testing/test-broker.ts'

let test: TestBroker

beforeAll(async () => {
  test = await startTestBroker()
})
afterAll(async () => test.close())

const exchange = (
  code: string,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> =>
  postToken(test.url, { grant_type: 'authorization_code', code, redirect_uri: TEST_CALLBACK, ...more })

describe('linking a paper login', () => {
  it('brings back a code ending in %40, a session and the state, and exchanges the code for tokens', async () => {
    const { browser, page } = await registered(test.url, 'anna', 'MARGIN', { state: 'nonce & 1' })
    const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(page) })
    expect(back.status).toBe(303)
    expect(back.location).toMatch(
      /^http:\/\/127\.0\.0\.1:4600\/account\?code=C0\.[\w-]+%40&session=[0-9a-f-]{36}&state=nonce%20%26%201$/,
    )
    const code = callbackOf(back.location).get('code') ?? ''
    expect(code.endsWith('@')).toBe(true)
    const { status, body } = await exchange(code)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 1800, scope: 'api' })
    expect(Object.keys(body).sort()).toEqual([
      'access_token',
      'expires_in',
      'id_token',
      'refresh_token',
      'scope',
      'token_type',
    ])
  })

  it('lets a login without an account yet open one on the consent page and shows the accounts of this login alone', async () => {
    await registered(test.url, 'stranger')
    const { browser } = await registered(test.url, 'berta')
    const opened = await browser.submit('/open-account', { accountType: 'CASH', nickName: 'Second <one>' })
    const page = (await browser.get(opened.location ?? '')).body
    expect(accountBoxes(page)).toHaveLength(2)
    expect(page).toContain('Second &lt;one&gt;')
    expect(page).not.toContain('Second <one>')
  })

  it('shares only the accounts that were ticked', async () => {
    const { browser } = await registered(test.url, 'carla')
    const opened = await browser.submit('/open-account', { accountType: 'CASH', nickName: '' })
    const boxes = accountBoxes((await browser.get(opened.location ?? '')).body)
    const back = await browser.submit('/decision', { decision: 'allow', account: boxes.slice(1) })
    const { body } = await exchange(callbackOf(back.location).get('code') ?? '')
    const accounts = await getJson(`${test.url}/trader/v1/accounts`, String(body['access_token']))
    expect(accounts.body).toMatchObject([{ securitiesAccount: { type: 'CASH' } }])
  })

  it('refuses an account of another login in the decision', async () => {
    const other = await registered(test.url, 'dora')
    const { browser } = await registered(test.url, 'erna')
    const back = await browser.submit('/decision', { decision: 'allow', account: accountBoxes(other.page) })
    expect(back.status).toBe(400)
    expect(back.location).toBeNull()
  })

  it('answers a denial with access_denied and the state', async () => {
    const { browser } = await registered(test.url, 'frida', 'MARGIN', { state: 's1' })
    const back = await browser.submit('/decision', { decision: 'deny' })
    expect(back.location).toBe(`${TEST_CALLBACK}?error=access_denied&state=s1`)
  })

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['a callback with a slash more', { redirect_uri: `${TEST_CALLBACK}/` }],
    ['a callback in other case', { redirect_uri: 'http://127.0.0.1:4600/Account' }],
  ])('shows an error page without redirect for %s', async (_, wrong) => {
    const seen = await paperBrowser(test.url).get(authorisePath(wrong))
    expect(seen.status).toBe(400)
    expect(seen.location).toBeNull()
    expect(seen.headers.get('content-type')).toContain('text/html')
  })

  it('refuses a code that was used, and one that is older than 30 seconds', async () => {
    const code = await codeFor(test.url, 'gerda')
    expect((await exchange(code)).status).toBe(200)
    expect((await exchange(code)).status).toBe(400)
    const late = await codeFor(test.url, 'hanna')
    test.clock.advance(30_000)
    expect((await exchange(late)).status).toBe(400)
  })

  it('lets one of two simultaneous exchanges win', async () => {
    const code = await codeFor(test.url, 'ida')
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)])
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('refuses a code that was encoded twice, and one for another callback', async () => {
    const code = await codeFor(test.url, 'jana')
    expect((await exchange(encodeURIComponent(code))).status).toBe(400)
    expect((await exchange(code, { redirect_uri: `${TEST_CALLBACK}/` })).status).toBe(400)
  })

  it('refuses a wrong application secret', async () => {
    const code = await codeFor(test.url, 'karla')
    const wrong = `Basic ${Buffer.from('club-key:wrong').toString('base64')}`
    const answer = await postToken(
      test.url,
      { grant_type: 'authorization_code', code, redirect_uri: TEST_CALLBACK },
      wrong,
    )
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it('checks a PKCE challenge when one was sent', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
    const right = await codeFor(test.url, 'lena', 'MARGIN', challenge)
    expect((await exchange(right, { code_verifier: verifier })).status).toBe(200)
    const wrong = await codeFor(test.url, 'mona', 'MARGIN', challenge)
    expect((await exchange(wrong, { code_verifier: `${verifier}x` })).status).toBe(400)
    const none = await codeFor(test.url, 'nora', 'MARGIN', challenge)
    expect((await exchange(none)).status).toBe(400)
  })
})

describe('access over time', () => {
  it('ends an access token after 30 minutes and renews it with the refresh token for 7 days, never longer', async () => {
    const tokens = await link(test.url, 'olga')
    const numbers = `${test.url}/trader/v1/accounts/accountNumbers`
    const refresh = (): Promise<{ status: number; body: Record<string, unknown> }> =>
      postToken(test.url, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect((await getJson(numbers, tokens.access_token)).status).toBe(200)
    test.clock.advance(30 * 60_000)
    const lapsed = await getJson(numbers, tokens.access_token)
    expect(lapsed.status).toBe(401)
    expect(lapsed.body).toMatchObject({ errors: [{ status: 401, title: 'Unauthorized' }] })
    const renewed = await refresh()
    expect(renewed.status).toBe(200)
    expect((await getJson(numbers, String(renewed.body['access_token']))).status).toBe(200)
    test.clock.advance(7 * 24 * 60 * 60_000 - 30 * 60_000)
    const over = await refresh()
    expect(over).toMatchObject({ status: 400, body: { error: 'unsupported_token_type' } })
    expect(String(over.body['error_description'])).toContain('refresh_token_authentication_error')
  })

  it('keeps no token, code or password readable in the tables', async () => {
    const tokens = await link(test.url, 'petra')
    const found = await test.database.selectFrom('paper.access_token').select('token_digest').execute()
    expect(found.some((row) => row.token_digest.toString('utf8').includes(tokens.access_token))).toBe(false)
    const login = await test.database
      .selectFrom('paper.login')
      .select('password_hash')
      .where('user_name', '=', 'petra')
      .executeTakeFirstOrThrow()
    expect(login.password_hash).toMatch(/^\$argon2id\$/)
  })
})
