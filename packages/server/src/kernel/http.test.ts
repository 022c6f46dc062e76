import { Refusal } from '@clubfolio/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaptchaPort } from '../adapters/captcha/port.ts'
import { createApp } from '../app.ts'
import { refusalOf } from '../testing/refusal-of.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    replace: () => ({ sms: { send: () => Promise.reject(new Error('line down, canary-4711')) } }),
  })
})
afterAll(() => app.stop())

const post = (path: string, body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${app.url}${path}`, { method: 'POST', body, headers })

describe('a request that cannot be read', () => {
  test.each([
    ['malformed JSON', '{"email":', 400, 'malformed'],
    ['an empty body', '', 400, 'malformed'],
    [
      'a prototype in the body',
      '{"__proto__":{"admin":true},"email":"a@b.cd","password":"12345678"}',
      400,
      'malformed',
    ],
    ['a NUL character', '{"email":"a@b.cd","password":"1234567\\u0000"}', 400, 'malformed'],
    ['a lone surrogate', '{"email":"a@b.cd","password":"1234567\\ud800"}', 400, 'malformed'],
    ['nesting without end', `{"email":${'['.repeat(2000)}${']'.repeat(2000)}}`, 400, 'malformed'],
    ['missing fields', '{}', 400, 'invalid'],
    ['null', 'null', 400, 'invalid'],
    ['more than a megabyte', `{"email":"${'a'.repeat(1_100_000)}"}`, 413, 'tooLarge'],
  ])('%s gets a clear answer', async (_name, body, status, refusal) => {
    const response = await post('/v1/api/security/login', body)
    const answer = (await response.json()) as { code: number; refusal: string; error: unknown }
    expect({ status: response.status, refusal: answer.refusal }).toEqual({ status, refusal })
    expect(answer.code).toBe(status)
    expect(JSON.stringify(answer)).not.toMatch(/at .*\.ts|node_modules|stack/)
  })

  test('another content type is refused', async () => {
    const response = await post('/v1/api/security/login', 'email=a', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(response.status).toBe(415)
  })

  test('a list of faults names each field', async () => {
    const answer = (await (await post('/v1/api/security/login', '{"email":"no mail","password":"short"}')).json()) as {
      error: { field: string }[]
    }
    expect(answer.error.map((fault) => fault.field)).toEqual(['email', 'password'])
  })
})

describe('the door', () => {
  test('an unknown path under /v1 is a JSON 404', async () => {
    const response = await fetch(`${app.url}/v1/api/nothing`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 404, refusal: 'unknownRoute' })
  })

  test('a call without a token, and with a wrong one, is a 401', async () => {
    const get = (headers: Record<string, string>) => fetch(`${app.url}/v1/api/security/get-my-user`, { headers })
    expect((await get({})).status).toBe(401)
    expect((await get({ token: 'x'.repeat(43) })).status).toBe(401)
  })

  test('another host name is refused, except for health', async () => {
    const ask = (path: string) => app.app.inject({ method: 'GET', url: path, headers: { host: 'attacker.example' } })
    expect((await ask('/v1/api/security/get-my-user')).statusCode).toBe(421)
    expect((await ask('/health')).statusCode).toBe(200)
  })

  test('pages asked for under localhost are sent to the origin', async () => {
    const response = await app.app.inject({
      method: 'GET',
      url: '/account?x=1',
      headers: { host: 'localhost:4600', accept: 'text/html' },
    })
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(`${app.services.config.origin}/account?x=1`)
  })

  test('an address that cannot be decoded is refused in our own words, with the request id', async () => {
    const response = await fetch(`${app.url}/v1/api/stock/%E0%A4%A`)
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      code: 400,
      error: 'The request could not be read. Reload the page and try again.',
      refusal: 'malformed',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
  })

  test('every answer carries the security headers', async () => {
    const response = await fetch(`${app.url}/v1/api/nothing`)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(response.headers.get('content-security-policy')).toContain("worker-src 'self' blob:;manifest-src 'self'")
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect((await fetch(`${app.url}/account`)).headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  })

  test('metrics answer on loopback and name routes, not addresses', async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    expect(text).toContain('clubfolio_request_seconds')
    expect(text).not.toContain('nothing')
  })
})

test('when the text message service fails, the words are plain and hold no secret', async () => {
  await expect(app.signUp(['INVESTORS'])).rejects.toMatchObject({ status: 503, body: { refusal: 'messageNotSent' } })
  const response = await app
    .client()
    .security.login({ body: { email: 'person1@example.test', password: 'correct horse battery' } })
    .catch((error: unknown) => error)
  expect(JSON.stringify(response)).not.toContain('canary-4711')
})

describe('a refusal that its route does not list', () => {
  const captcha: CaptchaPort = {
    offer: () => Promise.reject(new Refusal('watchlistName')),
    check: () => Promise.resolve('wrong'),
    policy: { scripts: [], frames: [] },
  }

  test('is answered, and fails the test application when it stops', async () => {
    const own = await startTestApp({ replace: () => ({ captcha }) })
    expect(await refusalOf(own.client().security.findCaptcha())).toBe('409 watchlistName')
    await expect(own.stop()).rejects.toThrow('security.findCaptcha answers watchlistName')
  })

  test('is answered by the product, which logs the route and the refusal', async ({ onTestFinished }) => {
    const lines: string[] = []
    const log = pino({ level: 'warn', base: null }, { write: (line: string) => void lines.push(line) })
    const product = await createApp({ ...app.services, captcha, log }, { webDirectory: 'nowhere', showOutbox: false })
    onTestFinished(() => product.close())
    const ask = (url: string) =>
      product.inject({ method: 'GET', url, headers: { host: new URL(app.services.config.origin).host } })
    const answer = await ask('/v1/api/security/find-captcha')
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { refusal: 'watchlistName' }])
    // A refusal of every call that needs a session.
    expect((await ask('/v1/api/security/get-my-user')).statusCode).toBe(401)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 40, route: 'security.findCaptcha', refusal: 'watchlistName' },
    ])
  })
})

test('a fault says what is sure: nothing was changed by a question or by what was taken back, and of the rest nobody knows', async () => {
  const own = await startTestApp()
  try {
    const { client } = await own.signUp(['MANAGERS'])
    const { pool } = own.services
    await pool.query(
      `create function fail() returns trigger language plpgsql as $body$ begin raise 'a fault'; end $body$`,
    )
    for (const table of ['member', 'saved_analysis'])
      await pool.query(`create trigger fail before insert on ${table} for each row execute function fail()`)
    const nothing = expect.objectContaining({
      status: 500,
      message: expect.stringContaining('Nothing was changed by this request.') as string,
    }) as unknown
    const unknown = expect.objectContaining({
      status: 500,
      message: expect.stringContaining(
        'It is not known whether this was carried out: look before you repeat it.',
      ) as string,
    }) as unknown
    const member = {
      firstName: 'Ada',
      lastName: 'Able',
      email: 'ada@example.test',
      phone: '+12125550199',
      userId: null,
      status: 'ACTIVE' as const,
    }
    await expect(client.member.create({ body: member })).rejects.toEqual(nothing)
    const content = {
      ticket: null,
      timing: '_D' as const,
      startDate: '2026-01-02',
      endDate: '2026-03-03',
      investment_type: 'long' as const,
      capital: '1',
      risk: '1',
      resistance_price: '2',
      support_price: '1',
    }
    await expect(client.calculator.saveAnalysis({ body: { name: 'One', content } })).rejects.toEqual(unknown)
    await pool.query('alter table watchlist rename to hidden_watchlist')
    await expect(client.watchlist.findAll({})).rejects.toEqual(nothing)
  } finally {
    await own.stop()
  }
})
