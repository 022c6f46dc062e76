// Guessing passwords from one address, from many, and alongside a browser that signed in before. Source:
// docs/rules/promises.md, "Nobody gets in".
import { ApiError, type ErrorBody } from '@clubfolio/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, testPassword, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  // The caller's address is what a trusted proxy reports, so that a test can use many.
  app = await startTestApp({ environment: { CLUBFOLIO_TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(16 * 60_000))

interface Visitor {
  readonly address?: string
  readonly cookie?: string
}

const post = (path: string, body: object, { address = '203.0.113.1', cookie }: Visitor = {}) =>
  fetch(`${app.url}/v1/api/security/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify(body),
  })

/** Returns the result of the password step: 'code sent', or the refusal with the seconds to wait. */
async function attempt(email: string, password: string, visitor?: Visitor): Promise<string> {
  const response = await post('login', { email, password }, visitor)
  if (response.ok) return 'code sent'
  const error = new ApiError(response.status, (await response.json()) as ErrorBody)
  const seconds = /(\d+) seconds/.exec(error.message)?.[1]
  return seconds === undefined ? String(error.body.refusal) : `wait ${seconds}`
}

const guess = (email: string, visitor?: Visitor) => attempt(email, 'wrong password', visitor)
const newPerson = async () => (await app.signUp(['INVESTORS'])).email

describe('failures against one account from one address', () => {
  test('begin a wait with the fifth, which doubles with every further one up to a quarter of an hour', async () => {
    const email = await newPerson()
    for (let failure = 1; failure <= 5; failure++) expect(await guess(email)).toBe('wrongCredentials')
    const waits: number[] = []
    for (let round = 0; round < 5; round++) {
      const waiting = await guess(email)
      const seconds = Number(/\d+/.exec(waiting)![0])
      waits.push(seconds)
      app.clock.advance(seconds * 1000)
      expect(await guess(email)).toBe('wrongCredentials')
    }
    expect(waits).toEqual([30, 60, 120, 240, 480])
  })

  test('never lock the account for good: a user who waits gets in, and a quarter of an hour forgets everything', async () => {
    const email = await newPerson()
    for (let failure = 1; failure <= 5; failure++) await guess(email)
    expect(await attempt(email, testPassword)).toBe('wait 30')
    app.clock.advance(30_000)
    expect(await attempt(email, testPassword)).toBe('code sent')
    for (let failure = 1; failure <= 5; failure++) await guess(email)
    app.clock.advance(15 * 60_000)
    for (let failure = 1; failure <= 5; failure++) expect(await guess(email)).toBe('wrongCredentials')
  })

  test('slow nobody else: another account from there and this account from elsewhere go on', async () => {
    const [email, other] = [await newPerson(), await newPerson()]
    for (let failure = 1; failure <= 6; failure++) await guess(email)
    expect(await attempt(other, testPassword)).toBe('code sent')
    expect(await attempt(email, testPassword, { address: '203.0.113.2' })).toBe('code sent')
  })

  test('count alike for an e-mail that nobody has', async () => {
    for (let failure = 1; failure <= 5; failure++) expect(await guess('nobody@example.test')).toBe('wrongCredentials')
    expect(await guess('nobody@example.test')).toBe('wait 30')
  })
})

test('thirty failures from one address slow that address for every account, and no other address', async () => {
  const email = await newPerson()
  const visitor = { address: '203.0.113.30' }
  for (let failure = 1; failure <= 30; failure++)
    expect(await guess(`someone${failure}@example.test`, visitor)).toBe('wrongCredentials')
  expect(await attempt(email, testPassword, visitor)).toBe('wait 30')
  expect(await attempt(email, testPassword, { address: '203.0.113.31' })).toBe('code sent')
})

test('fifty failures against one account slow it from everywhere, but not for the browser that signed in before', async () => {
  const email = await newPerson()
  expect(await attempt(email, testPassword)).toBe('code sent')
  const signedIn = await post('check-verification-code', { email, code: await app.readCode(email) })
  const [cookie, ...attributes] = signedIn.headers.get('set-cookie')!.split('; ')
  expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${180 * 24 * 60 * 60}`])
  for (let failure = 1; failure <= 50; failure++)
    expect(await guess(email, { address: `198.51.100.${failure}` })).toBe('wrongCredentials')
  expect(await attempt(email, testPassword, { address: '198.51.100.99' })).toBe('wait 30')
  expect(await attempt(email, testPassword, { address: '198.51.100.99', cookie: cookie! })).toBe('code sent')
})

test('the browser that signed in before has an allowance of its own, five failures too, and none for other accounts', async () => {
  const [email, other] = [await newPerson(), await newPerson()]
  await attempt(email, testPassword)
  const signedIn = await post('check-verification-code', { email, code: await app.readCode(email) })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const known = { address: '203.0.113.40', cookie }
  for (let failure = 1; failure <= 5; failure++) expect(await guess(email, known)).toBe('wrongCredentials')
  expect(await attempt(email, testPassword, known)).toBe('wait 30')
  expect(await attempt(email, testPassword, { address: '203.0.113.40' })).toBe('code sent')
  for (let failure = 1; failure <= 5; failure++) expect(await guess(other, known)).toBe('wrongCredentials')
  expect(await guess(other, { address: '203.0.113.40' })).toBe('wait 30')
  const stored = await app.services.db.selectFrom('device').selectAll().execute()
  expect(JSON.stringify(stored.map((row) => row.token_hash.toString('base64url')))).not.toContain(cookie.split('=')[1])
})

test('one number gets five codes an hour, however many sign-ins and addresses ask for them', async () => {
  // The sign-up has used one.
  const email = await newPerson()
  for (let code = 2; code <= 5; code++)
    expect(await attempt(email, testPassword, { address: `203.0.113.${50 + code}` })).toBe('code sent')
  app.clock.advance(20 * 60_000 + 1)
  const refused = await post('login', { email, password: testPassword })
  expect(await refused.json()).toMatchObject({
    code: 429,
    refusal: 'codesExhausted',
    error: 'Five codes were sent to this phone number within an hour. The next one is possible in 40 minutes.',
  })
  app.clock.advance(39 * 60_000)
  expect(await (await post('login', { email, password: testPassword })).json()).toMatchObject({
    error: expect.stringContaining('The next one is possible in 1 minute.') as unknown,
  })
  app.clock.advance(60_000)
  expect(await attempt(email, testPassword, { address: '203.0.113.60' })).toBe('code sent')
})

describe('a stranger without the password', () => {
  const wrongCode = { code: '000000' }
  const refusalOf = async (response: Response) => ((await response.json()) as ErrorBody).refusal

  test('uses up no try of the one who signs in, and no code of theirs by asking for another', async () => {
    const email = await newPerson()
    const login = await post('login', { email, password: testPassword })
    const cookie = login.headers.getSetCookie().find((one) => one.startsWith('sign-in='))!
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Max-Age=600$/)
    const code = await app.readCode(email)
    const wrong = { email, code: code === wrongCode.code ? '111111' : wrongCode.code }
    const strangers = { address: '203.0.113.9' }
    const refusals: (string | undefined)[] = []
    for (let index = 0; index < 7; index++)
      refusals.push(await refusalOf(await post('check-verification-code', wrong, strangers)))
    expect(refusals).toEqual(['wrongCode', 'wrongCode', 'wrongCode', 'wrongCode', 'codeDead', 'codeDead', 'codeDead'])
    // Not even the right code, guessed after that.
    expect(await refusalOf(await post('check-verification-code', { email, code }, strangers))).toBe('codeDead')
    app.clock.advance(31_000)
    expect(await refusalOf(await post('send-verification-code', { email }, strangers))).toBe('noPendingSignIn')
    const guessed = { ...strangers, cookie: `sign-in=${'A'.repeat(43)}` }
    expect(await refusalOf(await post('send-verification-code', { email }, guessed))).toBe('noPendingSignIn')
    const own = { cookie: cookie.split(';')[0]! }
    expect(await refusalOf(await post('check-verification-code', wrong, own))).toBe('wrongCode')
    expect((await post('check-verification-code', { email, code }, own)).status).toBe(200)
  })

  test('learns nothing from asking about an e-mail: a known, an unknown and a half-registered one answer alike', async () => {
    const email = await newPerson()
    await post('login', { email, password: testPassword })
    for (const asked of [email, 'nobody@example.test']) {
      expect(await refusalOf(await post('send-verification-code', { email: asked }))).toBe('noPendingSignIn')
    }
  })
})
